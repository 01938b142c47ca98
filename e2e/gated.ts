// Journeys whose browser reaches the server through a gate, which they can shut, and whose app has its service worker.
import type { Page } from "@playwright/test";
import { isCopyFilled } from "./copy.ts";
import { answer, test as base, expect } from "./fixtures.ts";
import { type Gate, openGate } from "./gate.ts";
import type { Api, Texts } from "./seed.ts";

/** Registers an account with a folder, and waits until the device has a copy of both. */
type CarryFolder = (cards: readonly Texts[], name?: string) => ReturnType<Api["registerWith"]>;

export const test = base.extend<{ gate: Gate; carryFolder: CarryFolder }>({
  gate: async ({ baseURL, watch }, use) => {
    // Shut, it cuts connections.
    watch.excuse(/localhost/, "cut");
    const gate = await openGate(baseURL ?? "");
    await use(gate);
    await gate.shut().catch(() => {});
  },
  carryFolder: ({ page, api, gate }, use) =>
    use(async (cards, name = "Química") => {
      const registered = await api.registerWith(name, cards);
      await fillCopy(page, gate);
      return registered;
    }),
});

/** Opens Home and waits until the copy has been filled and the worker can open the app. */
export async function fillCopy(page: Page, gate: Gate) {
  await page.goto(`${gate.origin}/dashboard`);
  await expect.poll(() => isCopyFilled(page), { timeout: 60_000 }).toBe(true);
}

export const button = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first();

/** Shows the answer of a card, and rates it by a button. */
export async function rate(page: Page, name: RegExp): Promise<void> {
  await button(page, "Mostrar Respuesta").tap();
  await expect(answer(page)).toBeVisible();
  await button(page, name).tap();
  await expect(answer(page)).toBeHidden();
}
