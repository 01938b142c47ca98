import type { OutboxEntry, StoredEntry } from "#features/study/offline/offline.entry.ts";
import type { FallbackStore } from "#features/study/offline/offline.memory.ts";
import type { OutboxStore } from "#features/study/offline/offline.store.ts";
import { OUTBOX_JOURNAL } from "#features/study/study.storage.ts";

type TabStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

type JournalEntry = OutboxEntry & { attempted?: boolean };

function isSame(one: OutboxEntry, other: OutboxEntry): boolean {
  return one.reviewId === other.reviewId && one.kind === other.kind;
}

/** A reload aborts database transactions in progress, but not what was written to the tab's own storage. */
class Journal {
  readonly #storage: TabStorage | undefined;

  constructor(storage: TabStorage | undefined) {
    this.#storage = storage;
  }

  entries(): JournalEntry[] {
    try {
      return JSON.parse(this.#storage?.getItem(OUTBOX_JOURNAL) ?? "[]") as JournalEntry[];
    } catch {
      return [];
    }
  }

  add(entry: OutboxEntry): void {
    this.#write([...this.entries(), entry]);
  }

  markAttempted(attempted: OutboxEntry): void {
    this.#write(this.entries().map((entry) => (isSame(entry, attempted) ? { ...entry, attempted: true } : entry)));
  }

  remove(removed: OutboxEntry): void {
    this.#write(this.entries().filter((entry) => !isSame(entry, removed)));
  }

  #write(entries: readonly JournalEntry[]): void {
    try {
      if (entries.length === 0) this.#storage?.removeItem(OUTBOX_JOURNAL);
      else this.#storage?.setItem(OUTBOX_JOURNAL, JSON.stringify(entries));
    } catch {
      // Without a journal only a reload in the same moment can lose an entry; the store still gets it.
    }
  }
}

/**
 * Notes each entry in the journal until the store has it for good. A store in memory never has, so the journal then
 * holds an entry until it is delivered, for the next page to send.
 */
export function withJournal(store: FallbackStore, storage: TabStorage | undefined) {
  const journal = new Journal(storage);
  const apply = async (entry: JournalEntry) => {
    await (entry.kind === "review" ? store.add(entry) : store.addUndo(entry));
    if (store.isDurable()) journal.remove(entry);
  };
  const replay = async (entries: readonly JournalEntry[]) => {
    for (const entry of entries) await apply(entry);
  };
  const replayed = replay(journal.entries()).catch((error: unknown) =>
    console.error("Ratings could not be recovered", error),
  );
  const add = async (entry: OutboxEntry) => {
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
    // The rating of an undo may lie in a database that has failed, from where a later page would deliver it.
    if (entry.kind === "review") journal.remove(entry);
  };
  return { store: { ...store, add, addUndo: add, claimFirst, remove } satisfies OutboxStore, replayed };
}
