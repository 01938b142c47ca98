// Everything that a browser stores for the app.
import type { BrowserContext } from "@playwright/test";

/** Returns all texts that the browser has stored for an origin, except the files of the app, which are the same for everybody. */
export async function readStores(context: BrowserContext, origin: string): Promise<string> {
  const tabs = context.pages().filter((page) => page.url().startsWith(origin));
  const inTabs = await Promise.all(tabs.map((page) => page.evaluate(() => ({ ...sessionStorage }))));
  const page = await context.newPage();
  await page.goto(`${origin}/favicon.svg`);
  const onDevice = await page.evaluate(async () => {
    const texts: unknown[] = [{ ...localStorage }];
    for (const { name = "" } of await indexedDB.databases()) {
      const request = indexedDB.open(name);
      const database = await new Promise<IDBDatabase>((resolve) => {
        request.onsuccess = () => resolve(request.result);
      });
      for (const store of database.objectStoreNames) {
        const all = database.transaction(store).objectStore(store).getAll();
        await new Promise((resolve) => {
          all.onsuccess = resolve;
        });
        texts.push(name, store, all.result);
      }
      database.close();
    }
    for (const name of (await caches.keys()).filter((one) => !one.startsWith("repasa-build-"))) {
      const cache = await caches.open(name);
      for (const key of await cache.keys()) texts.push(name, key.url, await (await cache.match(key))?.text());
    }
    return texts;
  });
  await page.close();
  return JSON.stringify([inTabs, onDevice]);
}

/** Returns those of the addresses whose answers lie in the browser's own cache, which workers and pages read before the network. */
export async function listCached(context: BrowserContext, origin: string, urls: readonly string[]): Promise<string[]> {
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Network.setBypassServiceWorker", { bypass: true });
  await page.goto(`${origin}/favicon.svg`);
  const cached = await page.evaluate(async (asked) => {
    const isCached = (url: string) =>
      fetch(url, { cache: "only-if-cached", mode: "same-origin" }).then(
        ({ ok }) => ok,
        () => false,
      );
    const found = [];
    for (const url of asked) if (await isCached(url)) found.push(url);
    return found;
  }, urls);
  await page.close();
  return cached;
}
