import { OUTBOX_JOURNAL } from "#features/device/device.database.ts";
import type { NewEntry, OutboxEntry, StoredEntry } from "#features/device/outbox/outbox.entry.ts";
import type { OutboxStore } from "#features/device/outbox/outbox.store.ts";

type TabStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

function isSameEntry(one: OutboxEntry, other: OutboxEntry): boolean {
  return one.reviewId === other.reviewId && one.kind === other.kind;
}

/**
 * Stores entries in the tab's session storage, which is written synchronously: a reload aborts database transactions
 * that are in progress.
 */
class Journal {
  readonly #storage: TabStorage | undefined;

  constructor(storage: TabStorage | undefined) {
    this.#storage = storage;
  }

  entries(): NewEntry[] {
    try {
      return JSON.parse(this.#storage?.getItem(OUTBOX_JOURNAL) ?? "[]") as NewEntry[];
    } catch {
      return [];
    }
  }

  add(entry: OutboxEntry): void {
    this.#write([...this.entries(), entry]);
  }

  markAttempted(attempted: OutboxEntry): void {
    this.#write(this.entries().map((entry) => (isSameEntry(entry, attempted) ? { ...entry, attempted: true } : entry)));
  }

  remove(removed: OutboxEntry): void {
    this.#write(this.entries().filter((entry) => !isSameEntry(entry, removed)));
  }

  #write(entries: readonly NewEntry[]): void {
    try {
      if (entries.length === 0) this.#storage?.removeItem(OUTBOX_JOURNAL);
      else this.#storage?.setItem(OUTBOX_JOURNAL, JSON.stringify(entries));
    } catch {
      // Without a journal the entry is still added to the store; only a reload at the same moment can lose it.
    }
  }
}

/**
 * Wraps a store so that the journal contains each entry until the store has stored it durably. A store in memory is
 * never durable, so the journal then contains an entry until it is delivered, and the next page can send it.
 */
export function addJournal(store: OutboxStore, storage: TabStorage | undefined) {
  const journal = new Journal(storage);
  const apply = async (entry: NewEntry) => {
    await store.add(entry);
    if (store.isDurable()) journal.remove(entry);
  };
  const replay = async (entries: readonly NewEntry[]) => {
    for (const entry of entries) await apply(entry);
  };
  const replayed = replay(journal.entries()).catch((error: unknown) =>
    console.error("Ratings could not be recovered", error),
  );
  const add = async (entry: NewEntry) => {
    journal.add(entry);
    // An undo must not overtake its rating.
    await replayed;
    await apply(entry);
  };
  const claimFirst = async (userId: number) => {
    const first = await store.claimFirst(userId);
    if (first && !store.isDurable()) journal.markAttempted(first);
    return first;
  };
  const remove = async (entry: StoredEntry) => {
    await store.remove(entry);
    // The rating of an undo may be in a database that has failed, and a later page would deliver it from there.
    if (entry.kind !== "undo") journal.remove(entry);
  };
  return { store: { ...store, add, claimFirst, remove } satisfies OutboxStore, replayed };
}
