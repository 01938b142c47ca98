import type { IdentifiedRating } from "#features/study/offline/offline.entry.ts";
import type { StudyRecord } from "#features/study/study.record.ts";
import {
  type ActiveSession,
  type Choice,
  countsOf,
  currentCard,
  type EditedCard,
  initialSession,
  isActive,
  type More,
  moreWanted,
  outcomeOf,
  type SessionCounts,
  type SessionEvent,
  type SessionMode,
  type SessionState,
  type StudyCard,
  type StudyQueue,
  sessionReducer,
  shuffled,
} from "#features/study/study.session.ts";
import type { Snapshots } from "#features/study/study.snapshot.ts";
import { isNotFound } from "#lib/api-error.ts";

type Intervals = ReadonlyMap<number, NonNullable<StudyCard["nextIntervals"]>>;

type Options = {
  loadQueue: () => Promise<StudyQueue>;
  loadMore: (mode: SessionMode, more: More) => Promise<{ cards: readonly StudyCard[]; next: string | null }>;
  loadIntervals: (cardIds: readonly number[]) => Promise<Intervals>;
  outbox: () => {
    rate: (cardId: number, rating: IdentifiedRating) => void;
    undo: (cardId: number, reviewId: string) => void;
    flush: (timeoutMs: number) => Promise<boolean>;
  };
  snapshots: Pick<Snapshots, "load" | "save" | "drop">;
  beginRecord: (knownId: number | null) => Pick<StudyRecord, "id" | "count" | "complete" | "flush" | "recorded">;
  now: () => number;
  monotonic: () => number;
  newId: () => string;
  random: () => number;
  onCompleted: (counts: SessionCounts) => void;
};

const MAX_DURATION = 86_400_000;
const FLUSH_TIMEOUT = 10_000;

/** Changes the session at once, so that the next question never waits for what follows from a rating. */
export class StudyController {
  readonly #options: Options;
  readonly #listeners = new Set<() => void>();
  #state: SessionState = initialSession;
  #record: ReturnType<Options["beginRecord"]> | undefined;
  #shownAt = 0;
  #asking = false;
  #extending = false;
  /** Answers that belong to an earlier load are ignored. */
  #visit = 0;

  constructor(options: Options) {
    this.#options = options;
  }

  readonly state = (): SessionState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  start(): void {
    void this.#load();
  }

  retry(): void {
    this.#dispatch({ type: "loading" });
    void this.#load();
  }

  reveal(): void {
    const session = this.#dispatch({ type: "revealed" });
    if (session) this.#save(session);
  }

