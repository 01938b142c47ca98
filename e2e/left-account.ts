// An account in each store of a phone, and what is left of it there.
import type { APIRequestContext, BrowserContext, Page } from "@playwright/test";
import { cardEndpoints } from "@repasa/contract/cards.ts";
import { expect, question } from "./fixtures.ts";
import type { Gate } from "./gate.ts";
import { button, fillCopy, test as gated } from "./gated.ts";
import type { Api, Person } from "./seed.ts";
import { listCached, readStores } from "./stores.ts";

/** What no store may contain: the texts of the account's cards and folders, and its address. */
export const SECRET = /secret|@ejemplo/i;

const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

type Account = { person: Person; folderId: number; image: string };

/** Registers an account in the browser that has a card with an image. */
async function createAccount(api: Api, request: APIRequestContext): Promise<Account> {
  const { person, folder } = await api.registerWith("Carpeta secreta", [
    { front: "Frase secreta", back: "Otra frase secreta" },
  ]);
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

/** Journeys that begin with an account in each store of the phone. */
export const test = gated.extend<{ account: Account }>({
  account: [
    async ({ page, context, api, gate, watch }, use) => {
      // What the app asks for after the session's end.
      watch.excuse(/\/api\//, 401);
      const account = await createAccount(api, context.request);
      await useAccount(page, context, gate, account);
      await use(account);
    },
    { auto: true },
  ],
});

export async function expectNothingLeft(context: BrowserContext, gate: Gate, { image }: Account) {
  await expect.poll(() => readStores(context, gate.origin)).not.toMatch(SECRET);
  // Each of two tabs removes the copy, and opens it before.
  await expect
    .poll(() => readStores(context, gate.origin))
    .not.toMatch(/repasa-(copy|media)-|wrong-choices|\/notes\/(home|copy|member)/);
  expect(await listCached(context, gate.origin, [image])).toEqual([]);
}

export async function askToSignOut(page: Page, gate: Gate) {
  await page.goto(`${gate.origin}/settings`);
  await button(page, "Cerrar sesión").tap();
  await page.getByRole("alertdialog").getByRole("button", { name: "Cerrar sesión" }).tap();
}

export async function signOutWithoutNetwork(page: Page, gate: Gate) {
  await gate.shut();
  await askToSignOut(page, gate);
  await expect(page).toHaveURL(/\/login$/);
}

/** Returns the calls of all pages and of the worker from now on. */
export function recordCalls(context: BrowserContext): string[] {
  const calls: string[] = [];
  context.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith("/api/")) calls.push(`${request.method()} ${pathname}`);
  });
  return calls;
}

export const END = "POST /api/auth/logout";
