import type { NewEntry, OutboxEntry, StoredEntry } from "#features/device/outbox/outbox.entry.ts";
import type { OutboxStore } from "#features/device/outbox/outbox.store.ts";

export function createMemoryOutboxStore(): OutboxStore {
  let entries: StoredEntry[] = [];
  // The numbers are negative, so that no entry is confused with one in the database.
  let seq = 0;
  const find = (reviewId: string, kind: OutboxEntry["kind"]) =>
    entries.find((entry) => entry.reviewId === reviewId && entry.kind === kind);
  const remove = async (removed: StoredEntry) => {
    entries = entries.filter((entry) => entry.seq !== removed.seq);
  };
  const selectEntries = (userId: number) => entries.filter((entry) => entry.userId === userId);
  return {
    async add(entry: NewEntry) {
      const unsent = entry.kind === "undo" ? find(entry.reviewId, "review") : undefined;
      if (unsent && !unsent.attempted) await remove(unsent);
      else if (!find(entry.reviewId, entry.kind)) entries.push({ attempted: false, ...entry, seq: --seq });
    },
    async claimFirst(userId) {
      const [first] = selectEntries(userId);
      if (first) first.attempted = true;
      return first && { ...first };
    },
    remove,
    async waiting(userId) {
      const own = selectEntries(userId);
      return { count: own.length, oldest: own[0] };
    },
    all: async (userId) => selectEntries(userId).map((entry) => ({ ...entry })),
    isDurable: () => false,
  };
}

/** Wraps a store so that it continues in memory after a failure: entries that cannot be stored can still be sent. */
export function addMemoryFallback(opening: Promise<OutboxStore>): OutboxStore {
  let current = opening;
  const attempt = async <T>(operation: (store: OutboxStore) => Promise<T>): Promise<T> => {
    const used = current;
    try {
      return await operation(await used);
    } catch (error) {
      if (current === used) {
        console.warn("Ratings are kept in memory only", error);
        current = Promise.resolve(createMemoryOutboxStore());
      }
      return operation(await current);
    }
  };
  return {
    add: (entry) => attempt((store) => store.add(entry)),
    claimFirst: (userId) => attempt((store) => store.claimFirst(userId)),
    remove: (entry) => attempt((store) => store.remove(entry)),
    waiting: (userId) => attempt((store) => store.waiting(userId)),
    all: (userId) => attempt((store) => store.all(userId)),
    isDurable: () => current === opening,
  };
}