  rate(choice: Choice): void {
    const { monotonic, newId, outbox } = this.#options;
    const card = currentCard(this.#state);
    if (!card) return;
    const durationMs = Math.min(MAX_DURATION, Math.round(monotonic() - this.#shownAt));
    const reviewId = newId();
    const session = this.#dispatch({ type: "rated", cardId: card.id, choice, reviewId });
    if (!session) return;
    const studySessionId = this.#record?.id() ?? null;
    const outcome = outcomeOf(choice);
    const interval = card.nextIntervals?.[outcome.difficulty];
    outbox().rate(card.id, { ...outcome, interval, reviewId, durationMs, studySessionId });
    this.#save(session);
    this.#count(session);
    void this.#loadMore();
    void this.#loadIntervals();
  }

  undo(): void {
    const last = isActive(this.#state) ? this.#state.ratings.at(-1) : undefined;
    const session = this.#dispatch({ type: "undone" });
    if (!session || !last) return;
    this.#options.outbox().undo(last.cardId, last.reviewId);
    this.#save(session);
    this.#record?.count(countsOf(session));
  }

  /** Practises the folder's cards although none of them is due. */
  practise(): void {
    const session = this.#dispatch({ type: "practised" });
    if (session) this.#begin(session);
  }

  /** Studies the due cards that this session has left. */
  nextPortion(): void {
    this.leave();
    this.retry();
  }

  /** Studies all cards again: in random order after the first round, later in the same order. */
  studyAgain(): void {
    const state = this.#state;
    if (!isActive(state)) return;
    const deck = state.round === 1 ? shuffled(state.deck, this.#options.random) : state.deck;
    this.#beginRound({ type: "restarted", deck });
  }

  repeatDifficult(): void {
    this.#beginRound({ type: "difficultRepeated" });
  }

  /** @param before the card as it was; where its gap was taken away, `saved` is one of its siblings. */
  edited(
    { siblings = [], ...saved }: EditedCard & { siblings?: readonly EditedCard[] | undefined },
    before: EditedCard,
  ) {
    const state = this.#state;
    if (!isActive(state)) return;
    const cards = [saved, ...siblings].map(editedOf);
    const kept = new Set(cards.map(({ id }) => id));
    const shared = ({ id, groupId }: EditedCard) =>
      id === before.id || (groupId !== null && groupId === before.groupId);
    const gone = state.deck.filter((card) => shared(card) && !kept.has(card.id)).map(({ id }) => id);
    const session = this.#dispatch({ type: "edited", cards, gone });
    if (!session) return;
    this.#save(session);
    if (session.phase === "done" && state.phase !== "done") this.#count(session);
  }

  recorded(): Promise<void> {
    return this.#record?.recorded() ?? Promise.resolve();
  }

  pause(): void {
    this.#record?.flush();
  }

  leave(): void {
    this.#visit += 1;
    this.#record?.flush();
    if (isActive(this.#state)) this.#options.snapshots.drop();
  }

  #dispatch(event: SessionEvent): ActiveSession | undefined {
    const before = this.#state;
    this.#state = sessionReducer(before, event);
    if (this.#state === before) return undefined;
    if (turnOf(this.#state) !== turnOf(before)) this.#shownAt = this.#options.monotonic();
    for (const listener of this.#listeners) listener();
    return isActive(this.#state) ? this.#state : undefined;
  }

  #save(session: ActiveSession): void {
    this.#options.snapshots.save(session, this.#record?.id() ?? null);
  }

  #count(session: ActiveSession): void {
    const counts = countsOf(session);
    if (session.phase !== "done") {
      this.#record?.count(counts);
      return;
    }
    this.#record?.complete(counts, new Date(this.#options.now()));
    this.#options.onCompleted(counts);
  }

  async #load(): Promise<void> {
    this.#visit += 1;
    const visit = this.#visit;
    const snapshot = await this.#options.snapshots.load();
    if (visit !== this.#visit) return;
    if (snapshot) this.#restore(snapshot.session, snapshot.recordId);
    else await this.#loadQueue(visit);
  }

  #restore(restored: ActiveSession, recordId: number | null): void {
    this.#record = this.#options.beginRecord(recordId);
    if (!this.#dispatch({ type: "restored", session: restored })) return;
    void this.#loadMore();
    void this.#loadIntervals();
  }

  async #loadQueue(visit: number): Promise<void> {
    try {
      const queue = await this.#options.loadQueue();
      if (visit !== this.#visit) return;
      const session = this.#dispatch("due" in queue ? { type: "loaded", ...queue } : { type: "rested", ...queue });
      if (session) this.#begin(session);
    } catch (error) {
      if (visit !== this.#visit) return;
      const missing = isNotFound(error);
      if (!missing) console.error("The cards to study could not be loaded", error);
      this.#dispatch({ type: "failed", missing });
    }
  }

  #beginRound(event: SessionEvent): void {
    const session = this.#dispatch(event);
    if (!session) return;
    this.#begin(session);
    void this.#loadIntervals();
  }

  #begin(session: ActiveSession): void {
    this.#record = this.#options.beginRecord(null);
    this.#save(session);
    void this.#loadMore();
  }

  /** What cannot be loaded now is tried again after the next rating. */
  async #loadMore(): Promise<void> {
    const wanted = moreWanted(this.#state);
    if (this.#extending || !wanted) return;
    const visit = this.#visit;
    this.#extending = true;
    const loaded = await this.#options.loadMore(wanted.mode, wanted.more).catch(() => undefined);
    this.#extending = false;
    if (visit !== this.#visit) return;
    const session = loaded && this.#dispatch({ type: "extended", after: wanted.more.after, ...loaded });
    if (!session) return;
    this.#save(session);
    void this.#loadMore();
  }

  /** A rating changes what each button would give the next time, so that must be asked before the card comes again. */
  async #loadIntervals(): Promise<void> {
    const before = this.#state;
    if (this.#asking || !isActive(before) || !missesIntervals(before)) return;
    this.#asking = true;
    try {
      const intervals = await this.#askIntervals(before);
      if (intervals) this.#dispatch({ type: "intervalsKnown", intervals: stillTrue(intervals, before, this.#state) });
    } catch (error) {
      console.error("The intervals could not be loaded", error);
    } finally {
      this.#asking = false;
    }
    // Cards that were not recalled in the meantime.
    if (isActive(this.#state) && this.#state.ratings !== before.ratings) void this.#loadIntervals();
  }

  async #askIntervals({ queue, ratings }: ActiveSession): Promise<Intervals | undefined> {
    const { outbox, loadIntervals } = this.#options;
    const missing = queue.slice(ratings.length).filter(({ nextIntervals }) => nextIntervals === null);
    if (!(await outbox().flush(FLUSH_TIMEOUT))) return undefined;
    return loadIntervals([...new Set(missing.map(({ id }) => id))]);
  }
}

/** Without the answer's intervals and memory, which this session knows better. */
function editedOf({ id, front, back, format, tags, groupId, variant }: EditedCard): EditedCard {
  return { id, front, back, format, tags, groupId, variant };
}

/** Changes with each question, also where the same card is asked twice running. */
function turnOf(state: SessionState): string | undefined {
  return isActive(state) ? `${state.round} ${state.ratings.length}` : undefined;
}

/** Whether the card that is asked now or the one after it could not say what its buttons give. */
function missesIntervals({ queue, ratings }: ActiveSession): boolean {
  return queue.slice(ratings.length, ratings.length + 2).some(({ nextIntervals }) => nextIntervals === null);
}

/** Without those of cards that were rated, or a rating of which was undone, since they were asked for. */
function stillTrue(intervals: Intervals, before: ActiveSession, now: SessionState): Intervals {
  if (!isActive(now) || now.round !== before.round) return new Map();
  const lastReview = ({ ratings }: ActiveSession, id: number) =>
    ratings.findLast(({ cardId }) => cardId === id)?.reviewId;
  return new Map([...intervals].filter(([id]) => lastReview(now, id) === lastReview(before, id)));
}
