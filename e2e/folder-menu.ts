import type { Page } from "@playwright/test";

/** Chooses an entry in the menu of a folder's page. */
export async function chooseInFolderMenu(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Más opciones de la carpeta" }).click();
  await page.getByRole("menuitem", { name, exact: true }).click();
}
