import { join } from "node:path";
import type { Page } from "@playwright/test";
import { expectAccessible } from "./axe.ts";
import { answer, expect, question, test, toasts, waitForAnimations } from "./fixtures.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const dialog = (page: Page) => page.getByRole("dialog", { name: "Crear nueva carta" });

/** Takes a picture of the screen if E2E_PICTURES is set. */
async function takePicture(page: Page, name: string) {
  if (process.env.E2E_PICTURES) await page.screenshot({ path: join(process.env.E2E_PICTURES, `${name}.png`) });
}

/** Returns a photograph of one colour, as a file to upload. */
async function createPhotograph(page: Page) {
  const bytes = await page.evaluate(async () => {
    const canvas = document.createElement("canvas");
    canvas.width = 640;
    canvas.height = 400;
    const context = canvas.getContext("2d");
    if (context) {
      context.fillStyle = "teal";
      context.fillRect(0, 0, 640, 400);
    }
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    return [...new Uint8Array((await blob?.arrayBuffer()) ?? new ArrayBuffer(0))];
  });
  return { name: "mitocondria.png", mimeType: "image/png", buffer: Buffer.from(bytes) };
}

test("a card with a gap, a formula and an image is written, shown and studied", async ({ page, api }) => {
  const { folder } = await api.registerWith("Biología");
  await page.goto(`/folders/${folder.id}`);
  await button(page, "Añadir carta").tap();
  const front = dialog(page).getByLabel("Pregunta");
  await expect(front).toBeFocused();
  await page.keyboard.type("La energía libre es ");
  await dialog(page).getByRole("switch", { name: "Con formato" }).tap();
  // The keyboard stays open.
  await expect(front).toBeFocused();
  await page.keyboard.press("Control+M");
  await page.keyboard.type("\\Delta G = \\Delta H - T\\Delta S");
  await page.keyboard.press("End");
  await page.keyboard.type(", y la mide la ");
  await button(page, "Hueco").tap();
  await page.keyboard.type("mitocondria");
  await expect(front).toHaveValue(
    "La energía libre es $\\Delta G = \\Delta H - T\\Delta S$, y la mide la {{c1::mitocondria}}",
  );
  await page.keyboard.press("Control+Z");
  await expect(front).not.toHaveValue(/mitocondria/);
  await page.keyboard.press("Control+Shift+Z");
  await expect(front).toHaveValue(/\{\{c1::mitocondria\}\}$/);
  await page.keyboard.press("Control+End");
  const chooser = page.waitForEvent("filechooser");
  await button(page, "Imagen o audio").tap();
  await (await chooser).setFiles(await createPhotograph(page));
  await expect(front).toHaveValue(/!\[mitocondria\]\(media:[\da-f]{64}\)$/);
  await takePicture(page, "editor-390");
  await expectAccessible(page);
  await button(page, "Vista previa").tap();
  const preview = dialog(page).getByRole("region", { name: "Vista previa" });
  await expect(preview.locator(".katex").first()).toBeVisible();
  await expect(preview.locator("img.rich-image")).toHaveJSProperty("naturalWidth", 640);
  await expect(preview.locator("mark.gap")).toHaveText("[...]");
  await waitForAnimations(page);
  await expectAccessible(page);
  await takePicture(page, "preview-390");
  await button(page, "Mostrar Respuesta").tap();
  await expect(preview.locator("mark.gap")).toHaveText("mitocondria");
  await button(page, "Escribir").tap();
  await expect(preview).toBeHidden();
  await expect(front).toBeFocused();
  await button(page, "Guardar").tap();
  await expect(toasts(page).getByText("Carta creada exitosamente")).toBeVisible();
  await expect(page.getByRole("listitem").getByText("[...]")).toBeVisible();
  await takePicture(page, "folder-390");
  await page.goto(`/folders/${folder.id}?vista=leer`);
  await expect(page.locator(".katex").first()).toBeVisible();

  await page.goto(`/study/${folder.id}`);
  await expect(question(page).locator("mark.gap")).toHaveText("[...]");
  await expect(question(page).locator(".katex").first()).toBeVisible();
  await expect(question(page).locator("img")).toHaveJSProperty("complete", true);
  await waitForAnimations(page);
  await expectAccessible(page);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await takePicture(page, `question-390-${colorScheme}`);
  }
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await page.keyboard.press("Space");
  await expect(answer(page).locator("mark.gap")).toHaveText("mitocondria");
  await takePicture(page, "answer-390");
  if (process.env.E2E_PICTURES) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await takePicture(page, "answer-1280");
    await page.keyboard.press("e");
    await expect(page.getByRole("dialog").locator(".katex").first()).toBeVisible();
    await waitForAnimations(page);
    await takePicture(page, "editor-1280-dark");
    await page.emulateMedia({ colorScheme: "light" });
    await takePicture(page, "editor-1280");
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog")).toBeHidden();
    await page.goto(`/folders/${folder.id}`);
    await page.getByRole("link", { name: /energía/ }).click();
    await expect(page.locator(".katex").first()).toBeVisible();
    await waitForAnimations(page);
    await takePicture(page, "card-1280");
  }
});
