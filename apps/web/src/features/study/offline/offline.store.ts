import type { OutboxEntry, RatingEntry, StoredEntry, UndoEntry } from "#features/study/offline/offline.entry.ts";
import type { StudyDatabase } from "#features/study/study.storage.ts";

/** Where entries wait. Each operation is atomic, also between tabs; adding the same entry again changes nothing. */
export type OutboxStore = {
  /** An entry that was read back from the journal may have been `attempted` before. */
  add(entry: RatingEntry & { attempted?: boolean }): Promise<void>;
  /** Removes the rating if it was never sent; otherwise adds an undo behind it. */
  addUndo(entry: UndoEntry): Promise<void>;
  claimFirst(userId: number): Promise<StoredEntry | undefined>;
  remove(entry: StoredEntry): Promise<void>;
  waiting(userId: number): Promise<{ count: number; oldest: OutboxEntry | undefined }>;
  all(userId: number): Promise<StoredEntry[]>;
};

export function databaseOutboxStore(database: StudyDatabase): OutboxStore {
  const writing = () => database.transaction("outbox", "readwrite");
  return {
    async add(entry) {
      const { store, done } = writing();
      const known = await store.index("review").getKey([entry.reviewId, entry.kind]);
      if (known === undefined) await store.add({ attempted: false, ...entry });
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
  };
}
