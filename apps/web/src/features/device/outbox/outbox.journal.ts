import { DatabaseLate } from "#features/device/device.connection.ts";
import { OUTBOX_JOURNAL } from "#features/device/device.database.ts";
import type {
  EditEntry,
  FailedEntry,
  NewEntry,
  OutboxEntry,
  StoredEntry,
} from "#features/device/outbox/outbox.entry.ts";
import { type OutboxStore, selectForOneCall, type Waiting } from "#features/device/outbox/outbox.store.ts";

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

type IsOwn = (userId: number) => boolean;

/**
 * Entries in the tab's session storage, which is written synchronously: a reload aborts database transactions that are in
 * progress. Where the browser forbids the storage, they are only in memory. Other users' entries in the storage stay untouched.
 */
class Journal {
  readonly #storage: TabStorage | undefined;
  readonly #isOwn: IsOwn;
  /** What the storage does not take. Otherwise undefined: another journal of this tab may change what is stored. */
  #inMemory: readonly JournalEntry[] | undefined;

  constructor(storage: TabStorage | undefined, isOwn: IsOwn) {
    this.#storage = storage;
    this.#isOwn = isOwn;
    if (!storage) this.#inMemory = [];
  }

  get entries(): readonly JournalEntry[] {
    return this.#inMemory ?? readJournal(this.#storage).filter(({ userId }) => this.#isOwn(userId));
  }

  /** Returns those of a user that the server does not have. */
  listWaiting(userId: number): StoredEntry[] {
    const waiting = this.entries.filter((entry) => entry.userId === userId && !entry.isDelivered);
    return waiting.map((entry) => ({ attempted: false, ...entry }));
  }

  has(entry: OutboxEntry): boolean {
    return this.entries.some((other) => isSameEntry(other, entry));
  }

  add(entry: NewEntry): void {
    if (!this.has(entry)) this.#write([...this.entries, entry]);
  }

