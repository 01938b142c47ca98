import type { AnswerResult, Difficulty } from "@repasa/contract/study.ts";
import { type DBSchema, type IDBPDatabase, openDB } from "idb";
import type { StudyCard } from "#features/study/study.session.ts";

/** A rating on its way to the server. */
export type ReviewEntry = {
  kind: "review";
  userId: number;
  cardId: number;
  reviewId: string;
  difficulty: Difficulty;
  answerResult: AnswerResult;
  durationMs: number;
  studySessionId: number | null;
  /** When it was given, by this device's clock, in milliseconds since 1970. */
  at: number;
};

/** The wish to take a rating back that may have reached the server. */
export type UndoEntry = { kind: "undo"; userId: number; cardId: number; reviewId: string; at: number };

export type OutboxEntry = ReviewEntry | UndoEntry;

/** `seq` gives the order over all tabs; `attempted` says that it was sent at least once, with whatever result. */
export type StoredEntry = OutboxEntry & { seq: number; attempted: boolean };

/**
 * Where entries wait. Each operation happens wholly or not at all, also against other tabs, and adding the same entry
 * again changes nothing.
 */
export type OutboxStore = {
  add(entry: ReviewEntry): Promise<void>;
  /** Removes the rating if it was never sent; else lets an undo wait behind it. */
  addUndo(entry: UndoEntry): Promise<void>;
  /** The first entry of a user, marked as sent. */
  claimFirst(userId: number): Promise<StoredEntry | undefined>;
  remove(seq: number): Promise<void>;
  /** How many entries of a user wait, and since when the oldest one does. */
  waiting(userId: number): Promise<{ count: number; oldest: number | null }>;
  all(userId: number): Promise<StoredEntry[]>;
};

export interface StudyDatabase extends DBSchema {
  outbox: {
    key: number;
    value: OutboxEntry & { seq?: number; attempted: boolean };
    indexes: { user: number; review: [string, string] };
  };
  /** The cards of a session that is under way, so that a reload can go on with it. */
  decks: { key: string; value: { id: string; userId: number; at: number; cards: readonly StudyCard[] } };
}

const OPENING_TAKES_AT_MOST = 3000;

/** @throws where there is no IndexedDB, as in some private windows, or where opening it never ends. */
export async function openStudyDatabase(name = "repasa-study"): Promise<IDBPDatabase<StudyDatabase>> {
  const opening = openDB<StudyDatabase>(name, 1, {
    upgrade(database) {
      const outbox = database.createObjectStore("outbox", { keyPath: "seq", autoIncrement: true });
      outbox.createIndex("user", "userId");
      outbox.createIndex("review", ["reviewId", "kind"], { unique: true });
      database.createObjectStore("decks", { keyPath: "id" });
    },
    blocking(_current, _blocked, event) {
      (event.target as IDBDatabase).close();
    },
  });
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error("IndexedDB did not open")), OPENING_TAKES_AT_MOST);
  });
  try {
    return await Promise.race([opening, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}

export function databaseOutboxStore(database: IDBPDatabase<StudyDatabase>): OutboxStore {
  const writing = () => database.transaction("outbox", "readwrite");
  return {
    async add(entry) {
      const { store, done } = writing();
      const known = await store.index("review").getKey([entry.reviewId, entry.kind]);
      if (known === undefined) await store.add({ ...entry, attempted: false });
      await done;
    },
    async addUndo(entry) {
      const { store, done } = writing();
      const review = await store.index("review").get([entry.reviewId, "review"]);
      if (review?.seq !== undefined && !review.attempted) await store.delete(review.seq);
      else {
        const known = await store.index("review").getKey([entry.reviewId, "undo"]);
        if (known === undefined) await store.add({ ...entry, attempted: false });
      }
      await done;
    },
    async claimFirst(userId) {
      const { store, done } = writing();
      const first = await store.index("user").get(userId);
      if (first && !first.attempted) await store.put({ ...first, attempted: true });
      await done;
      return first && ({ ...first, attempted: true } as StoredEntry);
    },
    async remove(seq) {
      await database.delete("outbox", seq);
    },
    async waiting(userId) {
      const { store, done } = database.transaction("outbox");
      const [count, first] = await Promise.all([store.index("user").count(userId), store.index("user").get(userId)]);
      await done;
      return { count, oldest: first?.at ?? null };
    },
    async all(userId) {
      return (await database.getAllFromIndex("outbox", "user", userId)) as StoredEntry[];
    },
  };
}

/** Keeps entries as long as the page lives; for browsers that allow no more. */
export function memoryOutboxStore(): OutboxStore {
  let entries: StoredEntry[] = [];
  // Below zero, so that none is taken for an entry of the database.
  let seq = 0;
  const find = (reviewId: string, kind: OutboxEntry["kind"]) =>
    entries.find((entry) => entry.reviewId === reviewId && entry.kind === kind);
  const add = async (entry: OutboxEntry) => {
    if (!find(entry.reviewId, entry.kind)) entries.push({ ...entry, seq: --seq, attempted: false });
  };
  const remove = async (seq: number) => {
    entries = entries.filter((entry) => entry.seq !== seq);
  };
  const of = (userId: number) => entries.filter((entry) => entry.userId === userId);
  return {
    add,
    async addUndo(entry) {
      const review = find(entry.reviewId, "review");
      if (review && !review.attempted) await remove(review.seq);
      else await add(entry);
    },
    async claimFirst(userId) {
      const [first] = of(userId);
      if (first) first.attempted = true;
      return first && { ...first };
    },
    remove,
    async waiting(userId) {
      const own = of(userId);
      return { count: own.length, oldest: own[0]?.at ?? null };
    },
    all: async (userId) => of(userId).map((entry) => ({ ...entry })),
  };
}

/**
 * The store in the database, and when that fails, now or later, one in memory: a rating that cannot be kept for long
 * is still sent.
 */
export function resilientOutboxStore(opening: Promise<OutboxStore>): OutboxStore {
  let current = opening;
  const attempt = async <T>(operation: (store: OutboxStore) => Promise<T>): Promise<T> => {
    const used = current;
    try {
      return await operation(await used);
    } catch (error) {
      if (current === used) {
        console.warn("Ratings are kept in memory only", error);
        current = Promise.resolve(memoryOutboxStore());
      }
      return operation(await current);
    }
  };
  return {
    add: (entry) => attempt((store) => store.add(entry)),
    addUndo: (entry) => attempt((store) => store.addUndo(entry)),
    claimFirst: (userId) => attempt((store) => store.claimFirst(userId)),
    remove: (seq) => attempt((store) => store.remove(seq)),
    waiting: (userId) => attempt((store) => store.waiting(userId)),
    all: (userId) => attempt((store) => store.all(userId)),
  };
}
