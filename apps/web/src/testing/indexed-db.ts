// The browser's database, which jsdom lacks. A file's page may be gone only when no transaction is left to call back into it.
import "fake-indexeddb/auto";
import { afterAll } from "vitest";

function openCurrent(name: string): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** A transaction over all stores begins once all earlier ones have ended. */
async function waitForTransactions(name: string): Promise<void> {
  const database = await openCurrent(name);
  const stores = [...database.objectStoreNames];
  if (stores.length > 0) {
    await new Promise<void>((resolve) => {
      database.transaction(stores, "readwrite").oncomplete = () => resolve();
    });
  }
  database.close();
}

afterAll(async () => {
  // What a transaction calls back may begin another one.
  for (let round = 0; round < 3; round++) {
    for (const { name = "" } of await indexedDB.databases()) await waitForTransactions(name);
    await new Promise((resolve) => setTimeout(resolve));
  }
});
