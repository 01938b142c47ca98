// Removes the texts that this device has stored of accounts. The service worker does so as well, so that nothing here needs a page.
import { studyDatabase } from "#features/device/device.database.ts";
import { clearBrowserCache } from "#lib/browser-cache.ts";
import { MEDIA_CACHE_PREFIX } from "#lib/device-caches.ts";
import { removeAccountFlags, removeFlag } from "#lib/device-flags.ts";

/**
 * - `signedIn`: the user whose data stays; null if nobody is signed in.
 * - `left`: the user who has signed out, after what waited was sent or given up. Without one, the sessions of all others have ended.
 */
export type Users = { signedIn: number | null; left?: number };

/**
 * Removes images and sounds, decks of sessions and the flags about accounts, and what the user who has left has not sent.
 *
 * @param removeCopies Removes the copies: pages seal before what other accounts have not sent.
 */
export async function removeTexts(users: Users, removeCopies: () => Promise<void>): Promise<void> {
  const removals = [removeEntries(users), removeCopies(), removeMedia(users.signedIn)];
  // The response to signing out does so as well, if there has been one.
  if (users.left === undefined) removals.push(clearBrowserCache());
  for (const { reason } of (await Promise.allSettled(removals)).filter((one) => one.status === "rejected")) {
    console.warn("The data of this browser could not be removed", reason);
  }
}

async function removeEntries({ signedIn, left }: Users): Promise<void> {
  await studyDatabase.use(async (database) => {
    const transaction = database.transaction(["decks", "outbox", "sealed", "keys", "lost"], "readwrite");
    const decks = transaction.objectStore("decks");
    for (const { id, userId } of await decks.getAll()) if (userId !== signedIn) void decks.delete(id);
    if (left !== undefined) {
      for (const name of ["outbox", "sealed"] as const) {
        const store = transaction.objectStore(name);
        for (const key of await store.index("user").getAllKeys(left)) void store.delete(key);
      }
      for (const name of ["keys", "lost"] as const) void transaction.objectStore(name).delete(left);
    }
    await transaction.done;
  });
}

/** Removes the images and sounds that the service worker answers without a network, and the flags about accounts. */
async function removeMedia(exceptUserId: number | null): Promise<void> {
  if (typeof caches === "undefined") return;
  await (exceptUserId === null ? removeAccountFlags() : removeFlag("home"));
  const names = (await caches.keys()).filter((name) => name.startsWith(MEDIA_CACHE_PREFIX));
  const removed = names.filter((name) => name !== `${MEDIA_CACHE_PREFIX}${exceptUserId}`);
  await Promise.all(removed.map((name) => caches.delete(name)));
}
