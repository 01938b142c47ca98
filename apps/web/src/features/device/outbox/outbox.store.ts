import type { StudyDatabase } from "#features/device/device.database.ts";
import type { NewEntry, OutboxEntry, StoredEntry } from "#features/device/outbox/outbox.entry.ts";

/**
 * The queue of entries that wait to be delivered. Each operation is atomic, even across tabs. Implemented in IndexedDB
 * (here) and in memory (`outbox.memory.ts`); `addMemoryFallback` and `addJournal` wrap a store and return another one.
 */
export type OutboxStore = {
  /** Adding the same entry twice has no effect. An undo removes its rating if that was never sent. */
  add(entry: NewEntry): Promise<void>;
  /** Returns the first entry of a user and marks it as attempted. */
  claimFirst(userId: number): Promise<StoredEntry | undefined>;
  remove(entry: StoredEntry): Promise<void>;
  waiting(userId: number): Promise<{ count: number; oldest: OutboxEntry | undefined }>;
  all(userId: number): Promise<StoredEntry[]>;
  /** Returns whether entries survive a reload. */
  isDurable(): boolean;
};

export function createDatabaseOutboxStore(database: StudyDatabase): OutboxStore {
  const writing = () => database.transaction("outbox", "readwrite");
  return {
    async add(entry) {
      const { store, done } = writing();
      const index = store.index("review");
      const unsent = entry.kind === "undo" ? await index.get([entry.reviewId, "review"]) : undefined;
      if (unsent?.seq !== undefined && !unsent.attempted) await store.delete(unsent.seq);
      else if ((await index.getKey([entry.reviewId, entry.kind])) === undefined) {
        await store.add({ attempted: false, ...entry });
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
    async remove({ seq }) {
      await database.delete("outbox", seq);
    },
    async waiting(userId) {
      const { store, done } = database.transaction("outbox");
      const [count, oldest] = await Promise.all([store.index("user").count(userId), store.index("user").get(userId)]);
      await done;
      return { count, oldest };
    },
    async all(userId) {
      return (await database.getAllFromIndex("outbox", "user", userId)) as StoredEntry[];
    },
    isDurable: () => true,
  };
}
