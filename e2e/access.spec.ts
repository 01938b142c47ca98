import type { Page } from "@playwright/test";
import { authEndpoints } from "@repasa/contract/auth.ts";
import { answer, expect, question, signIn, test } from "./fixtures.ts";
import { createApi, newPerson, numberedCards } from "./seed.ts";

const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
const navigation = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Principal" }).getByRole("link", { name });

/** A screen may still be loading, or the copy of the account, at the moment in which the session ends. */
const STILL_LOADING = [/\/api\//, 401] as const;

/** Runs in the page: keeps what toasts say. On a busy machine, one may be over before the journey looks. */
function keepToasts(): void {
  const said = new Set<string | null>();
  Object.assign(window, { said });
  new MutationObserver(() => {
    for (const toast of document.querySelectorAll("[aria-label^=Notificaciones] li")) said.add(toast.textContent);
  }).observe(document, { childList: true, subtree: true, characterData: true });
}

/** Acts, and expects the toast about the missing session, and then the login. */
async function expectSentToLogin(page: Page, act: () => Promise<unknown>) {
  await page.addInitScript(keepToasts);
  await page.evaluate(keepToasts);
  await act();
  await expect(page).toHaveURL("/login");
  await expect(page.getByRole("heading", { name: "Iniciar Sesión" })).toBeVisible();
  await expect
    .poll(() => page.evaluate(() => [...(window as unknown as { said: Set<string> }).said]))
    .toContain("No autorizadoHas cerrado sesión. Iniciando sesión de nuevo...");
}

test("a visitor without a session is sent from a screen of the app to the login", async ({ page }) => {
  await expectSentToLogin(page, () => page.goto("/folders/1"));
});

test("a session that ends on the server ends on the screen at the next call", { tag: "@smoke" }, async ({
  page,
  api,
  watch,
  playwright,
}) => {
  const { person } = await api.registerWith("Secretos", numberedCards(2));
  await page.goto("/");
  await expect(page.getByRole("article", { name: "Secretos" })).toBeVisible();

  // The same user ends this browser's session from another one.
  const elsewhere = await playwright.request.newContext({ baseURL: new URL(page.url()).origin });
  const other = createApi(elsewhere, "UTC");
  await other.call(authEndpoints.login, { body: person });
  const sessions = await other.call(authEndpoints.sessions, {});
  for (const { id, current } of sessions) {
    if (!current) await other.call(authEndpoints.endSession, { params: { id } });
  }
  await elsewhere.dispose();

  watch.excuse(/\/api\/(folders|user|cards)/, 401);
  await expectSentToLogin(page, () => navigation(page, "Carpetas").click());
  await expect(page.getByText("Secretos")).toHaveCount(0);
});

test("a rating given after the session ended is sent once its owner has signed in again", async ({
  page,
  context,
  api,
  watch,
}) => {
  const { person, folder } = await api.registerWith("Latín", numberedCards(3));
  await page.goto(`/study/${folder.id}`);
  const front = await question(page).innerText();
  await page.keyboard.press("Space");
  await expect(answer(page)).toBeVisible();
  await context.clearCookies();
  watch.excuse(/\/api\/(cards|costly-cards|folders|study-sessions)/, 401);
  watch.excuseLog("The study session was not recorded");
  await expectSentToLogin(page, () => page.keyboard.press("3"));
  await signIn(page, person);
  await expect(page).toHaveURL("/");
  await expect(page.getByRole("heading", { name: "1 día de racha" })).toBeVisible();
  expect(await api.ratings()).toBe(1);
  expect((await api.log(folder.id))[front]).toEqual({ reviewCount: 1, difficulty: "easy" });
});

test("after signing out, Back shows nothing private", async ({ page, api, watch }) => {
  watch.excuse(...STILL_LOADING);
  const { folder } = await api.registerWith("Diario", numberedCards(1));
  await page.goto(`/folders/${folder.id}`);
  await expect(page.getByText("Pregunta 1")).toBeVisible();
  await page.goto("/settings");
  await button(page, "Cerrar sesión").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cerrar sesión" }).click();
  await expect(page).toHaveURL("/login");
  // Signing out needs no warning about a lost session.
  await expect(page.getByText("No autorizado")).toHaveCount(0);

  await expectSentToLogin(page, () => page.goBack());
  await expect(page.getByText("Pregunta 1")).toHaveCount(0);
  await expect(page.getByText("Diario")).toHaveCount(0);
});

/** Returns everything that the page's browser stores for the site, as text. */
function readStorage(page: Page): Promise<string> {
  return page.evaluate(async () => {
    const stored: unknown[] = [{ ...localStorage }, { ...sessionStorage }];
    const ask = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
      });
    for (const { name } of await indexedDB.databases()) {
      const database = await ask(indexedDB.open(name ?? ""));
      for (const store of database.objectStoreNames) {
        stored.push(store, await ask(database.transaction(store).objectStore(store).getAll()));
      }
      database.close();
    }
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) stored.push(request.url, await (await cache.match(request))?.text());
    }
    return JSON.stringify(stored);
  });
}

