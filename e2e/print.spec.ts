import { cardEndpoints } from "@repasa/contract/cards.ts";
import { expect, test } from "./fixtures.ts";
import { chooseInFolderMenu } from "./folder-menu.ts";
import { numberedCards } from "./seed.ts";

test("a folder is printed in three ways, whole and without the app around it", async ({ page, api }) => {
  const { folder } = await api.registerWith("Biología celular", numberedCards(24));
  const body = { front: "Área de un círculo", back: "$\\pi r^2$", format: "markdown" as const };
  await api.call(cardEndpoints.create, { params: { id: folder.id }, body });
  await page.goto(`/folders/${folder.id}`);
  await chooseInFolderMenu(page, "Imprimir");
  await expect(page.getByRole("article", { name: "Vista previa" }).locator(".katex").first()).toBeVisible();

  const cards = page.locator("[data-printed-card]");
  for (const [name, pages] of [
    ["Lista", 1],
    ["Examen", 2],
    ["Tarjetas", 5],
  ] as const) {
    await page.getByRole("radio", { name }).check();
    await page.emulateMedia({ media: "print" });
    await expect(cards).toHaveCount(25);
    await expect(cards.first()).toBeVisible();
    await expect(page.getByRole("navigation")).toHaveCount(0);
    await expect(page.getByRole("link", { name: "Repasa, inicio" })).toHaveCount(0);
    await expect(page.getByRole("button", { name: "Imprimir" })).toBeHidden();
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    expect(pdf.match(/\/Type \/Page\b/g)?.length, name).toBeGreaterThanOrEqual(pages);
    await page.emulateMedia({ media: "screen" });
  }
});
