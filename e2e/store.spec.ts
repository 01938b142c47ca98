import type { Page } from "@playwright/test";
import { storeEndpoints } from "@repasa/contract/store.ts";
import { expect, question, sellPremium, test, toasts } from "./fixtures.ts";

const ADD = "**/api/store/folders/*";
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
  await expect(preview.getByRole("term")).toHaveCount(8);
  await expect(preview.getByRole("term").first()).toHaveText(cards[0]?.front ?? "");
  await expect(preview.getByRole("region", { name: "Fuentes" }).getByRole("listitem").first()).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(article(page, first.name).getByRole("button", { name: "Vista previa" })).toBeFocused();

  await article(page, first.name).getByRole("button", { name: "Añadir" }).click();
  await expect(toasts(page).getByText("Carpeta añadida")).toBeVisible();
  await expect(article(page, first.name).getByText("Añadida")).toBeVisible();
  await expect(article(page, first.name).getByRole("link", { name: "Empezar" })).toBeFocused();
  await expect(article(page, second.name).getByRole("button", { name: "Añadir" })).toBeVisible();

  await article(page, first.name).getByRole("link", { name: "Empezar" }).click();
  await expect(question(page)).toContainText(cards[0]?.front ?? "");
  await expect(page.getByText("Carta 1 de 20")).toBeVisible();

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
  let arrive = () => {};
  const arrival = new Promise<void>((settle) => {
    arrive = settle;
  });
  await page.route("**/assets/store-page-*.js", async (route) => {
    await arrival;
    await route.continue();
  });
  await page.goto("/store");
  await expect(page.getByText("Cargando tienda...")).toBeVisible();
  arrive();
  await expect(page.getByRole("heading", { name: "Tienda" })).toBeVisible();
});

test("offers another attempt if it cannot be loaded", async ({ page, watch }) => {
  watch.excuse(/\/api\/store\/folders$/, 500);
  await page.route("**/api/store/folders", (route) => route.fulfill({ status: 500, body: "" }), { times: 1 });
  await page.goto("/store");
  await expect(page.getByText("No se pudo cargar la tienda")).toBeVisible();
  await page.getByRole("button", { name: "Reintentar" }).click();
  await expect(page.getByRole("article").first()).toBeVisible();
});

test("says why a folder was not added", async ({ page, watch }) => {
  watch.excuse(/\/api\/store\/folders\//, 500);
  await page.goto("/store");
  const add = page.getByRole("article").first().getByRole("button", { name: "Añadir" });
  await page.route(ADD, (route) => route.fulfill({ status: 500, body: "" }), { times: 1 });
  await add.click();
  await expect(toasts(page).getByText("Error al añadir la carpeta")).toBeVisible();
  await add.click();
  await expect(page.getByRole("article").first().getByText("Añadida")).toBeVisible();
});

test("a folder that was added elsewhere meanwhile is shown as added", async ({ page, api, watch }) => {
  watch.excuse(/\/api\/store\/folders\//, 409);
  await page.goto("/store");
  const first = page.getByRole("article").first();
  await expect(first.getByRole("button", { name: "Añadir" })).toBeVisible();
  const [folder] = await api.call(storeEndpoints.catalog, {});
  const { id } = await api.call(storeEndpoints.add, { params: { slug: folder?.slug ?? "" } });
  await first.getByRole("button", { name: "Añadir" }).click();
  await expect(toasts(page).getByText("Ya tienes esta carpeta")).toBeVisible();
  await expect(first.getByRole("link", { name: "Ver cartas" })).toHaveAttribute("href", `/folders/${id}`);
});

test("reaching a limit opens the paywall, which says so and closes without side effects", async ({ page, watch }) => {
  watch.excuse(/\/api\/store\/folders\//, 402);
  watch.excuse(/\/api\/stripe\/price$/, 503);
  await sellPremium(page);
  const message = "El plan gratuito llega a 10 carpetas";
  await page.route(ADD, (route) => route.fulfill({ status: 402, json: { message, code: "limit_reached" } }));
  await page.goto("/store");
  const add = page.getByRole("article").first().getByRole("button", { name: "Añadir" });
  await add.click();
  const sheet = page.getByRole("dialog", { name: "Impulsa tu memoria" });
  await expect(sheet.getByText(message)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();
  await expect(add).toBeFocused();
  await page.getByRole("button", { name: "Descubrir Premium" }).click();
  await expect(sheet).toBeVisible();
  await expect(sheet.getByText(message)).toBeHidden();
});
