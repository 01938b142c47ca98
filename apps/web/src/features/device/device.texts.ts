import { removeCopy } from "#features/device/copy/copy.database.ts";
import { OUTBOX_JOURNAL, SIGNED_IN, studyDatabase, WRONG_CHOICES_PREFIX } from "#features/device/device.database.ts";
import { listOwners, sealWaiting } from "#features/device/device.sealing.ts";
import { getTabStorage } from "#features/device/device.storage.ts";
import type { OutboxEntry } from "#features/device/outbox/outbox.entry.ts";
import { JournaledStore, readJournal } from "#features/device/outbox/outbox.journal.ts";
import { createDatabaseOutboxStore } from "#features/device/outbox/outbox.store.ts";
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
 * entries of this tab's storage. What other accounts have not sent is sealed; ratings that contain no text stay as they are.
 */
export async function removeStoredTexts(users: Users): Promise<void> {
  clearTabStorage(users);
  await moveJournal();
  clearJournal(users);
  const removals = [removeEntries(users), removeCopies(users), removeMedia(users.signedIn)];
  for (const { reason } of (await Promise.allSettled(removals)).filter((one) => one.status === "rejected")) {
    console.warn("The data of this browser could not be removed", reason);
  }
}

/** Returns whether an entry of this tab belongs to a user who has left it, or contains a text of another one. */
function isGivenUp({ userId, kind }: Pick<OutboxEntry, "userId" | "kind">, { signedIn, left }: Users): boolean {
  return userId === left || (kind === "change" && userId !== signedIn);
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

/** Removes the copies of accounts, after sealing what they have not sent: a part of it lies in their copies. */
async function removeCopies({ signedIn, left }: Users): Promise<void> {
  await closeOtherCopy(signedIn);
  if (left !== undefined) await removeCopy(left);
  const others = (await listOwners()).filter((owner) => owner !== signedIn && owner !== left);
  const leave = async (owner: number) => {
    await sealWaiting(owner);
    await removeCopy(owner);
  };
  await Promise.all(others.map(leave));
}

/** Removes the images and sounds that the service worker answers without a network, and the picture of Home. */
async function removeMedia(exceptUserId: number | null): Promise<void> {
  if (typeof caches === "undefined") return;
  await removeNote("home");
  const names = (await caches.keys()).filter((name) => name.startsWith(MEDIA_CACHE_PREFIX));
  const removed = names.filter((name) => name !== `${MEDIA_CACHE_PREFIX}${exceptUserId}`);
  await Promise.all(removed.map((name) => caches.delete(name)));
}

/** Moves what this tab's journal has to the database, where it can be sealed. */
async function moveJournal(): Promise<void> {
  if (readJournal(getTabStorage()).length === 0) return;
  await new JournaledStore(createDatabaseOutboxStore(studyDatabase), getTabStorage()).moveToDatabase();
}

/** What is left in the journal is lost with the tab: the database does not take it. */
function clearJournal(users: Users): void {
  const waiting = readJournal(getTabStorage());
  const left = waiting.filter((entry) => !isGivenUp(entry, users));
  if (left.length < waiting.length) getTabStorage()?.setItem(OUTBOX_JOURNAL, JSON.stringify(left));
}

/** Removes the entries of this tab except those of whoever is signed in, and the journal. */
function clearTabStorage({ signedIn, left }: Users): void {
  try {
    const waiting = readJournal(sessionStorage).filter(({ userId }) => userId !== left);
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
