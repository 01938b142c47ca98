import type { Page } from "@playwright/test";
import { storeEndpoints } from "@repasa/contract/store.ts";
import { announcer, expect, holdCalls, question, test, toasts } from "./fixtures.ts";

const article = (page: Page, name: string) => page.getByRole("article", { name, exact: true });

test.beforeEach(({ api }) => api.register());

test("a folder of the store is previewed, added with one tap, studied, deleted and added again", async ({
  page,
  api,
}) => {
  const [first, second] = await api.call(storeEndpoints.catalog, {});
  if (!first || !second) throw new Error("the store has less than two folders");
  const { cards } = await api.call(storeEndpoints.preview, { params: { slug: first.slug } });
  await page.goto("/");
  await page.getByRole("link", { name: "Tienda" }).click();
  await expect(page.getByRole("list", { name: "Carpetas listas para estudiar" }).getByRole("article")).toHaveCount(
    (await api.call(storeEndpoints.catalog, {})).length,
  );

  await article(page, first.name).getByRole("button", { name: "Vista previa" }).click();
  const preview = page.getByRole("dialog", { name: first.name });
  await expect(preview.getByText(`8 de sus ${first.cardCount} cartas`)).toBeVisible();
  await expect(preview.getByRole("term")).toHaveCount(8);
  await expect(preview.getByRole("term").first()).toHaveText(cards[0]?.front ?? "");
  await expect(preview.getByRole("region", { name: "Fuentes" }).getByRole("listitem").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(article(page, first.name).getByRole("button", { name: "Vista previa" })).toBeFocused();

  await article(page, first.name).getByRole("button", { name: "Añadir" }).click();
  await expect(announcer(page)).toHaveText("Carpeta añadida");
  await expect(article(page, first.name).getByText("Añadida")).toBeVisible();
  await expect(article(page, first.name).getByRole("link", { name: "Empezar" })).toBeFocused();
  await expect(article(page, second.name).getByRole("button", { name: "Añadir" })).toBeVisible();

  await article(page, first.name).getByRole("link", { name: "Empezar" }).click();
  await expect(question(page)).toContainText(cards[0]?.front ?? "");
  await expect(page.getByText("Carta 1 de 10")).toBeVisible();

  await page.goto("/folders");
  await page.getByRole("button", { name: `Eliminar carpeta ${first.name}` }).click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Eliminar carpeta" }).click();
  await expect(toasts(page).getByText("Carpeta eliminada correctamente")).toBeVisible();
  await page.getByRole("link", { name: "Tienda" }).click();
  await article(page, first.name).getByRole("button", { name: "Añadir" }).click();
  await article(page, first.name).getByRole("link", { name: "Ver cartas" }).click();
  await expect(page.getByRole("heading", { name: first.name })).toBeVisible();
});

test("says that the store is loading", async ({ page }) => {
  const arrive = await holdCalls(page, "**/assets/store-page-*.js");
  await page.goto("/store");
  await expect(page.getByText("Cargando tienda...")).toBeVisible();
  arrive();
  await expect(page.getByRole("heading", { name: "Tienda" })).toBeVisible();
});
