import type { OutboxEntry } from "#features/study/offline/offline.entry.ts";
import type { OutboxStore } from "#features/study/offline/offline.store.ts";

const KEY = "repasa:outbox-journal";

type TabStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** A reload aborts database transactions in progress, but not what was written to the tab's own storage. */
class Journal {
  readonly #storage: TabStorage | undefined;

  constructor(storage: TabStorage | undefined) {
    this.#storage = storage;
  }

  entries(): OutboxEntry[] {
    try {
      return JSON.parse(this.#storage?.getItem(KEY) ?? "[]") as OutboxEntry[];
    } catch {
      return [];
    }
  }

  add(entry: OutboxEntry): void {
    this.#write([...this.entries(), entry]);
  }

  remove({ reviewId, kind }: OutboxEntry): void {
    this.#write(this.entries().filter((entry) => entry.reviewId !== reviewId || entry.kind !== kind));
  }

  #write(entries: readonly OutboxEntry[]): void {
    try {
      if (entries.length === 0) this.#storage?.removeItem(KEY);
      else this.#storage?.setItem(KEY, JSON.stringify(entries));
    } catch {
      // Without a journal only a reload in the same moment can lose an entry; the store still gets it.
    }
  }
}

export function withJournal(store: OutboxStore, storage: TabStorage | undefined) {
  const journal = new Journal(storage);
  const apply = async (entry: OutboxEntry) => {
    await (entry.kind === "review" ? store.add(entry) : store.addUndo(entry));
    journal.remove(entry);
  };
  const replay = async (entries: readonly OutboxEntry[]) => {
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
  return { store: { ...store, add, addUndo: add } satisfies OutboxStore, replayed };
}
