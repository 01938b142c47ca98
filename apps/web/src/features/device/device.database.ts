import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { OutboxEntry } from "#features/device/outbox/outbox.entry.ts";

export interface StudySchema extends DBSchema {
  outbox: {
    key: number;
    value: OutboxEntry & { seq?: number; attempted: boolean };
    indexes: { user: number; review: [string, string] };
  };
  /** The cards of study sessions that are running; only sessions know their shape. */
  decks: { key: string; value: { id: string; userId: number; at: number; cards: readonly unknown[] } };
}

export type StudyDatabase = IDBPDatabase<StudySchema>;

/** The key of the id of the signed-in user, by which other tabs and the next user of a tab notice a change. */
export const SIGNED_IN = "repasa:signed-in";
/** The key of the session storage under which a tab stores ratings until the database has them. */
export const OUTBOX_JOURNAL = "repasa:outbox-journal";

/** Followed by the id of a folder: the keys of the ids of answers that were chosen wrongly. */
export const WRONG_CHOICES_PREFIX = "repasa:wrong-choices:";

const OPENING_TIMEOUT_MS = 3000;

/** @throws If IndexedDB is missing, as in some private windows. */
export function openStudyDatabase(name = "repasa-study"): Promise<StudyDatabase> {
  return openDB<StudySchema>(name, 2, {
    upgrade(database, before) {
      // Version 2 has no other stores; pages of version 1, which would take a change for a rating, no longer read it.
      if (before === 1) return;
      const outbox = database.createObjectStore("outbox", { keyPath: "seq", autoIncrement: true });
      outbox.createIndex("user", "userId");
      outbox.createIndex("review", ["reviewId", "kind"], { unique: true });
      database.createObjectStore("decks", { keyPath: "id" });
    },
    blocking(_current, _blocked, event) {
      (event.target as IDBDatabase).close();
    },
  });
}

/**
 * Waits for a database that may open late, as on a slow phone after a crash, or never.
 *
 * @throws If it does not open within three seconds, besides the errors of opening.
 */
export async function waitForDatabase<T>(opening: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("IndexedDB did not open")), OPENING_TIMEOUT_MS);
  });
  try {
    return await Promise.race([opening, timeout]);
  } finally {
    clearTimeout(timer);
  }
}

let opened: Promise<StudyDatabase> | undefined;

/** Returns the database of this page, however long it takes to open. */
export function connectStudyDatabase(): Promise<StudyDatabase> {
  opened ??= openStudyDatabase();
  return opened;
}

/** Returns the database of this page. It throws as `waitForDatabase` does; later calls may succeed. */
export function studyDatabase(): Promise<StudyDatabase> {
  return waitForDatabase(connectStudyDatabase());
}
