import { type IdentifiedRating, isLocalId } from "#features/device/outbox/outbox.entry.ts";
import type { CompareCards, Snapshots } from "#features/study/deck/deck.snapshot.ts";
import type { StudyRecord } from "#features/study/session/session.record.ts";
import {
  type ActiveSession,
  type CheckedAnswer,
  type Choice,
  type ChosenAnswer,
  countPassed,
  countRatings,
  type EditedCard,
  findCardsToLoad,
  getCurrentCard,
  getOutcome,
  initialSession,
  isActive,
  omitRated,
  type RemainingCards,
  type SessionEvent,
  type SessionMode,
  type SessionState,
  type StudyCard,
  type StudyQueue,
  sessionReducer,
  shuffle,
} from "#features/study/study.state.ts";
import { isNotFound } from "#lib/api-error.ts";
import { readConnection } from "#lib/connection.ts";
import { addListener } from "#lib/listeners.ts";

type Intervals = ReadonlyMap<number, NonNullable<StudyCard["nextIntervals"]>>;

type Options = {
  loadQueue: () => Promise<StudyQueue>;
  loadMore: (mode: SessionMode, more: RemainingCards) => Promise<{ cards: readonly StudyCard[]; next: string | null }>;
  loadIntervals: (cardIds: readonly number[]) => Promise<Intervals>;
  outbox: () => {
    rate: (cardId: number, rating: IdentifiedRating) => void;
    undo: (cardId: number, reviewId: string) => void;
    flush: (timeoutMs: number) => Promise<boolean>;
  };
  /** Called with -1 when a pending card has its first rating, and with 1 when that was undone. */
  changePendingCount: (by: number) => void;
  snapshots: Pick<Snapshots, "load" | "save" | "drop">;
  compare: CompareCards;
  beginRecord: (knownId: number | null) => Pick<StudyRecord, "id" | "count" | "complete" | "flush" | "whenRecorded">;
  now: () => number;
  monotonic: () => number;
  newId: () => string;
  random: () => number;
};

const MAX_DURATION = 86_400_000;
const FLUSH_TIMEOUT = 10_000;

/**
 * Runs a study session. Every action changes the session synchronously; storing, sending and loading happen in the
 * background, so that the next question never waits for them.
 */
export class StudyController {
  readonly #options: Options;
  readonly #listeners = new Set<() => void>();
  #state: SessionState = initialSession;
  #record: ReturnType<Options["beginRecord"]> | undefined;
  #shownAt = 0;
  #loadingIntervals = false;
  #loadingMore = false;
  /** Incremented by each load and by `leave`, so that responses to earlier loads are ignored. */
  #visit = 0;
  #isOpen = false;

  constructor(options: Options) {
    this.#options = options;
  }

  readonly state = (): SessionState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    return addListener(this.#listeners, listener);
  };

  start(): void {
    void this.#load();
  }

  retry(): void {
    this.#dispatch({ type: "loading" });
    void this.#load();
  }

  /**
   * @param checked What was typed or chosen, or the corrected verdict on it; left out if the card is turned over. A choice is a
   *   rating.
   */
  readonly reveal = (checked?: CheckedAnswer): void => {
    if (checked?.mode === "choose") {
      this.#rate(checked.preselected, checked);
      return;
    }
    const session = this.#dispatch({ type: "revealed", checked });
    if (session) this.#save(session);
  };

  /** Switches between typing and turning over, for this session. */
  switchTyping(typing: boolean): void {
    const session = this.#dispatch({ type: "switched", typing });
    if (session) this.#save(session);
  }

  /** Takes a step of `Pista` for the current question, if it is that of the card. */
  readonly hint = (cardId: number, step: number): void => {
    const session = this.#dispatch({ type: "hinted", cardId, step });
    if (session) this.#save(session);
  };

  rate(choice: Choice): void {
    this.#rate(choice);
  }

  /** Goes on from the verdict on a choice. */
  readonly goOn = (): void => {
    const session = this.#dispatch({ type: "continued" });
    if (!session) return;
    this.#save(session);
    if (session.phase === "done") this.#count(session);
  };

