// A folder's face: made from its name, changed in the dialog, and the same on every screen.
import { HUES } from "@repasa/contract/folder-faces.ts";
import { FOLDER_COLORS } from "@repasa/contract/folders.choices.ts";
import { folderEndpoints } from "@repasa/contract/folders.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./fixtures.ts";
import { chooseInFolderMenu } from "./folder-menu.ts";
import { numberedCards } from "./seed.ts";

test("a folder has a face of its own, which can be changed and comes along to every screen", async ({ page, api }) => {
  const { folder } = await api.registerWith("Biología", numberedCards(2));
  expect(folder).toMatchObject({ icon: "🧬", iconChosen: false });
  await api.folder("Historia", numberedCards(1));
  const face = (icon: string) => page.locator("[data-face]", { hasText: icon }).first();

  await page.goto("/folders");
  await expect(face("🧬")).toBeVisible();
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

test("a row starts the review, and the bin appears on hover and while editing", async ({ page, api }) => {
  const { folder } = await api.registerWith("Biología", numberedCards(2));
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
  await row.getByRole("link", { name: "Empezar" }).click();
  await expect(page).toHaveURL(new RegExp(`/study/${folder.id}$`));
});

test("the colours of faces are equally light and legible in both schemes", async ({ page, api }) => {
  const { folder } = await api.registerWith("Biología", numberedCards(1));
  await page.goto(`/folders/${folder.id}`);
  await chooseInFolderMenu(page, "Editar carpeta");
  await page.getByRole("button", { name: "Color e icono" }).click();
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const faces = await page
      .getByRole("radiogroup", { name: "Color" })
      .locator("[data-face]")
      .evaluateAll(measureFaces);
    expect(faces.map(({ color }) => color)).toEqual(FOLDER_COLORS);
    const hues = faces.filter(({ color }) => color !== "gray").map(({ color, hue }) => [color, hue]);
    expect(Object.fromEntries(hues)).toEqual(HUES);
    expect(new Set(faces.map(({ lightness }) => lightness)).size).toBe(1);
    expect(new Set(faces.map(({ ground }) => ground)).size).toBe(FOLDER_COLORS.length);
    for (const { color, contrast } of faces) expect(contrast, `${color}, ${colorScheme}`).toBeGreaterThan(6);
  }
});

/** Runs in the page. */
function measureFaces(faces: Element[]) {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  if (!canvas) throw new Error("no canvas");
  const luminance = (color: string) => {
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = [...canvas.getImageData(0, 0, 1, 1).data].map((value) => {
      const part = value / 255;
      return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  return faces.map((face) => {
    const { color: ink, backgroundColor: ground } = getComputedStyle(face);
    const [dark = 0, light = 0] = [luminance(ink), luminance(ground)].sort((a, b) => a - b);
    return {
      color: (face as HTMLElement).dataset.face,
      ground,
      hue: Number(getComputedStyle(face).getPropertyValue("--hue")),
      lightness: /oklch\(([\d.%]+)/.exec(ground)?.[1],
      contrast: (light + 0.05) / (dark + 0.05),
    };
  });
}
