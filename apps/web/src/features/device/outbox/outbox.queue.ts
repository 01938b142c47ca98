import { MAX_LISTED_RATINGS } from "@repasa/contract/study.limits.ts";
import type { Clock } from "#features/device/outbox/outbox.clock.ts";
import type {
  AddedEntry,
  EditEntry,
  IdentifiedRating,
  RatingEntry,
  StoredEntry,
  UndoEntry,
} from "#features/device/outbox/outbox.entry.ts";
import type { JournaledStore } from "#features/device/outbox/outbox.journal.ts";
import { FIRST_DELAY_MS, RetryTimer } from "#features/device/outbox/outbox.retry.ts";
import { type Sending, sendFirst } from "#features/device/outbox/outbox.sending.ts";
import { WaitingTimes } from "#features/device/outbox/outbox.waiting-time.ts";
import { addListener } from "#lib/listeners.ts";

export type OutboxStatus = {
  waiting: number;
  /** How many answers of the student are among them. */
  answers: number;
  /**
   * True if an attempt failed or the oldest entry has waited longer than a quick response takes. Shown to the student.
   */
  late: boolean;
  /** False if something is stored in this tab only, and lost with it. */
  durable: boolean;
};

export type OutboxOptions = Omit<Sending, "store"> & {
  store: JournaledStore;
  serverNow: () => Promise<number | null>;
  withLock: (work: () => Promise<void>) => Promise<void>;
  clock: Clock;
  onEmpty: () => void;
  onChanged: () => void;
};

const LATE_AFTER_MS = 2000;

