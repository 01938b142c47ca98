import type { OutboxEntry, StoredEntry } from "#features/study/offline/offline.entry.ts";
import type { OutboxStore } from "#features/study/offline/offline.store.ts";

export function memoryOutboxStore(): OutboxStore {
  let entries: StoredEntry[] = [];
  // Negative, so that no entry is confused with one of the database.
  let seq = 0;
  const find = (reviewId: string, kind: OutboxEntry["kind"]) =>
    entries.find((entry) => entry.reviewId === reviewId && entry.kind === kind);
  const add = async (entry: OutboxEntry & { attempted?: boolean }) => {
    if (!find(entry.reviewId, entry.kind)) entries.push({ attempted: false, ...entry, seq: --seq });
  };
  const remove = async (wanted: StoredEntry) => {
    entries = entries.filter((entry) => entry.seq !== wanted.seq);
  };
  const of = (userId: number) => entries.filter((entry) => entry.userId === userId);
  return {
    add,
    async addUndo(entry) {
      const review = find(entry.reviewId, "review");
      if (review && !review.attempted) await remove(review);
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
      return { count: own.length, oldest: own[0] };
    },
    all: async (userId) => of(userId).map((entry) => ({ ...entry })),
  };
}

export type FallbackStore = OutboxStore & {
  /** False once entries are kept in memory only, where a reload loses them. */
  isDurable: () => boolean;
};

/** A store that goes on in memory once another one has failed: what cannot be kept can still be sent. */
export function withMemoryFallback(opening: Promise<OutboxStore>): FallbackStore {
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
    remove: (entry) => attempt((store) => store.remove(entry)),
    waiting: (userId) => attempt((store) => store.waiting(userId)),
    all: (userId) => attempt((store) => store.all(userId)),
    isDurable: () => current === opening,
  };
}
