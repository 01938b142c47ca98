import type { Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

/** Waits until the first worker is active and its build complete. */
export async function workerReady(page: Page) {
  const state = async () => (await navigator.serviceWorker.getRegistration())?.active?.state;
  await expect.poll(() => page.evaluate(state), { timeout: 60_000 }).toBe("activated");
}
