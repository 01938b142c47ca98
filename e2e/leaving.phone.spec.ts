// What a phone still has of an account after its session has ended, in each of the ways in which a session can end.
// `signing-out.phone.spec.ts` has the one with most steps.
import type { BrowserContext } from "@playwright/test";
import { accountEndpoints } from "@repasa/contract/account.ts";
import { authEndpoints } from "@repasa/contract/auth.ts";
import { expect, signIn, toasts } from "./fixtures.ts";
import {
  askToSignOut,
  END,
  expectNothingLeft,
  recordCalls,
  SECRET,
  signOutWithoutNetwork,
  test,
} from "./left-account.ts";
import { type Api, createApi, newPerson, type Person } from "./seed.ts";
import { readStores } from "./stores.ts";

test.use({ serviceWorkers: "allow" });

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
    account,
    gate,
    playwright,
    baseURL,
  }) => {
    const request = await playwright.request.newContext({ baseURL: baseURL ?? "" });
    const elsewhere = createApi(request, "UTC");
    await elsewhere.call(authEndpoints.login, { body: account.person });
    const other = await context.newPage();
    await other.goto(`${gate.origin}/folders`);
    await expect(other.getByRole("article", { name: "Carpeta secreta" })).toBeVisible();
    // It hears of the end from the first tab alone: no call of its own is answered afterwards.
    await other.waitForLoadState("networkidle");
    await other.route("**/api/changes*", (route) => route.abort());

    await end({ api: elsewhere, person: account.person, context });
    await page.goto(`${gate.origin}/folders/${account.folderId}`);
    await expect(toasts(page)).toContainText("No autorizado");
    await expect(page).toHaveURL(/\/login$/);
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

test("a foreign 401 signs nobody out", async ({ page, context, account, gate }) => {
  await context.route("**/api/**", (route) => route.fulfill({ status: 401, body: "<h1>Proxy</h1>" }));
  await page.goto(`${gate.origin}/folders/${account.folderId}`);
  await expect(page.getByText("Frase secreta").first()).toBeVisible();
  await page.goto(`${gate.origin}/dashboard`);
  // Not in the picture of Home, which the page replaces.
  await expect(page.locator("#contenido").getByText(/^2 cartas pendientes/)).toBeVisible();
  expect(await readStores(context, gate.origin)).toContain("Frase secreta");
});

test("signing out with a network leaves nothing on the phone", async ({ page, context, account, gate }) => {
  await askToSignOut(page, gate);
  await expect(page).toHaveURL(/\/login$/);
  await expectNothingLeft(context, gate, account);
  expect(await readStores(context, gate.origin)).not.toContain("/notes/left");
});

test("a session that was left without a network does not end that of who signs in next", async ({
  page,
  context,
  gate,
}) => {
  await signOutWithoutNetwork(page, gate);
  await gate.open();
  // By a call that knows nothing of what this browser has to do first.
  await createApi(context.request, "UTC").register(newPerson());
  const calls = recordCalls(context);
  await page.goto(`${gate.origin}/dashboard`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await page.goto(`${gate.origin}/folders`);
  await expect(page).toHaveURL(/\/folders$/);
  // Signing in has replaced the session, and with it the cookie that said that one was left.
  expect(calls).not.toContain(END);
  await expect(page.getByText(SECRET)).toHaveCount(0);
});

test("whoever signed out without a network signs in again as soon as there is one", async ({
  page,
  context,
  account,
  gate,
}) => {
  await signOutWithoutNetwork(page, gate);
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
    gate,
  }) => {
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
