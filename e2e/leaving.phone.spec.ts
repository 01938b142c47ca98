// What a phone still has of an account after its session has ended, in each of the ways in which a session can end.
import type { APIRequestContext, BrowserContext, Page } from "@playwright/test";
import { accountEndpoints } from "@repasa/contract/account.ts";
import { authEndpoints } from "@repasa/contract/auth.ts";
import { cardEndpoints } from "@repasa/contract/cards.ts";
import { expectAccessible } from "./axe.ts";
import { expect, question, signIn, toasts } from "./fixtures.ts";
import type { Gate } from "./gate.ts";
import { fillCopy, test } from "./gated.ts";
import { type Api, createApi, newPerson, type Person } from "./seed.ts";
import { listCached, readStores } from "./stores.ts";

test.use({ serviceWorkers: "allow" });

/** What no store may contain: the texts of the account's cards and folders, and its address. */
const SECRET = /secret|@ejemplo/i;

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

type Account = { person: Person; folderId: number; image: string };

const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first();

/** Registers an account in the browser that has a card with an image. */
async function createAccount(api: Api, request: APIRequestContext): Promise<Account> {
  const person = await api.register();
  const { folder } = await api.folder("Carpeta secreta", [{ front: "Frase secreta", back: "Otra frase secreta" }]);
  const data = Buffer.from(PIXEL, "base64");
  const { id } = await (await request.post("/api/media", { data, headers: { "Content-Type": "image/png" } })).json();
  const body = { front: `![](media:${id})`, back: "Imagen secreta", format: "markdown" as const };
  await api.call(cardEndpoints.create, { params: { id: folder.id }, body });
  return { person, folderId: folder.id, image: `/api/media/${id}` };
}

/** Uses the account until each store of the device has something of it. */
async function useAccount(page: Page, context: BrowserContext, gate: Gate, { folderId, image }: Account) {
  await fillCopy(page, gate);
  await page.goto(`${gate.origin}/study/${folderId}`);
  await expect(question(page)).toBeVisible();
  await page.goto(`${gate.origin}/dashboard`);
  await page.evaluate(() => localStorage.setItem("repasa:wrong-choices:5", '{"1":{"day":"2026-01-01","ids":[2]}}'));
  const stored = () => readStores(context, gate.origin);
  const parts = ["Frase secreta", "@ejemplo", '"decks",[{"', "repasa-media-", "/notes/home", "wrong-choices"];
  await expect
    .poll(
      async () => {
        const text = await stored();
        return parts.filter((part) => !text.includes(part));
      },
      { timeout: 60_000 },
    )
    .toEqual([]);
  expect(await listCached(context, gate.origin, [image])).toEqual([image]);
}

async function expectNothingLeft(context: BrowserContext, gate: Gate, { image }: Account) {
  await expect.poll(() => readStores(context, gate.origin)).not.toMatch(SECRET);
  // Each of two tabs removes the copy, and opens it before.
  await expect
    .poll(() => readStores(context, gate.origin))
    .not.toMatch(/repasa-(copy|media)-|wrong-choices|\/notes\/(home|copy|member)/);
  expect(await listCached(context, gate.origin, [image])).toEqual([]);
}

async function askToSignOut(page: Page, gate: Gate) {
  await page.goto(`${gate.origin}/settings`);
  await button(page, "Cerrar sesión").tap();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cerrar sesión" }).tap();
}

type Elsewhere = { api: Api; person: Person; context: BrowserContext };

const WAYS: Record<string, (elsewhere: Elsewhere) => Promise<void>> = {
  "a new password elsewhere": async ({ api, person: { password } }) => {
    const [next, confirmPassword] = ["otra clave larga", "otra clave larga"];
    await api.call(authEndpoints.changePassword, {
      body: { currentPassword: password, password: next, confirmPassword },
    });
  },
  "being ended elsewhere": async ({ api }) => {
    const sessions = await api.call(authEndpoints.sessions, {});
    for (const { id } of sessions.filter(({ current }) => !current)) {
      await api.call(authEndpoints.endSession, { params: { id } });
    }
  },
  "the deletion of the account elsewhere": async ({ api, person: { password } }) => {
    await api.call(accountEndpoints.deleteAccount, { body: { password } });
  },
  expiring: ({ context }) => context.clearCookies(),
};