/** Delivers one user's ratings, undos and edits in the background, in order, and retries until the server has them. */
export class Outbox {
  readonly #options: OutboxOptions;
  readonly #waitingTimes: WaitingTimes;
  readonly #retry: RetryTimer;
  readonly #listeners = new Set<() => void>();
  readonly #ratingListeners = new Set<(entry: RatingEntry | UndoEntry) => void>();
  #status: OutboxStatus = { waiting: 0, answers: 0, late: false, durable: true };
  #running = false;
  #sending = false;
  #sendRequested = false;
  #deliveredSome = false;
  /** False while the database does not answer, so that more may wait than is counted. */
  #isKnown = true;
  #lastAttempt = Number.NEGATIVE_INFINITY;
  #lateTimer: unknown;
  /** How many ratings one call may send: fewer after a call that took too long. */
  #listSize = MAX_LISTED_RATINGS;
  #writes: Promise<unknown>;

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#waitingTimes = new WaitingTimes(options.clock, options.serverNow);
    this.#retry = new RetryTimer(options.clock, () => void this.#send());
    this.#writes = options.store.moveToDatabase();
  }

  get userId(): number {
    return this.#options.userId;
  }

  readonly status = (): OutboxStatus => this.#status;

  /** @param listener Is called when the status changes, and when an entry has been delivered. */
  readonly subscribe = (listener: () => void): (() => void) => {
    return addListener(this.#listeners, listener);
  };

  /** @param listener Is called with each rating and each undo of this page. */
  readonly subscribeRatings = (listener: (entry: RatingEntry | UndoEntry) => void): (() => void) => {
    return addListener(this.#ratingListeners, listener);
  };

  start(): void {
    if (this.#running) return;
    this.#running = true;
    this.#retry.reset();
    void this.#options.store.moveToDatabase().then(() => this.#send());
  }

  stop(): void {
    this.#running = false;
    this.#retry.cancel();
    this.#options.clock.clearTimeout(this.#lateTimer);
  }

  rate(cardId: number, rating: IdentifiedRating): void {
    void this.add({ ...rating, kind: "review", cardId });
  }

  undo(cardId: number, reviewId: string): void {
    void this.add({ kind: "undo", cardId, reviewId });
  }

  /** Resolves when the entry is stored. */
  add(added: AddedEntry): Promise<void> {
    const { userId, store, clock } = this.#options;
    const entry = { at: clock.now(), ...added, userId };
    this.#waitingTimes.noteFirstSeen(entry);
    const written = store.add(entry);
    this.#writes = Promise.all([written, this.#writes]).then(
      () => this.#afterWrite(),
      (error: unknown) => console.error("A rating could not be kept", error),
    );
    if (entry.kind !== "change") for (const listener of this.#ratingListeners) listener(entry);
    return written;
  }

  async listWaiting(): Promise<StoredEntry[]> {
    await this.#writes;
    return this.#options.store.all(this.userId);
  }

  async listWaitingEdits(): Promise<EditEntry[]> {
    await this.#writes;
    return this.#options.store.changes(this.userId);
  }

  async countWaiting(): Promise<number> {
    await this.#writes;
    return (await this.#options.store.waiting(this.userId)).count;
  }

  /** Sends now although a retry is scheduled for later, unless the server sent a `Retry-After`. */
  retryNow(): void {
    if (this.#retry.isScheduled) {
      if (!this.#retry.canRetryEarly) return;
      this.#retry.cancel();
    }
    void this.#send();
  }

  handleChangeElsewhere(): void {
    void this.#refresh();
    void this.#send();
  }

  /**
   * Returns the cards with an undelivered rating, which the server still considers due.
   *
   * @param counts Whether a rating of that time counts, in milliseconds since 1970; by default all do.
   */
  async unsentCards(counts: (at: number) => boolean = () => true): Promise<Set<number>> {
    const cards = new Set<number>();
    const waiting = await this.listWaiting().catch(() => []);
    for (const entry of waiting) {
      if (entry.kind === "review" && counts(entry.at)) cards.add(entry.cardId);
      else if (entry.kind === "undo") cards.delete(entry.cardId);
    }
    return cards;
  }

  async flush(timeoutMs: number): Promise<boolean> {
    const { clock } = this.#options;
    await this.#writes;
    await this.#refresh();
    if (this.#status.waiting === 0 && this.#isKnown) return true;
    this.retryNow();
    return new Promise((resolve) => {
      const finish = (empty: boolean) => {
        clock.clearTimeout(timer);
        unsubscribe();
        resolve(empty);
      };
      const timer = clock.setTimeout(() => finish(false), timeoutMs);
      const unsubscribe = this.subscribe(() => this.#status.waiting === 0 && this.#isKnown && finish(true));
    });
  }

  async #afterWrite(): Promise<void> {
    this.#options.onChanged();
    await this.#refresh();
    // A new rating is a good moment to try again, but not many times a second.
    if (this.#options.clock.monotonic() - this.#lastAttempt >= FIRST_DELAY_MS) this.retryNow();
    else void this.#send();
  }

  get #maySend(): boolean {
    return this.#running && !this.#retry.isScheduled;
  }

  async #send(): Promise<void> {
    this.#sendRequested = true;
    if (this.#sending || !this.#maySend) return;
    this.#sending = true;
    try {
      while (this.#sendRequested && this.#maySend) {
        this.#sendRequested = false;
        await this.#options.withLock(() => this.#sendAll());
      }
    } finally {
      this.#sending = false;
      await this.#refresh();
    }
  }

  async #sendAll(): Promise<void> {
    let changed = false;
    while (this.#maySend && (await this.#sendFirst())) changed = true;
    if (changed) this.#options.onChanged();
  }

  /** Returns whether the first entry was delivered and removed, so that the next one can be sent. */
  async #sendFirst(): Promise<boolean> {
    this.#lastAttempt = this.#options.clock.monotonic();
    const result = await sendFirst(this.#options, this.#waitingTimes, () => this.#running, this.#listSize);
    if (result?.type === "done") {
      this.#listSize = Math.min(MAX_LISTED_RATINGS, this.#listSize * 2);
      await this.#noteDelivered();
      return true;
    }
    if (result?.type === "signed-out") {
      this.stop();
      // Counts as a failure, so that the student sees what is waiting.
      this.#retry.fail();
    } else if (result) {
      if (result.timedOut) this.#listSize = Math.ceil(this.#listSize / 2);
      if (result.settled.length > 0) {
        await this.#noteDelivered();
        this.#options.onChanged();
      }
      if (this.#running) this.#retry.schedule(result.retryAfterMs);
      await this.#refresh();
    }
    return false;
  }

  async #noteDelivered(): Promise<void> {
    this.#retry.reset();
    this.#deliveredSome = true;
    if (this.#status.waiting > 1 || this.#status.late) await this.#refresh();
    // The counts may be the same as before, because another entry was added meanwhile, or because none was counted yet.
    this.#notify();
  }

  async #refresh(): Promise<void> {
    const { store, clock, onEmpty } = this.#options;
    const { count, answers, oldest, isKnown } = await store.waiting(this.userId);
    this.#isKnown = isKnown;
    // What was counted last is nearer the truth than nothing.
    if (!isKnown && count < this.#status.waiting) return;
    const age = oldest ? this.#waitingTimes.measureMaximum(oldest) : 0;
    const late = count > 0 && (this.#retry.hasFailed || age >= LATE_AFTER_MS);
    clock.clearTimeout(this.#lateTimer);
    if (count > 0 && !late && this.#running) {
      this.#lateTimer = clock.setTimeout(() => void this.#refresh(), LATE_AFTER_MS - age);
    }
    const emptied = count === 0 && (this.#deliveredSome || this.#status.waiting > 0);
    this.#show({ waiting: count, answers, late, durable: store.isDurable() });
    if (emptied) {
      this.#deliveredSome = false;
      onEmpty();
    }
  }

  #show(status: OutboxStatus): void {
    const { waiting, answers, late, durable } = this.#status;
    const isSame = status.waiting === waiting && status.answers === answers;
    if (isSame && status.late === late && status.durable === durable) return;
    this.#status = status;
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}
