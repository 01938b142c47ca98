import { removeCopies } from "#features/device/copy/copy.database.ts";
import { OUTBOX_JOURNAL, SIGNED_IN, studyDatabase, WRONG_CHOICES_PREFIX } from "#features/device/device.database.ts";
import { MEDIA_CACHE_PREFIX } from "#lib/device-caches.ts";
import { removeNote } from "#lib/device-notes.ts";
import { closeOtherCopy } from "#lib/local-answers.ts";

const OWNED = /^(?:draft|repasa:session):(\d+):/;

/**
 * Deletes what this browser has stored of accounts: copies, media, decks of sessions, wrong choices and drafts, with the other
 * entries of this tab's storage. Ratings of other users that wait to be sent stay when a user signs in, because they contain no text.
 *
 * @param exceptUserId The user whose data stays; null deletes that of all users, with everything that waits to be sent.
 */
export async function removeStoredTexts(exceptUserId: number | null): Promise<void> {
  clearTabStorage(exceptUserId);
  const removals = [removeEntries(exceptUserId), removeCopiesAndMedia(exceptUserId)];
  for (const { reason } of (await Promise.allSettled(removals)).filter((one) => one.status === "rejected")) {
    console.warn("The data of this browser could not be removed", reason);
  }
}

async function removeEntries(exceptUserId: number | null): Promise<void> {
  await studyDatabase.use(async (database) => {
    const transaction = database.transaction(["decks", "outbox"], "readwrite");
    const decks = transaction.objectStore("decks");
    for (const { id, userId } of await decks.getAll()) if (userId !== exceptUserId) await decks.delete(id);
    const outbox = transaction.objectStore("outbox");
    for (const { seq, userId, kind } of await outbox.getAll()) {
      const isRemoved = exceptUserId === null || (kind === "change" && userId !== exceptUserId);
      if (isRemoved && seq !== undefined) await outbox.delete(seq);
    }
    await transaction.done;
  });
}

/** Removes the copies of accounts, and the images and sounds that the service worker answers without a network. */
export async function removeCopiesAndMedia(exceptUserId: number | null): Promise<void> {
  await closeOtherCopy(exceptUserId);
  await removeCopies(exceptUserId);
  if (typeof caches === "undefined") return;
  await removeNote("home");
  const names = (await caches.keys()).filter((name) => name.startsWith(MEDIA_CACHE_PREFIX));
  const removed = names.filter((name) => name !== `${MEDIA_CACHE_PREFIX}${exceptUserId}`);
  await Promise.all(removed.map((name) => caches.delete(name)));
}

function clearTabStorage(exceptUserId: number | null): void {
  try {
    for (const key of Object.keys(sessionStorage)) {
      const isOwn = key === SIGNED_IN || OWNED.exec(key)?.[1] === String(exceptUserId);
      const isRetained = exceptUserId !== null && (key === OUTBOX_JOURNAL || isOwn);
      if (!isRetained) sessionStorage.removeItem(key);
    }
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(WRONG_CHOICES_PREFIX)) localStorage.removeItem(key);
    }
    if (exceptUserId === null) for (const key of [SIGNED_IN, "repasa:refused"]) localStorage.removeItem(key);
  } catch {
    // Storage is unavailable, so nothing was stored either.
  }
}