for (const [way, end] of Object.entries(WAYS)) {
  test(`a session that ends by ${way} leaves nothing readable on the phone`, async ({
    page,
    context,
    api,
    gate,
    watch,
    playwright,
    baseURL,
  }) => {
    watch.excuse(/localhost/, "cut");
    watch.excuse(/\/api\//, 401);
    const account = await createAccount(api, context.request);
    await useAccount(page, context, gate, account);
    const request = await playwright.request.newContext({ baseURL: baseURL ?? "" });
    const elsewhere = createApi(request, "UTC");
    await elsewhere.call(authEndpoints.login, { body: account.person });
    const other = await context.newPage();
    await other.goto(`${gate.origin}/folders`);
    await expect(other.getByRole("article", { name: "Carpeta secreta" })).toBeVisible();
    // It hears of the end from the first tab alone.
    await other.route("**/api/changes*", (route) => route.abort());

    await end({ api: elsewhere, person: account.person, context });
    await page.goto(`${gate.origin}/folders/${account.folderId}`);
    await expect(toasts(page)).toContainText("No autorizado");
    await expect(page).toHaveURL(/\/login$/);
    await expectAccessible(page);
    // The other tab leaves with this one.
    await expect(other).toHaveURL(`${gate.origin}/`);
    await expect(other.getByText("Carpeta secreta")).toHaveCount(0);
    await expectNothingLeft(context, gate, account);

    await gate.shut();
    await page.goto(`${gate.origin}/dashboard`);
    await expect(page.getByText("No se pudo conectar con Repasa")).toBeVisible();
    await expect(page.getByText(SECRET)).toHaveCount(0);
    await request.dispose();
  });
}

test("a foreign 401 signs nobody out", async ({ page, context, api, gate, watch }) => {
  watch.excuse(/\/api\//, 401);
  const account = await createAccount(api, context.request);
  await useAccount(page, context, gate, account);
  await context.route("**/api/**", (route) => route.fulfill({ status: 401, body: "<h1>Proxy</h1>" }));
  await page.goto(`${gate.origin}/folders/${account.folderId}`);
  await expect(page.getByText("Frase secreta").first()).toBeVisible();
  await page.goto(`${gate.origin}/dashboard`);
  // Not in the picture of Home, which the page replaces.
  await expect(page.locator("#contenido").getByText(/^2 cartas pendientes/)).toBeVisible();
  expect(await readStores(context, gate.origin)).toContain("Frase secreta");
});

test("signing out with a network leaves nothing on the phone", async ({ page, context, api, gate, watch }) => {
  watch.excuse(/localhost/, "cut");
  watch.excuse(/\/api\//, 401);
  const account = await createAccount(api, context.request);
  await useAccount(page, context, gate, account);
  await askToSignOut(page, gate);
  await expect(page).toHaveURL(/\/login$/);
  await expectNothingLeft(context, gate, account);
  expect(await readStores(context, gate.origin)).not.toContain("/notes/left");
});

/** Returns the calls of all pages and of the worker from now on. */
function recordCalls(context: BrowserContext): string[] {
  const calls: string[] = [];
  context.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

const END = "POST /api/auth/logout";

test("signing out without a network clears the phone at once, and ends the session first thing afterwards", async ({
  page,
  context,
  api,
  gate,
  watch,
}) => {
  watch.excuse(/localhost/, "cut");
  watch.excuse(/\/api\//, 401);
  const account = await createAccount(api, context.request);
  await useAccount(page, context, gate, account);
  const other = await context.newPage();
  await other.goto(`${gate.origin}/folders`);
  await expect(other.getByRole("article", { name: "Carpeta secreta" })).toBeVisible();
  await gate.shut();
  await askToSignOut(page, gate);
  await expect(page).toHaveURL(/\/login$/);
  await expect(toasts(page)).toContainText("Has cerrado sesión sin conexión");
  await expectAccessible(page);
  await expect(other.getByText(SECRET)).toHaveCount(0);
  await expect.poll(() => readStores(context, gate.origin)).not.toMatch(SECRET);
  await other.close();

  await test.step("a start without a network shows a visitor's app, although the cookie is still there", async () => {
    await page.goto(`${gate.origin}/folders`);
    await expect(page).toHaveURL(/\/login$/);
    await expect(button(page, "Iniciar Sesión")).toBeVisible();
    await page.goto(`${gate.origin}/dashboard`);
    await expect(page.getByRole("heading", { name: "Tarjetas de memoria inteligentes" })).toBeVisible();
    await page.goto(`${gate.origin}/`);
    await expect(page.getByRole("heading", { name: "Sin conexión" })).toBeVisible();
    expect((await context.cookies()).map(({ name }) => name)).toContain("repasa");
  });
  await test.step("the end of the session is the first call", async () => {
    await page.close();
    await gate.open();
    const calls = recordCalls(context);
    const next = await context.newPage();
    await next.goto(`${gate.origin}/folders`);
    await expect(next).toHaveURL(/\/login$/);
    expect(calls[0]).toBe(END);
    expect(calls.filter((call) => call === END)).toHaveLength(1);
    await expect.poll(async () => (await context.cookies()).map(({ name }) => name)).not.toContain("repasa");
    await expectNothingLeft(context, gate, account);
    expect(await readStores(context, gate.origin)).not.toContain("/notes/left");
  });
});

test("a session that was left without a network does not end that of who signs in next", async ({
  page,
  context,
  api,
  gate,
  watch,
}) => {
  watch.excuse(/localhost/, "cut");
  watch.excuse(/\/api\//, 401);
  watch.excuse(/\/api\/auth\/logout$/, 409);
  const account = await createAccount(api, context.request);
  await useAccount(page, context, gate, account);
  await gate.shut();
  await askToSignOut(page, gate);
  await expect(page).toHaveURL(/\/login$/);
  await gate.open();
  // By a call that knows nothing of what this browser has to do first.
  await createApi(context.request, "UTC").register(newPerson());
  const calls = recordCalls(context);
  await page.goto(`${gate.origin}/dashboard`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  expect(calls[0]).toBe(END);
  await page.goto(`${gate.origin}/folders`);
  await expect(page).toHaveURL(/\/folders$/);
  expect(calls.filter((call) => call === END)).toHaveLength(1);
  await expect(page.getByText(SECRET)).toHaveCount(0);
});

test("whoever signed out without a network signs in again as soon as there is one", async ({
  page,
  context,
  api,
  gate,
  watch,
}) => {
  watch.excuse(/localhost/, "cut");
  watch.excuse(/\/api\//, 401);
  const account = await createAccount(api, context.request);
  await useAccount(page, context, gate, account);
  await gate.shut();
  await askToSignOut(page, gate);
  await expect(page).toHaveURL(/\/login$/);
  await gate.open();
  const calls = recordCalls(context);
  await signIn(page, account.person);
  await expect(page.getByText(/^2 cartas pendientes/)).toBeVisible();
  expect(calls.slice(0, 2)).toEqual([END, "POST /api/auth/login"]);
  await page.goto(`${gate.origin}/folders`);
  await expect(page.getByRole("article", { name: "Carpeta secreta" })).toBeVisible();
});

/** Runs in the page: notes whether a text of the first account is ever in the document, for however short a time. */
function watchSecrets(): void {
  const look = () => {
    if (/secret/i.test(document.documentElement.textContent ?? "")) Object.assign(window, { hasSeenSecret: true });
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true, characterData: true });
}

for (const screen of ["/dashboard", "/study"]) {
  test(`a cookie that was replaced from outside never shows the first account at ${screen}`, async ({
    page,
    context,
    api,
    gate,
    watch,
  }) => {
    watch.excuse(/localhost/, "cut");
    const account = await createAccount(api, context.request);
    await useAccount(page, context, gate, account);
    await page.goto("about:blank");
    await createApi(context.request, "UTC").register(newPerson());
    // The server is slow to say whose session it is.
    await context.route("**/api/**", async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 1000));
      await route.continue();
    });
    await page.addInitScript(watchSecrets);
    await page.goto(gate.origin + screen);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    expect(await page.evaluate(() => "hasSeenSecret" in window)).toBe(false);
    await expect.poll(() => readStores(context, gate.origin)).not.toMatch(/secret/i);
  });
}
