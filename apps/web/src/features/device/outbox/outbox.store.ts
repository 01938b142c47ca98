import { MAX_LISTED_RATINGS } from "@repasa/contract/study.limits.ts";
import type { DatabaseConnection } from "#features/device/device.connection.ts";
import type { StudyDatabase } from "#features/device/device.database.ts";
import type {
  EditEntry,
  FailedEntry,
  NewEntry,
  OutboxEntry,
  StoredEntry,
} from "#features/device/outbox/outbox.entry.ts";

/**
 * The queue of entries that wait to be delivered. Each operation is atomic, even across tabs. Implemented in IndexedDB here;
 * `outbox.journal.ts` wraps it, and goes on without it.
 */
export type OutboxStore = {
  /** Adding the same entry twice has no effect. An undo removes its rating if that was never sent. */
  add(entry: NewEntry): Promise<void>;
  /**
   * Returns the first entries of a user that can be sent by one call, of at most `listSize` ratings, and marks them as attempted.
   * Returns none while earlier ones are sealed.
   */
  claim(userId: number, listSize?: number): Promise<StoredEntry[]>;
  /** Returns whether entries of an earlier session are sealed. */
  hasSealed(userId: number): Promise<boolean>;
  /** Stores how often the server has failed with an entry, and when. */
  noteFailure(entry: FailedEntry): Promise<void>;
  /** Returns false if the database has failed: the entries may still be there, and would be claimed again. */
  remove(entries: readonly StoredEntry[]): Promise<boolean>;
  waiting(userId: number): Promise<Waiting>;
  all(userId: number): Promise<StoredEntry[]>;
  changes(userId: number): Promise<EditEntry[]>;
};

/**
 * - `count`: how many entries wait, including those that are sealed.
 * - `answers`: how many ratings wait, without those whose undo waits, too.
 * - `isKnown`: false if there may be more, in a database that does not answer.
 */
export type Waiting = { count: number; answers: number; oldest: OutboxEntry | undefined; isKnown: boolean };

/** Returns the first entries that one call can send: ratings in a row, or a single entry: one of another kind, or one that has failed. */
export function selectForOneCall<Entry extends NewEntry>(
  entries: readonly Entry[],
  listSize = MAX_LISTED_RATINGS,
): Entry[] {
  const isListed = ({ kind, failures = 0 }: Entry) => kind === "review" && failures === 0;
  const end = entries.findIndex((entry) => !isListed(entry));
  return entries.slice(0, Math.min(end === -1 ? entries.length : Math.max(end, 1), listSize));
}

export function createDatabaseOutboxStore(connection: DatabaseConnection<StudyDatabase>): OutboxStore {
  const write = <T>(work: (store: ReturnType<typeof openOutbox>["store"]) => Promise<T>): Promise<T> =>
    connection.use(async (database) => {
      const { store, done } = openOutbox(database);
      const result = await work(store);
      await done;
      return result;
    });
  return {
    add: (entry) =>
      write(async (store) => {
        const index = store.index("review");
        const unsent = entry.kind === "undo" ? await index.get([entry.reviewId, "review"]) : undefined;
        if (unsent?.seq !== undefined && !unsent.attempted) await store.delete(unsent.seq);
        else if ((await index.getKey([entry.reviewId, entry.kind])) === undefined) {
          const { seq = 0, ...rest } = { attempted: false, ...entry };
          await store.add((await store.getKey(seq)) === undefined && seq > 0 ? { ...rest, seq } : rest);
        }
      }),
    claim: (userId, listSize = MAX_LISTED_RATINGS) =>
      connection.use(async (database) => {
        const transaction = database.transaction(["outbox", "sealed"], "readwrite");
        const store = transaction.objectStore("outbox");
        const isHeldBack = (await transaction.objectStore("sealed").index("user").getKey(userId)) !== undefined;
        const first = isHeldBack ? [] : await store.index("user").getAll(userId, listSize);
        const claimed = selectForOneCall(first, listSize);
        for (const entry of claimed) if (!entry.attempted) void store.put({ ...entry, attempted: true });
        await transaction.done;
        return claimed.map((entry) => ({ ...entry, attempted: true }));
      }),
    hasSealed: (userId) =>
      connection.use(async (database) => (await database.getKeyFromIndex("sealed", "user", userId)) !== undefined),
    noteFailure: ({ reviewId, kind, failures, failedAt }) =>
      write(async (store) => {
        const entry = await store.index("review").get([reviewId, kind]);
        if (entry) await store.put({ ...entry, failures, failedAt });
      }),
    remove: (entries) =>
      write(async (store) => {
        for (const { reviewId, kind } of entries) {
          const key = await store.index("review").getKey([reviewId, kind]);
          if (key !== undefined) void store.delete(key);
        }
        return true;
      }),
    waiting: (userId) =>
      connection.use(async (database) => {
        const transaction = database.transaction(["outbox", "sealed"]);
        const store = transaction.objectStore("outbox");
        const [sealed, count, ratings, undos, oldest] = await Promise.all([
          transaction.objectStore("sealed").index("user").getAll(userId),
          store.index("user").count(userId),
          store.index("kind").count([userId, "review"]),
          store.index("kind").getAll([userId, "undo"]),
          store.index("user").get(userId),
        ]);
        const undone = await Promise.all(
          undos.map(({ reviewId }) => store.index("review").count([reviewId, "review"])),
        );
        await transaction.done;
        return {
          count: sealed.reduce((sum, { waiting }) => sum + waiting, count),
          answers: ratings - undone.reduce((sum, one) => sum + one, 0),
          oldest,
          isKnown: true,
        };
      }),
    all: (userId) => connection.use((database) => database.getAllFromIndex("outbox", "user", userId)),
    changes: (userId) =>
      connection.use(
        (database) => database.getAllFromIndex("outbox", "kind", [userId, "change"]) as Promise<EditEntry[]>,
      ),
  };
}

function openOutbox(database: StudyDatabase) {
  return database.transaction("outbox", "readwrite");
}