  change(changed: OutboxEntry, fields: Partial<JournalEntry>): void {
    if (!this.has(changed)) return;
    this.#write(
      this.entries.map((entry) => (isSameEntry(entry, changed) ? ({ ...entry, ...fields } as JournalEntry) : entry)),
    );
  }

  remove(removed: readonly OutboxEntry[]): void {
    const left = this.entries.filter((entry) => !removed.some((one) => isSameEntry(entry, one)));
    if (left.length < this.entries.length) this.#write(left);
  }

  #write(entries: readonly JournalEntry[]): void {
    const all = [...readJournal(this.#storage).filter(({ userId }) => !this.#isOwn(userId)), ...entries];
    try {
      if (all.length === 0) this.#storage?.removeItem(OUTBOX_JOURNAL);
      else this.#storage?.setItem(OUTBOX_JOURNAL, JSON.stringify(all));
      this.#inMemory = this.#storage ? undefined : entries;
    } catch {
      // The storage is full or forbidden: the entries are lost with the page if the database does not take them before.
      this.#inMemory = entries;
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
  /** Undos whose rating may be in a database that did not answer when they were claimed. */
  readonly #claimedUndos = new Set<string>();
  #turn: Promise<unknown> = Promise.resolve();
  #failure: unknown;
  #hasWorked = false;

  /** @param isOwn Which users' entries of the tab it moves and delivers; by default all. */
  constructor(database: OutboxStore, storage: TabStorage | undefined, isOwn: IsOwn = () => true) {
    this.#database = database;
    this.#journal = new Journal(storage, isOwn);
  }

  /** Returns whether entries survive the tab. */
  isDurable(): boolean {
    return this.#failure === undefined || this.#journal.entries.every(({ isDelivered }) => isDelivered);
  }

  /** Resolves when the database has the entry, or does not take it. */
  async add(entry: NewEntry): Promise<void> {
    this.#journal.add(entry);
    await this.moveToDatabase();
  }

  /** Moves entries to the database, in order, as far as it takes them. */
  moveToDatabase(): Promise<void> {
    return this.#inTurn(() => this.#moveAll());
  }

  claim(userId: number, listSize?: number): Promise<StoredEntry[]> {
    return this.#inTurn(async () => {
      await this.#moveAll();
      const stored = await this.#attempt(() => this.#database.claim(userId, listSize));
      if (stored && stored.length > 0) return stored;
      const waiting = this.#journal.listWaiting(userId);
      // Sealed entries are older, and go first.
      if (waiting.length === 0 || (await this.hasSealed(userId))) return [];
      const claimed = selectForOneCall(waiting, listSize);
      for (const entry of claimed) {
        this.#journal.change(entry, { attempted: true });
        if (entry.kind === "undo") this.#claimedUndos.add(entry.reviewId);
      }
      return claimed.map((entry) => ({ ...entry, attempted: true }));
    });
  }

  async hasSealed(userId: number): Promise<boolean> {
    return (await this.#attempt(() => this.#database.hasSealed(userId))) ?? false;
  }

  async noteFailure(entry: FailedEntry): Promise<void> {
    const { failures, failedAt } = entry;
    this.#journal.change(entry, { failures, failedAt });
    await this.#attempt(() => this.#database.noteFailure(entry));
  }

  remove(entries: readonly StoredEntry[]): Promise<boolean> {
    return this.#inTurn(async () => {
      // An undo that was claimed without the database is sent once more when its rating may have been found there.
      const isSentAgain = ({ kind, reviewId }: StoredEntry) => kind === "undo" && this.#claimedUndos.delete(reviewId);
      const again = entries.filter(isSentAgain);
      const settled = entries.filter((entry) => !again.includes(entry));
      for (const undo of again) this.#journal.change(undo, { isDelivered: true });
      const isOnlyHere = settled.every((entry) => this.#journal.has(entry));
      this.#journal.remove(settled);
      const isRemoved = await this.#attempt(() => this.#database.remove(settled));
      return isRemoved ?? isOnlyHere;
    });
  }

  async waiting(userId: number): Promise<Waiting> {
    await this.moveToDatabase();
    const stored = await this.#attempt(() => this.#database.waiting(userId));
    const own = this.#journal.listWaiting(userId);
    return {
      count: (stored?.count ?? 0) + own.length,
      answers: (stored?.answers ?? 0) + countAnswers(own),
      oldest: stored?.oldest ?? own[0],
      isKnown: stored !== undefined || this.#storesNothing(),
    };
  }

  /** @throws the database's error if it may have entries that it does not give. */
  async all(userId: number): Promise<StoredEntry[]> {
    const stored = await this.#read(() => this.#database.all(userId));
    return [...stored, ...this.#journal.listWaiting(userId)];
  }

  /** @throws as `all`. */
  async changes(userId: number): Promise<EditEntry[]> {
    const stored = await this.#read(() => this.#database.changes(userId));
    return [...stored, ...this.#journal.listWaiting(userId).filter((entry) => entry.kind === "change")];
  }

  async #read<T>(operation: () => Promise<T[]>): Promise<T[]> {
    await this.moveToDatabase();
    const read = await this.#attempt(operation);
    if (read === undefined && !this.#storesNothing()) throw this.#failure;
    return read ?? [];
  }

  /** Returns whether the browser has no database at all, rather than one that is late or fails for now. */
  #storesNothing(): boolean {
    return !this.#hasWorked && !(this.#failure instanceof DatabaseLate);
  }

  /** Runs work that changes the journal one after another: an undo must not overtake its rating, nor a removal what is being moved. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => {});
    return done;
  }

  async #moveAll(): Promise<void> {
    for (let next = this.#journal.entries[0]; next; next = this.#journal.entries[0]) {
      const { isDelivered, ...entry } = next;
      const isStored = await this.#attempt(async () => {
        await this.#database.add(entry);
        return true;
      });
      if (!isStored) return;
      this.#journal.remove([entry]);
    }
  }

  /** Returns undefined if the database fails. */
  async #attempt<T>(operation: () => Promise<T>): Promise<T | undefined> {
    try {
      const result = await operation();
      this.#failure = undefined;
      this.#hasWorked = true;
      return result;
    } catch (error) {
      // Once, however many operations fail.
      if (this.#failure === undefined) console.warn("Ratings are stored in this tab only", error);
      this.#failure = error ?? new Error("The database failed");
      return undefined;
    }
  }
}