test("signing out removes everything from all tabs of the browser, and asks before it loses unsent ratings", async ({
  page,
  api,
  context,
  watch,
}) => {
  watch.excuse(...STILL_LOADING);
  const { person: ana, folder } = await api.registerWith("Diario", numberedCards(3));
  // She writes in one tab and studies in another, whose rating cannot be sent.
  await page.goto(`/folders/${folder.id}`);
  await button(page, "Añadir carta").click();
  await page.getByRole("dialog").getByLabel("Pregunta").fill("Pregunta a medias");
  const other = await context.newPage();
  watch.excuse(/\/review$/, 503);
  // As a server that can store nothing, so that the rating waits as long as it takes.
  const json = { message: "No podemos guardar nada ahora mismo", code: "unavailable" };
  await context.route("**/api/cards/*/review", (route) => route.fulfill({ status: 503, json }));
  await other.goto(`/study/${folder.id}`);
  await expect(question(other)).toBeVisible();
  await other.keyboard.press("Space");
  await expect(answer(other)).toBeVisible();
  await other.keyboard.press("3");
  await expect.poll(() => readStorage(other)).toContain('"kind":"review"');
  await expect.poll(() => readStorage(page)).toContain("Pregunta a medias");
  await expect.poll(() => readStorage(other)).toContain("Pregunta 2");

  await page.goto("/settings");
  await button(page, "Cerrar sesión").click();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cerrar sesión" }).click();
  await expect(page.getByRole("alertdialog", { name: "Quedan cambios por enviar" })).toContainText("1 cambio");
  expect(await readStorage(page)).toContain('"kind":"review"');
  await button(page, "Cerrar sesión y perderlos").click();
  await expect(page).toHaveURL("/login");
  await expect(other).toHaveURL("/");
  await expect(other.getByRole("heading", { name: "Tarjetas de memoria inteligentes" })).toBeVisible();
  for (const tab of [page, other]) {
    await expect.poll(() => readStorage(tab)).not.toMatch(/Pregunta|"kind":"review"/);
  }

  // She signs in again; then her session expires, and another user signs in.
  await other.close();
  await context.unroute("**/api/cards/*/review");
  await signIn(page, ana);
  await expect(page).not.toHaveURL("/login");
  await page.goto(`/study/${folder.id}`);
  await expect.poll(() => readStorage(page)).toContain("Pregunta 2");
  await context.clearCookies();
  await page.goto("/login");
  await expect.poll(() => readStorage(page)).not.toContain("Pregunta");
  const eva = newPerson();
  await createApi(context.request, "UTC").register(eva);
  await page.goto("/");
  await expect.poll(() => readStorage(page)).not.toContain("Pregunta");
});
