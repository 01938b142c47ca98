import type { Page } from "@playwright/test";
import { expect, test, toasts } from "./fixtures.ts";
import { numberedCards } from "./seed.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

/** Days from the browser's today, as its date field takes them. */
const dateIn = (page: Page, days: number) =>
  page.evaluate((days) => {
    const date = new Date();
    date.setHours(12);
    date.setDate(date.getDate() + days);
    return date.toLocaleDateString("sv");
  }, days);

test("an exam is set from a folder, counted down to on Home, moved and deleted", async ({ page, api }) => {
  await api.register();
  const { folder, cards } = await api.folder("Anatomía", numberedCards(6));
  if (cards[0]) await api.rate(cards[0], "medium");
  await api.folder("Inglés", numberedCards(1));
  await page.goto(`/folders/${folder.id}`);

  await test.step("from the folder, which is chosen", async () => {
    await button(page, "Examen").click();
    const dialog = page.getByRole("dialog", { name: "Nuevo examen" });
    await expect(dialog.getByRole("checkbox", { name: "Anatomía" })).toBeChecked();
    await expect(dialog.getByRole("checkbox", { name: "Inglés" })).not.toBeChecked();
    await dialog.getByRole("button", { name: "Crear examen" }).click();
    await expect(dialog.getByText("Escribe el nombre del examen")).toBeVisible();
    await expect(dialog.getByText("La fecha debe estar entre mañana y dentro de un año")).toBeVisible();
    await dialog.getByLabel("Nombre").fill("Parcial de anatomía");
    await dialog.getByLabel("Fecha").fill(await dateIn(page, 12));
    await dialog.getByRole("button", { name: "Crear examen" }).click();
    await expect(page.getByRole("heading", { name: "Parcial de anatomía", level: 1 })).toBeVisible();
    await expect(page).toHaveURL(/\/exams\/\d+$/);
    await expect(toasts(page).getByText("Examen creado")).toBeVisible();
    await expect(page.getByText("En 12 días,")).toBeVisible();
    await expect(page.getByRole("heading", { name: "Lo que recordarás ese día" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Pregunta 1" })).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("link", { name: "Parcial de anatomía" })).toBeVisible();
  });

  await test.step("on Home", async () => {
    await page.goto("/");
    await expect(page.getByText("En 12 días: Parcial de anatomía")).toBeVisible();
    await page.getByRole("link", { name: "Parcial de anatomía" }).click();
  });

  await test.step("to another date", async () => {
    await button(page, "Editar examen").click();
    const dialog = page.getByRole("dialog", { name: "Editar examen" });
    await dialog.getByRole("checkbox", { name: "Inglés" }).check();
    await dialog.getByLabel("Fecha").fill(await dateIn(page, 1));
    await dialog.getByRole("button", { name: "Guardar cambios" }).click();
    await expect(page.getByText("Mañana,")).toBeVisible();
    await expect(page.getByRole("list", { name: "Carpetas del examen" }).getByRole("article")).toHaveCount(2);
    await page.goto("/folders");
    await page.getByRole("link", { name: "Exámenes" }).click();
    await expect(page.getByRole("article", { name: "Parcial de anatomía" })).toContainText("Mañana");
    await page.getByRole("article", { name: "Parcial de anatomía" }).getByRole("link").click();
  });

  await test.step("and away", async () => {
    await button(page, "Eliminar examen").click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Eliminar examen" }).click();
    await expect(page.getByRole("heading", { name: "Llega a tu examen con todo fresco" })).toBeVisible();
    await expect(page).toHaveURL("/exams");
    await page.goto("/");
    await expect(page.getByRole("heading", { name: "Anatomía" })).toBeVisible();
    await expect(page.getByText("Parcial de anatomía")).toBeHidden();
  });
});
