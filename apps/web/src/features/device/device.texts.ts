import { removeCopies } from "#features/device/copy/copy.database.ts";
import { OUTBOX_JOURNAL, SIGNED_IN, studyDatabase, WRONG_CHOICES_PREFIX } from "#features/device/device.database.ts";
import type { OutboxEntry } from "#features/device/outbox/outbox.entry.ts";
import { readJournal } from "#features/device/outbox/outbox.journal.ts";
import { MEDIA_CACHE_PREFIX } from "#lib/device-caches.ts";
import { removeNote } from "#lib/device-notes.ts";
import { closeOtherCopy } from "#lib/local-answers.ts";
import { REFUSED_COUNT } from "#lib/refused-count.ts";

const OWNED = /^(?:draft|repasa:session):(\d+):/;

/**
 * - `signedIn`: the user whose data stays; null if nobody is signed in.
 * - `left`: the user who has signed out, after what waited was sent or given up.
 */
type Users = { signedIn: number | null; left?: number };

/**
 * Deletes what this browser has stored of accounts: copies, media, decks of sessions, wrong choices and drafts, with the other
 * entries of this tab's storage. Ratings that wait to be sent stay until their user has signed out, because they contain no text.
 */
export async function removeStoredTexts(users: Users): Promise<void> {
  clearTabStorage(users);
  const removals = [removeEntries(users), removeCopiesAndMedia(users.signedIn)];
  for (const { reason } of (await Promise.allSettled(removals)).filter((one) => one.status === "rejected")) {
    console.warn("The data of this browser could not be removed", reason);
  }
}

/** Returns whether an entry that waits to be sent belongs to a user who has left it, or contains a text of another one. */
function isGivenUp({ userId, kind }: Pick<OutboxEntry, "userId" | "kind">, { signedIn, left }: Users): boolean {
  return userId === left || (kind === "change" && userId !== signedIn);
}

async function removeEntries(users: Users): Promise<void> {
  await studyDatabase.use(async (database) => {
    const transaction = database.transaction(["decks", "outbox"], "readwrite");
    const decks = transaction.objectStore("decks");
    for (const { id, userId } of await decks.getAll()) if (userId !== users.signedIn) await decks.delete(id);
    const outbox = transaction.objectStore("outbox");
    for (const { seq, ...entry } of await outbox.getAll()) {
      if (seq !== undefined && isGivenUp(entry, users)) await outbox.delete(seq);
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

function clearTabStorage(users: Users): void {
  const { signedIn } = users;
  try {
    const waiting = readJournal(sessionStorage).filter((entry) => !isGivenUp(entry, users));
    for (const key of Object.keys(sessionStorage)) {
      const isOwn = key === SIGNED_IN || OWNED.exec(key)?.[1] === String(signedIn);
      if (signedIn === null || !isOwn) sessionStorage.removeItem(key);
    }
    if (waiting.length > 0) sessionStorage.setItem(OUTBOX_JOURNAL, JSON.stringify(waiting));
    for (const key of Object.keys(localStorage)) {
      if (key.startsWith(WRONG_CHOICES_PREFIX)) localStorage.removeItem(key);
    }
    if (signedIn === null) for (const key of [SIGNED_IN, REFUSED_COUNT]) localStorage.removeItem(key);
  } catch {
    // Storage is unavailable, so nothing was stored either.
  }
}
