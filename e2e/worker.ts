import type { BrowserContext, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** Waits until the first worker is active and its build complete. */
export async function workerReady(page: Page) {
  const state = async () => (await navigator.serviceWorker.getRegistration())?.active?.state;
  await expect.poll(() => page.evaluate(state), { timeout: 60_000 }).toBe("activated");
}

/** Returns the types of the scripts that the worker keeps. */
export async function readCachedTypes(context: BrowserContext): Promise<string[]> {
  const [page] = context.pages();
  return (
    (await page?.evaluate(async () => {
      const types: string[] = [];
      for (const name of (await caches.keys()).filter((one) => one.startsWith("repasa-build-"))) {
        const cache = await caches.open(name);
        for (const { url } of await cache.keys()) {
          const type = (await cache.match(url))?.headers.get("content-type") ?? "none";
          if (/\.js$/.test(url)) types.push(type);
        }
      }
      return [...new Set(types)];
    })) ?? []
  );
}
