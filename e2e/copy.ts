import type { Page } from "@playwright/test";

/** Returns whether the copy on this device has everything that Home and a session need without a network. */
export function isCopyFilled(page: Page): Promise<boolean> {
  return page.evaluate(async () => {
    const unlocked = await caches.match("/notes/copy");
    if (!unlocked) return false;
    const userId = await unlocked.text();
    const request = indexedDB.open(`repasa-copy-${userId}`);
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
}
