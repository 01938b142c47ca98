import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** Writes a card in the folder whose page is open, on a touch screen. */
export async function writeCard(page: Page, front: string, back: string): Promise<void> {
  await page.getByRole("button", { name: "Añadir carta" }).first().tap();
  const dialog = page.getByRole("dialog", { name: "Crear nueva carta" });
  await dialog.getByLabel("Pregunta").fill(front);
  await dialog.getByLabel("Respuesta").fill(back);
  await dialog.getByRole("button", { name: "Guardar", exact: true }).tap();
  await expect(dialog).toBeHidden();
}
