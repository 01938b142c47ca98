// A folder's face: made from its name, changed in the dialog, and the same on every screen.
import { folderEndpoints } from "@repasa/contract/folders.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { chooseInFolderMenu } from "./folder-menu.ts";
import { numberedCards } from "./seed.ts";

test("a folder has a face of its own, which can be changed and comes along to every screen", async ({ page, api }) => {
  await api.register();
  const { folder } = await api.folder("Biología", numberedCards(2));
  expect(folder).toMatchObject({ icon: "🧬", iconChosen: false });
  await api.folder("Historia", numberedCards(1));
  const face = (icon: string) => page.locator("[data-face]", { hasText: icon }).first();

  await page.goto("/folders");
  await expect(face("🧬")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("article", { name: "Biología" }).getByRole("link", { name: "Ver cartas" }).click();
  await chooseInFolderMenu(page, "Editar carpeta");
  await page.getByRole("button", { name: "Color e icono" }).click();
  await page.getByRole("radio", { name: "Rosa" }).check();
  await page.getByLabel("Icono", { exact: true }).fill("Ñ");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Guardar cambios" }).click();
  await expect(page.locator("header [data-face=pink]")).toHaveText("Ñ");

  for (const path of ["/", "/folders", "/pending-reviews", `/study/${folder.id}`, "/search?q=Pregunta"]) {
    await page.goto(path);
    await expect(page.locator("[data-face=pink]").first()).toHaveText("Ñ");
  }
  await api.call(folderEndpoints.update, {
    params: { id: folder.id },
    body: { name: "Química", color: null, icon: null },
  });
  await page.goto("/folders");
  await expect(face("🧪")).toBeVisible();
});

test("the pill of a row starts the review, and the bin appears on hover and while editing", async ({ page, api }) => {
  await api.register();
  const { folder } = await api.folder("Biología", numberedCards(2));
  await page.goto("/folders");
  const row = page.getByRole("article", { name: "Biología" });
  const bin = row.getByRole("button", { name: "Eliminar carpeta Biología" });
  await page.mouse.move(0, 0);
  await expect(bin).toHaveCSS("opacity", "0");
  await row.hover();
  await expect(bin).toHaveCSS("opacity", "1");
  await page.mouse.move(0, 0);
  await page.getByRole("button", { name: "Más opciones de tus carpetas" }).click();
  await page.getByRole("menuitem", { name: "Editar" }).click();
  await expect(bin).toHaveCSS("opacity", "1");
  await page.getByRole("button", { name: "Listo" }).click();
  await row.getByText("2 cartas").click();
  await expect(page).toHaveURL(new RegExp(`/study/${folder.id}$`));
});
