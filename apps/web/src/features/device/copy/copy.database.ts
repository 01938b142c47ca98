import type { Card } from "@repasa/contract/cards.ts";
import type { Exam } from "@repasa/contract/exams.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import type { StudyCard } from "@repasa/study-queue/study-day.ts";
import { type DBSchema, type IDBPDatabase, type IDBPObjectStore, openDB, type StoreNames } from "idb";
import { DatabaseConnection } from "#features/device/device.connection.ts";
import type { OutboxEntry, RatingEntry } from "#features/device/outbox/outbox.entry.ts";
import { isSignedInHere } from "#lib/signed-in.ts";

/** A response of the server that the copy cannot compute from rows. `at` is its time, in milliseconds since 1970. */
export type StoredResponse = { url: string; at: number; body: unknown };

/**
 * An entry of the outbox that the server has refused for good, or failed with too often.
 *
 * - `reason`: the server's own sentence, or ours.
 * - `at`: the time of the refusal, in milliseconds since 1970.
 * - `front`: that of the card which a rating is about, if the copy had the card.
 * - `ratings`: those of the card that the change would have created.
 */
export type RefusedEntry = {
  id: string;
  entry: OutboxEntry;
  reason: string;
  at: number;
  front?: string;
  ratings?: readonly RatingEntry[];
};

/**
 * A rating on this device.
 *
 * - `before`: defined once the description of the week contains the rating: its card before its first rating on that date, null if
 *   that is not known.
 * - `undoneAt`: when it was undone, in milliseconds since 1970.
 */
export type NotedRating = RatingEntry & { seq?: number; before?: StudyCard | null; undoneAt?: number };

interface CopySchema extends DBSchema {
  folders: { key: number; value: Folder };
  /** `place` orders a folder's cards as its list does. */
  cards: { key: number; value: Card; indexes: { place: [folderId: number, createdAt: string, id: number] } };
  exams: { key: number; value: Exam };
  answers: { key: string; value: StoredResponse; indexes: { at: number } };
  /** The ids that the server has given to things that were created here, and to cards that replace deleted ones; see `keyOfCard`. */
  ids: { key: number; value: number };
  refused: { key: string; value: RefusedEntry };
  /** The ratings that the last description of the week may lack, and its own of its date, in the order in which they were given. */
  ratings: { key: number; value: NotedRating; indexes: { reviewId: string } };
  /**
   * - `cursor`: the place in the feed of changes up to which the rows are current.
   * - `restart`: there while the feed is read from its beginning, until its end.
   * - `gone`: the ids of cards that were deleted, in JSON, the last ones last.
   */
  facts: { key: "cursor" | "restart" | "gone"; value: string };
}

export type CopyDatabase = IDBPDatabase<CopySchema>;

/** The database of a copy, which is opened when it is used. */
export type CopyConnection = DatabaseConnection<CopyDatabase>;

/** A cursor that the server does not know, so that the copy is read from the beginning, and what is gone leaves it. */
export const VOID_CURSOR = "void";

const NAME_PREFIX = "repasa-copy-";

/** Fields that the rows of version 1 lack. Those of version 2 lack `answerModeChosen` too, and those of version 3 what is followed. */
const LATER_FIELDS: Pick<Folder, "answerMode" | "strictAccents" | "follows"> = {
  answerMode: "flip",
  strictAccents: false,
  follows: null,
};

type UpgradedStore<Name extends "folders" | "cards"> = IDBPObjectStore<
  CopySchema,
  StoreNames<CopySchema>[],
  Name,
  "versionchange"
>;

async function completeFolders(store: UpgradedStore<"folders">): Promise<void> {
  for (const stored of await store.getAll()) {
    const folder = { ...LATER_FIELDS, ...stored };
    await store.put({ ...folder, answerModeChosen: stored.answerModeChosen ?? folder.answerMode !== "flip" });
  }
}

async function completeCards(store: UpgradedStore<"cards">): Promise<void> {
  for await (const cursor of store) await cursor.update({ ...cursor.value, upstream: cursor.value.upstream ?? null });
}

function createStores(database: CopyDatabase): void {
  database.createObjectStore("folders", { keyPath: "id" });
  const cards = database.createObjectStore("cards", { keyPath: "id" });
  cards.createIndex("place", ["folderId", "createdAt", "id"]);
  database.createObjectStore("exams", { keyPath: "id" });
  database.createObjectStore("answers", { keyPath: "url" }).createIndex("at", "at");
  database.createObjectStore("facts");
  database.createObjectStore("ids");
  const ratings = database.createObjectStore("ratings", { keyPath: "seq", autoIncrement: true });
  ratings.createIndex("reviewId", "reviewId", { unique: true });
  database.createObjectStore("refused", { keyPath: "id" });
}

