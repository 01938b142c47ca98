// What an account has not sent when its session ends stays on the device in boxes that only the account can open
// (`device.unsealing.ts`).
import type { IDBPObjectStore, StoreNames } from "idb";
import {
  type CopyDatabase,
  listCopyOwners,
  type RefusedEntry,
  removeCopy,
  withExistingCopy,
} from "#features/device/copy/copy.database.ts";
import { sealBox } from "#features/device/device.box.ts";
import {
  OPENING_TIMEOUT_MS,
  type StudyDatabase,
  type StudySchema,
  studyDatabase,
} from "#features/device/device.database.ts";
import { listDraftOwners, listDrafts, removeDrafts, type StoredDraft } from "#features/device/device.drafts.ts";
import { addCounts, countEntries } from "#features/device/device.lost.ts";
import type { EntryCounts } from "#features/device/edits/edits.kinds.ts";
import { isLocalId, type OutboxEntry, type StoredEntry } from "#features/device/outbox/outbox.entry.ts";
import { OUTBOX_CHANNEL } from "#features/device/outbox/outbox.sending.ts";
import { readSignedIn } from "#lib/signed-in.ts";

/** `seq` is the entry's place in the outbox, to which it returns. */
type PlacedEntry = StoredEntry & { seq?: number };

/** From the account's copy: what was refused, and the ids that the server has given to things of this device. */
export type Copied = { refused: readonly RefusedEntry[]; ids: readonly (readonly [key: number, id: number])[] };

/** `drafts`: of the tab that sealed; boxes of earlier versions lack them. */
export type Content = Copied & { entries: readonly PlacedEntry[]; drafts?: readonly StoredDraft[] };

/** What a box is for, which its seal contains. */
export const purposeFor = (userId: number) => `repasa: what account ${userId} has not sent`;

/**
 * Removes an account's copy, after sealing what waits of the account, what the server has refused, and the drafts of this tab, unless all
 * of it is ratings that mean something without the copy: they contain no text. What cannot be sealed is given up and counted for its owner. An account that
 * has signed in meanwhile is left alone.
 *
 * @throws the errors of the databases. Nothing is lost then, and the next attempt goes on.
 */
export async function sealAndRemoveCopy(userId: number): Promise<void> {
  await withSealingLock(userId, async () => {
    if (readSignedIn() === String(userId)) return;
    while (!(await trySealing(userId))) {}
    // Under the lock, so that no page returns a part of the box to a copy that is about to be removed.
    await removeCopy(userId);
  });
  tellPages(userId);
}

/** Returns the accounts of which something waits on this device, was copied, or is half written in this tab, in order. */
export async function listOwners(): Promise<number[]> {
  const waiting = await studyDatabase.use(async (database) => {
    const owners: number[] = [];
    for await (const { key } of database.transaction("outbox").store.index("user").iterate(null, "nextunique")) {
      owners.push(key);
    }
    return owners;
  });
  return [...new Set([...waiting, ...(await listCopyOwners()), ...listDraftOwners()])].sort(
    (one, other) => one - other,
  );
}

/** An entry with a text, or about a thing that only the account's copy knows. */
function needsSealing(entry: OutboxEntry): boolean {
  return entry.kind === "change" || isLocalId(entry.cardId);
}

/** Returns false if the outbox has changed meanwhile. */
async function trySealing(userId: number): Promise<boolean> {
  const [entries, key] = await studyDatabase.use(readWaiting(userId));
  // After the entries, because a delivery notes ids and refusals in the copy before it removes what they concern from the outbox.
  const copied = await readCopied(userId);
  const drafts = listDrafts(userId);
  if (!entries.some(needsSealing) && copied.refused.length === 0 && drafts.length === 0) return true;
  const content: Content = { ...copied, entries, drafts };
  // There is no WebCrypto on plain http, and no key before the account's first visit with a network has been long enough.
  const box = key && (await sealBox(content, key, purposeFor(userId)).catch(() => undefined));
  const taken = box ? entries : entries.filter(needsSealing);
  const refused = copied.refused.flatMap(({ entry, ratings = [] }) => [entry, ...ratings]);
  const counts = { ...countEntries([...taken, ...refused]), ...(drafts.length > 0 && { draft: drafts.length }) };
  const isDone = await studyDatabase.use(async (database) => {
    const transaction = database.transaction(["outbox", "sealed", "lost"], "readwrite");
    const outbox = transaction.objectStore("outbox");
    const isSame = JSON.stringify(await outbox.index("user").getAll(userId)) === JSON.stringify(entries);
    if (isSame) {
      for (const { seq } of taken) if (seq !== undefined) void outbox.delete(seq);
      if (box) void transaction.objectStore("sealed").add({ userId, box, waiting: entries.length, counts });
      else await addLost(transaction.objectStore("lost"), userId, counts);
    }
    await transaction.done;
    return isSame;
  });
  if (isDone) removeDrafts(drafts);
  if (isDone && refused.length > 0) await withExistingCopy(userId, (database) => database.clear("refused"));
  return isDone;
}

/** Its account may have signed in meanwhile, and counts what waits. */
function tellPages(userId: number): void {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(OUTBOX_CHANNEL);
  channel.postMessage(userId);
  channel.close();
}

const readWaiting = (userId: number) => async (database: StudyDatabase) => {
  const transaction = database.transaction(["outbox", "keys"]);
  const entries: PlacedEntry[] = await transaction.objectStore("outbox").index("user").getAll(userId);
  const key = (await transaction.objectStore("keys").get(userId))?.key;
  return [entries, key] as const;
};

async function readCopied(userId: number): Promise<Copied> {
  // A copy that some browsers never open after a crash must not keep the others from being sealed.
  const copied = await withExistingCopy(userId, readRefusedAndIds, OPENING_TIMEOUT_MS);
  return copied ?? { refused: [], ids: [] };
}

async function readRefusedAndIds(database: CopyDatabase): Promise<Copied> {
  const transaction = database.transaction(["refused", "ids"]);
  const ids = transaction.objectStore("ids");
  const [refused, keys, values] = await Promise.all([
    transaction.objectStore("refused").getAll(),
    ids.getAllKeys(),
    ids.getAll(),
  ]);
  return { refused, ids: keys.map((key, place) => [key, values[place] as number] as const) };
}

export async function addLost(
  store: IDBPObjectStore<StudySchema, StoreNames<StudySchema>[], "lost", "readwrite">,
  userId: number,
  counts: EntryCounts,
): Promise<void> {
  const before = await store.get(userId);
  void store.put({ userId, counts: addCounts(before?.counts ?? {}, counts) });
}

/** One tab at a time. Without locks (on plain http) the databases alone keep two tabs apart. */
export async function withSealingLock(userId: number, work: () => Promise<void>): Promise<void> {
  if (navigator.locks) await navigator.locks.request(`repasa-sealing-${userId}`, work);
  else await work();
}
