// Journeys whose browser reaches the server through a gate, which they can shut, and whose app has its service worker.
import type { Page } from "@playwright/test";
import { test as base, expect } from "./fixtures.ts";
import { type Gate, openGate } from "./gate.ts";

export const test = base.extend<{ gate: Gate }>({
  gate: async ({ baseURL }, use) => {
    const gate = await openGate(baseURL ?? "");
    await use(gate);
    await gate.shut().catch(() => {});
  },
});

/** Opens Home and waits until the copy has been filled and the worker can open the app. */
export async function fillCopy(page: Page, gate: Gate) {
  await page.goto(`${gate.origin}/dashboard`);
  const isFilled = () =>
    page.evaluate(async () => {
      if (localStorage.getItem("repasa:copy") === null) return false;
      const request = indexedDB.open(`repasa-copy-${localStorage.getItem("repasa:copy")}`);
      const database = await new Promise<IDBDatabase>((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
      const urls = database.transaction("answers").objectStore("answers").getAllKeys();
      await new Promise((resolve) => {
        urls.onsuccess = resolve;
      });
      database.close();
      return urls.result.some((url) => String(url).startsWith("/api/study-week"));
    });
  await expect.poll(isFilled, { timeout: 60_000 }).toBe(true);
}