/**
 * @param version If undefined, that of the copy, and no copy is created.
 * @param onRemoved Is called when another tab removes the copy.
 * @throws `CopyMissing` if there is none and none may be created, or if IndexedDB is missing, or a newer version of the app has
 *   written the copy.
 */
async function openCopy(userId: number, version?: number, onRemoved = () => {}): Promise<CopyDatabase> {
  let isMissing = false;
  const opening = openDB<CopySchema>(`${NAME_PREFIX}${userId}`, version, {
    async upgrade(database, oldVersion, _newVersion, transaction) {
      if (oldVersion > 0) {
        await completeFolders(transaction.objectStore("folders"));
        await completeCards(transaction.objectStore("cards"));
      } else if (version && isSignedInHere(userId)) createStores(database);
      else {
        // Another page may just have removed the copy at the end of the session. Nothing of it may be left in the browser.
        isMissing = true;
        transaction.done.catch(() => {});
        transaction.abort();
      }
    },
    // Another tab removes the copy, or a newer version of the app changes it.
    blocking(_current, newer, event) {
      (event.target as IDBDatabase).close();
      if (newer === null) onRemoved();
    },
  });
  return opening.catch((error) => {
    throw isMissing ? new CopyMissing() : error;
  });
}

/** Opens an account's copy, or creates it unless its session has ended here. */
export const openCopyDatabase = (userId: number, onRemoved?: () => void): Promise<CopyDatabase> =>
  openCopy(userId, 4, onRemoved);

const connections = new Map<number, CopyConnection>();

/** Returns the connection of this page to an account's copy. */
export function connectCopy(userId: number): CopyConnection {
  const open = () => openCopyDatabase(userId, () => void endCopyConnection(userId));
  const connection = connections.get(userId) ?? new DatabaseConnection({ open });
  connections.set(userId, connection);
  return connection;
}

/** Ends the connection of this page to an account's copy for good. */
export async function endCopyConnection(userId: number): Promise<void> {
  const connection = connections.get(userId);
  connections.delete(userId);
  await connection?.end();
}

/** Returns the accounts that have a copy on this device, or whose copy this page has opened. */
export async function listCopyOwners(): Promise<number[]> {
  if (typeof indexedDB === "undefined") return [];
  const names = (await indexedDB.databases()).map(({ name = "" }) => name);
  const owners = names
    .filter((name) => name.startsWith(NAME_PREFIX))
    .map((name) => Number(name.slice(NAME_PREFIX.length)));
  return [...new Set([...connections.keys(), ...owners])];
}

/** Empties all copies but for what the server has refused and the translations of ids, which a page seals before it removes a copy. */
export async function emptyCopies(): Promise<void> {
  for (const owner of await listCopyOwners()) {
    await withExistingCopy(owner, async (database) => {
      const names = [...database.objectStoreNames].filter((name) => name !== "refused" && name !== "ids");
      const transaction = database.transaction(names, "readwrite");
      for (const name of names) void transaction.objectStore(name).clear();
      await transaction.done;
    });
  }
}

/** There is no copy of an account. */
class CopyMissing extends Error {
  override readonly name = "CopyMissing";
}

/**
 * Runs work on an account's copy if there is one: another tab may remove it at any time, and `connectCopy` might create an empty one.
 *
 * @param patienceMs How long the work waits for the copy to open; by default as long as it takes.
 * @returns The result of the work, or undefined without a copy.
 */
export async function withExistingCopy<T>(
  userId: number,
  work: (database: CopyDatabase) => Promise<T>,
  patienceMs?: number,
): Promise<T | undefined> {
  const connection = new DatabaseConnection({ open: () => openCopy(userId) });
  try {
    return await connection.use(work, patienceMs);
  } catch (error) {
    if (error instanceof CopyMissing) return undefined;
    throw error;
  } finally {
    await connection.close();
  }
}

/** Removes an account's copy from this browser. */
export async function removeCopy(userId: number): Promise<void> {
  // A late response must not be written to a new, empty copy.
  await endCopyConnection(userId);
  await removeDatabase(`${NAME_PREFIX}${userId}`);
}

/** In milliseconds: a database that some browsers never open is not removed either, before the browser has restarted. */
const REMOVAL_TIMEOUT_MS = 3000;

/** Resolves although another tab has the database open: the browser removes it as soon as that tab has closed it. */
function removeDatabase(name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.deleteDatabase(name);
    setTimeout(resolve, REMOVAL_TIMEOUT_MS);
    request.onsuccess = () => resolve();
    request.onblocked = () => resolve();
    request.onerror = () => reject(request.error);
  });
}
