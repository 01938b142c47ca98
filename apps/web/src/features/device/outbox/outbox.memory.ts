import { waitForDatabase } from "#features/device/device.database.ts";
import type { NewEntry, OutboxEntry, StoredEntry } from "#features/device/outbox/outbox.entry.ts";
import type { OutboxStore } from "#features/device/outbox/outbox.store.ts";

type MemoryStore = OutboxStore & { entries: () => readonly StoredEntry[] };

export function createMemoryOutboxStore(): MemoryStore {
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
    entries: () => entries,
  };
}

/**
 * Wraps a store so that it continues in memory after a failure: entries that cannot be stored can still be sent. If the store
 * only opens late, it takes over these entries.
 *
 * @param onOpenedLate Is called once it has.
 */
export function addMemoryFallback(opening: Promise<OutboxStore>, onOpenedLate = () => {}): OutboxStore {
  let memory: MemoryStore | undefined;
  let isOpen = false;
  const opened = opening.then((store) => {
    isOpen = true;
    return store;
  });
  const openedInTime = waitForDatabase(opened);
  openedInTime.catch(() => {});

  const moveWhenOpen = async (from: MemoryStore) => {
    await moveEntries(from, await opened, () => {
      memory = undefined;
    });
    onOpenedLate();
  };
  const continueInMemory = (error: unknown): MemoryStore => {
    console.warn("Ratings are kept in memory only", error);
    memory = createMemoryOutboxStore();
    // If this fails too, the memory goes on.
    if (!isOpen) moveWhenOpen(memory).catch(() => {});
    return memory;
  };
  const attempt = async <T>(operation: (store: OutboxStore) => Promise<T>): Promise<T> => {
    if (memory) return operation(memory);
    try {
      return await operation(await (isOpen ? opened : openedInTime));
    } catch (error) {
      return operation(memory ?? continueInMemory(error));
    }
  };
  return {
    add: (entry) => attempt((store) => store.add(entry)),
    claimFirst: (userId) => attempt((store) => store.claimFirst(userId)),
    remove: (entry) => attempt((store) => store.remove(entry)),
    waiting: (userId) => attempt((store) => store.waiting(userId)),
    all: (userId) => attempt((store) => store.all(userId)),
    isDurable: () => memory === undefined,
  };
}

/**
 * Adds all entries to another store, in order, also those that come meanwhile. One that is being delivered may be delivered once
 * more, which the server ignores.
 *
 * @param onMoved Is called while no entry can come in between.
 */
async function moveEntries(from: MemoryStore, to: OutboxStore, onMoved: () => void): Promise<void> {
  const moved = new Set<number>();
  for (;;) {
    const next = from.entries().find(({ seq }) => !moved.has(seq));
    if (!next) return onMoved();
    const { seq, ...entry } = next;
    await to.add(entry);
    moved.add(seq);
  }
}