  #rate(choice: Choice, chosen?: ChosenAnswer): void {
    const { monotonic, newId, changePendingCount, outbox } = this.#options;
    const card = getCurrentCard(this.#state);
    if (!card) return;
    const durationMs = Math.min(MAX_DURATION, Math.round(monotonic() - this.#shownAt));
    const reviewId = newId();
    const rating = { cardId: card.id, choice, reviewId, durationMs };
    const session = this.#dispatch(
      chosen ? { type: "chosen", checked: chosen, ...rating } : { type: "rated", ...rating },
    );
    if (!session) return;
    const studySessionId = this.#record?.id() ?? null;
    const outcome = getOutcome(choice);
    const interval = card.nextIntervals?.[outcome.difficulty];
    const { mode, hints, confused } = session.ratings.at(-1) ?? {};
    // A card that only this device knows is left out: the server would take its id for none.
    const other = confused && !isLocalId(confused.id) && { confusedWith: confused.id };
    const way = { ...(mode && { mode }), ...(hints && { hints }), ...other };
    outbox().rate(card.id, { ...outcome, interval, reviewId, durationMs, studySessionId, ...way });
    if (countPendingRatings(session, card.id) === 1) changePendingCount(-1);
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
    if (countPendingRatings(session, last.cardId) === 0) this.#options.changePendingCount(1);
    this.#save(session);
    this.#record?.count(countRatings(session));
  }

  /** Practises the folder's cards although none of them is due. */
  practise(): void {
    const session = this.#dispatch({ type: "practised" });
    if (session) this.#begin(session);
  }

  /** Starts a session with the due cards that did not fit into this one. */
  nextPortion(): void {
    this.leave();
    this.retry();
  }

  /** Studies all cards again: in random order after the first round, later in the same order. */
  studyAgain(): void {
    const state = this.#state;
    if (!isActive(state)) return;
    const deck = state.round === 1 ? shuffle(state.deck, this.#options.random) : state.deck;
    this.#beginRound({ type: "restarted", deck });
  }

  repeatDifficult(): void {
    this.#beginRound({ type: "difficultRepeated" });
  }

  /**
   * Applies an edit of a card to the session.
   *
   * @param before The card before the edit. If the edit removed its gap, `saved` is one of its siblings.
   */
  edited(
    { siblings = [], ...saved }: EditedCard & { siblings?: readonly EditedCard[] | undefined },
    before: EditedCard,
  ) {
    const state = this.#state;
    if (!isActive(state)) return;
    const cards = [saved, ...siblings];
    const remainingIds = new Set(cards.map(({ id }) => id));
    const hasSameText = ({ id, groupId }: EditedCard) =>
      id === before.id || (groupId !== null && groupId === before.groupId);
    const removed = state.deck.filter((card) => hasSameText(card) && !remainingIds.has(card.id)).map(({ id }) => id);
    this.#edit(cards, removed);
  }

  /** Applies what other devices and tabs have done to the cards of the session, except to the one that is asked. Rated cards stay. */
  async compare(): Promise<void> {
    const before = this.#state;
    if (!isActive(before) || before.phase === "done") return;
    const visit = this.#visit;
    const changes = await this.#options.compare(before.deck);
    const state = this.#state;
    if (visit !== this.#visit || !isActive(state) || !changes) return;
    const asked = getCurrentCard(state)?.id;
    const edited = changes.edited.filter(({ id }) => id !== asked);
    const removed = omitRated(state, changes.removed).filter((id) => id !== asked);
    if (edited.length + removed.length > 0) this.#edit(edited, removed);
  }

  #edit(cards: readonly EditedCard[], removed: readonly number[]): void {
    const before = this.#state;
    const session = this.#dispatch({ type: "edited", cards, removed });
    if (!session) return;
    this.#save(session);
    if (session.phase === "done" && before.phase !== "done") this.#count(session);
  }

  whenRecorded(): Promise<void> {
    return this.#record?.whenRecorded() ?? Promise.resolve();
  }

  pause(): void {
    this.#record?.flush();
  }

  leave(): void {
    this.#visit += 1;
    this.#isOpen = false;
    this.#record?.flush();
    if (isActive(this.#state)) this.#options.snapshots.drop();
  }

  #dispatch(event: SessionEvent): ActiveSession | undefined {
    const before = this.#state;
    this.#state = sessionReducer(before, event);
    if (this.#state === before) return undefined;
    if (getTurnKey(this.#state) !== getTurnKey(before)) this.#shownAt = this.#options.monotonic();
    for (const listener of this.#listeners) listener();
    return isActive(this.#state) ? this.#state : undefined;
  }

  #save(session: ActiveSession): void {
    this.#options.snapshots.save(session, this.#record?.id() ?? null);
  }

  #count(session: ActiveSession): void {
    const counts = countRatings(session);
    if (session.phase === "done") this.#record?.complete(counts, new Date(this.#options.now()));
    else this.#record?.count(counts);
  }

  async #load(): Promise<void> {
    this.#isOpen = true;
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
      if (!isNotFound(error)) console.error("The cards to study could not be loaded", error);
      this.#dispatch({ type: "failed", error });
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

  /** Loads further cards when few are left. After a failure the next rating tries again. */
  async #loadMore(): Promise<void> {
    const wanted = findCardsToLoad(this.#state);
    if (this.#loadingMore || !wanted) return;
    const visit = this.#visit;
    this.#loadingMore = true;
    const loaded = await this.#options.loadMore(wanted.mode, wanted.more).catch(() => undefined);
    this.#loadingMore = false;
    if (visit !== this.#visit) return;
    const session = loaded && this.#dispatch({ type: "extended", after: wanted.more.after, ...loaded });
    if (!session) return;
    this.#save(session);
    void this.#loadMore();
  }

  /**
   * Loads the intervals of cards for which they are unknown. A rating changes the intervals of its card, so they are
   * loaded again before the card is shown again.
   */
  async #loadIntervals(): Promise<void> {
    const before = this.#state;
    if (this.#loadingIntervals || !isActive(before) || !isMissingIntervals(before)) return;
    this.#loadingIntervals = true;
    try {
      const intervals = await this.#requestIntervals(before);
      if (intervals)
        this.#dispatch({ type: "intervalsKnown", intervals: selectCurrentIntervals(intervals, before, this.#state) });
    } catch (error) {
      console.error("The intervals could not be loaded", error);
    } finally {
      this.#loadingIntervals = false;
    }
    // A page that was left shows no intervals, and another account may have signed in since.
    if (!this.#isOpen || !isActive(this.#state)) return;
    // Cards that were forgotten in the meantime need new intervals too.
    if (this.#state.ratings !== before.ratings) void this.#loadIntervals();
  }

  async #requestIntervals({ queue, ratings }: ActiveSession): Promise<Intervals | undefined> {
    const { outbox, loadIntervals } = this.#options;
    const missing = queue.slice(ratings.length).filter(({ nextIntervals }) => nextIntervals === null);
    // Without a network the copy of this device computes them, with the ratings that wait.
    const isSent = !readConnection().offline && (await outbox().flush(FLUSH_TIMEOUT));
    const isKnown = () => isSent || readConnection().offline;
    const intervals = isKnown() ? await loadIntervals([...new Set(missing.map(({ id }) => id))]) : undefined;
    return isKnown() ? intervals : undefined;
  }
}

/** Returns how often a card was rated; null where its rating does not change what is pending: in practice and in later rounds. */
function countPendingRatings({ mode, round, ratings }: ActiveSession, id: number): number | null {
  return mode === "study" && round === 1 ? ratings.filter(({ cardId }) => cardId === id).length : null;
}

/** Returns a key that changes with each question, even if the same card is asked twice in a row. */
function getTurnKey(state: SessionState): string | undefined {
  return isActive(state) ? `${state.round} ${countPassed(state)}` : undefined;
}

/** Returns whether the intervals of the current card or of the one after it are unknown. */
function isMissingIntervals({ queue, ratings }: ActiveSession): boolean {
  return queue.slice(ratings.length, ratings.length + 2).some(({ nextIntervals }) => nextIntervals === null);
}

/** Drops the intervals of cards that were rated, or whose rating was undone, after the intervals were requested. */
function selectCurrentIntervals(intervals: Intervals, before: ActiveSession, now: SessionState): Intervals {
  if (!isActive(now) || now.round !== before.round) return new Map();
  const lastReview = ({ ratings }: ActiveSession, id: number) =>
    ratings.findLast(({ cardId }) => cardId === id)?.reviewId;
  return new Map([...intervals].filter(([id]) => lastReview(now, id) === lastReview(before, id)));
}
