import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { PublicKey, SealedBox } from "#features/device/device.box.ts";
import { DatabaseConnection } from "#features/device/device.connection.ts";
import type { EntryCounts } from "#features/device/edits/edits.kinds.ts";
import type { OutboxEntry, StoredEntry } from "#features/device/outbox/outbox.entry.ts";
import { addListener } from "#lib/listeners.ts";

export interface StudySchema extends DBSchema {
  outbox: {
    key: number;
    value: StoredEntry & { seq?: number };
    indexes: { user: number; review: [string, string]; kind: [number, OutboxEntry["kind"]] };
  };
  /** The cards of study sessions that are running; only sessions know their shape. */
  decks: { key: string; value: { id: string; userId: number; at: number; cards: readonly unknown[] } };
  /** For each account that had a copy here, the key for which its boxes are sealed; it opens none. */
  keys: { key: number; value: { userId: number; key: PublicKey } };
  /**
   * What accounts have not sent when their sessions ended, readable for themselves alone.
   *
   * - `waiting`: how many entries of the outbox are in the box.
   * - `counts`: what was lost if it cannot be opened.
   */
  sealed: {
    key: number;
    value: { id?: number; userId: number; box: SealedBox; waiting: number; counts: EntryCounts };
    indexes: { user: number };
  };
  /** What was given up of an account, until its owner has taken note. */
  lost: { key: number; value: { userId: number; counts: EntryCounts } };
}

export type StudyDatabase = IDBPDatabase<StudySchema>;

/** The key of the session storage under which a tab stores ratings until the database has them. */
export const OUTBOX_JOURNAL = "repasa:outbox-journal";

/** Followed by the id of a folder: the keys under which earlier versions stored the ids of answers that were chosen wrongly. */
export const WRONG_CHOICES_PREFIX = "repasa:wrong-choices:";

/** In milliseconds: how long work waits for a database that opens late, or never. */
export const OPENING_TIMEOUT_MS = 3000;

/** @throws If IndexedDB is missing, as in some private windows, or a newer version of the app has written the database. */
export async function openStudyDatabase(name = "repasa-study"): Promise<StudyDatabase> {
  return openDB<StudySchema>(name, 4, {
    upgrade(database, before, _after, transaction) {
      // Version 1 has the stores of version 2, but its pages would take a change for a rating.
      if (before === 0) {
        const outbox = database.createObjectStore("outbox", { keyPath: "seq", autoIncrement: true });
        outbox.createIndex("user", "userId");
        outbox.createIndex("review", ["reviewId", "kind"], { unique: true });
        database.createObjectStore("decks", { keyPath: "id" });
      }
      if (before < 3) transaction.objectStore("outbox").createIndex("kind", ["userId", "kind"]);
      database.createObjectStore("keys", { keyPath: "userId" });
      database.createObjectStore("sealed", { keyPath: "id", autoIncrement: true }).createIndex("user", "userId");
      database.createObjectStore("lost", { keyPath: "userId" });
    },
    blocking(_current, _blocked, event) {
      (event.target as IDBDatabase).close();
    },
  });
}

const lateListeners = new Set<() => void>();

/** This page's connection to what it stores for studying. Work fails if the database does not open within three seconds. */
export const studyDatabase = new DatabaseConnection<StudyDatabase>({
  open: openStudyDatabase,
  patienceMs: OPENING_TIMEOUT_MS,
  onOpenedLate: () => {
    for (const listener of lateListeners) listener();
  },
});

/** @param listener Is called when the database has opened after work failed because it had not. */
export function subscribeLateOpening(listener: () => void): () => void {
  return addListener(lateListeners, listener);
}
