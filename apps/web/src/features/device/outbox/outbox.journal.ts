import { OUTBOX_JOURNAL } from "#features/device/device.database.ts";
import type { ChangeEntry, NewEntry, OutboxEntry, StoredEntry } from "#features/device/outbox/outbox.entry.ts";
import { type OutboxStore, selectTogether, type Waiting } from "#features/device/outbox/outbox.store.ts";

export type TabStorage = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** `isDelivered`: an undo that the server has, and whose rating may still be in a database that has failed. */
type JournalEntry = NewEntry & { isDelivered?: true };

function isSameEntry(one: OutboxEntry, other: OutboxEntry): boolean {
  return one.reviewId === other.reviewId && one.kind === other.kind;
}

/** Returns what a tab's storage has of the journal; nothing if it cannot be read. */
export function readJournal(storage: TabStorage | undefined): JournalEntry[] {
  try {
    return JSON.parse(storage?.getItem(OUTBOX_JOURNAL) ?? "[]") as JournalEntry[];
  } catch {
    return [];
  }
}

/** Counts the ratings in a list that no entry of it undoes. */
export function countAnswers(entries: readonly OutboxEntry[]): number {
  const undone = new Set(entries.flatMap(({ kind, reviewId }) => (kind === "undo" ? [reviewId] : [])));
  return entries.filter(({ kind, reviewId }) => kind === "review" && !undone.has(reviewId)).length;
}

/**
 * Entries in the tab's session storage, which is written synchronously: a reload aborts database transactions that are in
 * progress. Where the browser forbids the storage, they are in memory alone.
 */
class Journal {
  readonly #storage: TabStorage | undefined;
  #entries: readonly JournalEntry[];

  constructor(storage: TabStorage | undefined) {
    this.#storage = storage;
    this.#entries = readJournal(storage);
  }

  get entries(): readonly JournalEntry[] {
    return this.#entries;
  }

  /** Returns those of a user that the server does not have. */
  listWaiting(userId: number): StoredEntry[] {
    const waiting = this.#entries.filter((entry) => entry.userId === userId && !entry.isDelivered);
    return waiting.map((entry) => ({ attempted: false, ...entry }));
  }

  add(entry: NewEntry): void {
    if (!this.#entries.some((other) => isSameEntry(other, entry))) this.#write([...this.#entries, entry]);
  }

  change(changed: OutboxEntry, fields: Partial<JournalEntry>): void {
    if (!this.#entries.some((entry) => isSameEntry(entry, changed))) return;
    this.#write(
      this.#entries.map((entry) => (isSameEntry(entry, changed) ? ({ ...entry, ...fields } as JournalEntry) : entry)),
    );
  }

  remove(removed: readonly OutboxEntry[]): void {
    const left = this.#entries.filter((entry) => !removed.some((one) => isSameEntry(entry, one)));
    if (left.length < this.#entries.length) this.#write(left);
  }

  #write(entries: readonly JournalEntry[]): void {
    this.#entries = entries;
    try {
      if (entries.length === 0) this.#storage?.removeItem(OUTBOX_JOURNAL);
      else this.#storage?.setItem(OUTBOX_JOURNAL, JSON.stringify(entries));
    } catch {
      // The storage is full or forbidden: the entries are lost with the page if the database does not take them before.
    }
  }
}

/**
 * A store that has each entry in the journal until the database has it. While the database takes nothing, entries are delivered
 * from the journal; each operation tries the database anew.
 */
export class JournaledStore implements OutboxStore {
  readonly #database: OutboxStore;
  readonly #journal: Journal;
  #moved: Promise<void> = Promise.resolve();
  #isFailing = false;

  constructor(database: OutboxStore, storage: TabStorage | undefined) {
    this.#database = database;
    this.#journal = new Journal(storage);
  }

  /** Returns whether entries survive the tab. */
  isDurable(): boolean {
    return this.#journal.entries.length === 0;
  }

  async add(entry: NewEntry): Promise<void> {
    this.#journal.add(entry);
    await this.move();
  }

  /** Moves entries to the database, in order, as far as it takes them. */
  move(): Promise<void> {
    // One after another: an undo must not overtake its rating.
    this.#moved = this.#moved.then(async () => {
      for (const { isDelivered, ...entry } of this.#journal.entries) {
        const isStored = await this.#attempt(async () => {
          await this.#database.add(entry);
          return true;
        });
        if (!isStored) return;
        this.#journal.remove([entry]);
      }
    });
    return this.#moved;
  }

  async claim(userId: number): Promise<StoredEntry[]> {
    await this.move();
    const stored = await this.#attempt(() => this.#database.claim(userId));
    if (stored && stored.length > 0) return stored;
    const claimed = selectTogether(this.#journal.listWaiting(userId));
    for (const entry of claimed) this.#journal.change(entry, { attempted: true });
    return claimed.map((entry) => ({ ...entry, attempted: true }));
  }

  async noteFailure(entry: StoredEntry): Promise<void> {
    this.#journal.change(entry, { failures: (entry.failures ?? 0) + 1 });
    await this.#attempt(() => this.#database.noteFailure(entry));
  }

  async remove(entries: readonly StoredEntry[]): Promise<void> {
    await this.#attempt(() => this.#database.remove(entries));
    const isRetained = (entry: StoredEntry) => entry.kind === "undo" && this.#isFailing;
    for (const undo of entries.filter(isRetained)) this.#journal.change(undo, { isDelivered: true });
    this.#journal.remove(entries.filter((entry) => !isRetained(entry)));
  }

  async waiting(userId: number): Promise<Waiting> {
    await this.move();
    const stored = await this.#attempt(() => this.#database.waiting(userId));
    const own = this.#journal.listWaiting(userId);
    return {
      count: (stored?.count ?? 0) + own.length,
      answers: (stored?.answers ?? 0) + countAnswers(own),
      oldest: stored?.oldest ?? own[0],
    };
  }

  async all(userId: number): Promise<StoredEntry[]> {
    await this.move();
    const stored = (await this.#attempt(() => this.#database.all(userId))) ?? [];
    return [...stored, ...this.#journal.listWaiting(userId)];
  }

  async changes(userId: number): Promise<ChangeEntry[]> {
    await this.move();
    const stored = (await this.#attempt(() => this.#database.changes(userId))) ?? [];
    return [...stored, ...this.#journal.listWaiting(userId).filter((entry) => entry.kind === "change")];
  }

  /** Returns undefined if the database fails. */
  async #attempt<T>(operation: () => Promise<T>): Promise<T | undefined> {
    try {
      const result = await operation();
      this.#isFailing = false;
      return result;
    } catch (error) {
      // Once, however many operations fail.
      if (!this.#isFailing) console.warn("Ratings are stored in this tab only", error);
      this.#isFailing = true;
      return undefined;
    }
  }
}
