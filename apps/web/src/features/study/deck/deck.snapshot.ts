import type { Way } from "#features/study/deck/deck.ways.ts";
import {
  type ActiveSession,
  appendForgottenCards,
  applyEdits,
  countRoundCards,
  leaveVerdict,
  omitRated,
  type SessionMode,
  type SessionRating,
  type StudyCard,
} from "#features/study/study.state.ts";
import type { CardChanges } from "#lib/local-responses.ts";

type Progress = {
  deckId: string;
  /** The study date. A snapshot of another date is ignored, because other cards are due then. */
  date: string;
  recordId: number | null;
  phase: ActiveSession["phase"];
  mode: SessionMode;
  round: number;
  deck: readonly number[];
  /** The cards of the round, if they are not the whole deck. The ratings show which of them are asked again. */
  queue?: readonly number[];
  ratings: readonly SessionRating[];
  left?: number;
} & Pick<ActiveSession, "more" | "typing" | "checked" | "hints">;

export type Snapshot = { session: ActiveSession; recordId: number | null };

export type Deck = { id: string; userId: number; at: number; cards: readonly StudyCard[] };

export type DeckStore = {
  put: (deck: Deck) => Promise<void>;
  get: (id: string) => Promise<Deck | undefined>;
  remove: (id: string, before: number) => Promise<void>;
};

/** Returns what has become of cards since they were loaded; undefined if that is not known. */
export type CompareCards = (cards: readonly StudyCard[]) => Promise<CardChanges | undefined>;

type Options = {
  userId: number;
  folderId: number | null;
  examId?: number | null;
  forExam?: number | null;
  quizId?: number | null;
  pair?: readonly [number, number] | null;
  way?: Way;
  /** The tab's session storage, which is written synchronously and survives a reload. */
  storage: Pick<Storage, "getItem" | "setItem" | "removeItem"> | undefined;
  decks: DeckStore;
  now: () => number;
  /** Resolves when `today` can be called. */
  ready: () => Promise<unknown>;
  today: () => string;
  newId: () => string;
  compare: CompareCards;
};

/** Decks of sessions that were never finished are deleted after this time. */
const ABANDONED_AFTER_MS = 2 * 86_400_000;

/**
 * Stores the session so that it continues after a reload. If nothing can be stored, a reload starts a new session; no
 * rating depends on it.
 */
export class Snapshots {
  readonly #options: Options;
  readonly #key: string;
  #deckId: string | undefined;
  #deck: readonly StudyCard[] | undefined;

  constructor(options: Options) {
    this.#options = options;
    const { userId, folderId, examId, forExam, quizId, pair, way } = options;
    const others = quizId ? `test${quizId}` : examId ? `exam${examId}` : pair && `pair${pair.join("-")}`;
    const cards = others ?? (forExam ? `for${forExam}` : (folderId ?? "all"));
    this.#key = `repasa:session:${userId}:${cards}${way === "choose" ? way : ""}`;
  }

  /** Returns whether this tab has a session, which may turn out to be of another day. */
  isStored(): boolean {
    return this.#read() !== undefined;
  }

  async load(): Promise<Snapshot | undefined> {
    const { decks, userId, ready, today, compare } = this.#options;
    const progress = this.#read();
    if (!progress) return undefined;
    await ready();
    if (progress.date !== today()) return undefined;
    const stored = await decks.get(progress.deckId).catch(() => undefined);
    if (stored?.userId !== userId) return undefined;
    const session = unpack(progress, stored.cards);
    if (!session) return undefined;
    this.#deckId = progress.deckId;
    this.#deck = session.deck;
    const changes = await compare(session.deck);
    const present = changes
      ? applyEdits(session, { ...changes, removed: omitRated(session, changes.removed) })
      : session;
    return present.deck.length > 0 ? { session: present, recordId: progress.recordId } : undefined;
  }

  save(session: ActiveSession, recordId: number | null): void {
    try {
      const progress = pack(session, recordId, this.#storeDeck(session), this.#options.today());
      this.#options.storage?.setItem(this.#key, JSON.stringify(progress));
    } catch (error) {
      warn(error);
    }
  }

  drop(): void {
    const { storage, decks, now } = this.#options;
    try {
      storage?.removeItem(this.#key);
    } catch {
      // Nothing could be written either.
    }
    if (this.#deckId !== undefined) decks.remove(this.#deckId, now() - ABANDONED_AFTER_MS).catch(warn);
    this.#deckId = undefined;
    this.#deck = undefined;
  }

  #read(): Progress | undefined {
    try {
      return JSON.parse(this.#options.storage?.getItem(this.#key) ?? "null") ?? undefined;
    } catch {
      return undefined;
    }
  }

  #storeDeck({ deck }: ActiveSession): string {
    const { decks, userId, now, newId } = this.#options;
    const id = this.#deckId ?? newId();
    if (this.#deck !== deck) {
      this.#deckId = id;
      this.#deck = deck;
      decks.put({ id, userId, at: now(), cards: deck }).catch(warn);
    }
    return id;
  }
}

function warn(error: unknown): void {
  console.warn("The session would not survive a reload", error);
}

const toId = ({ id }: StudyCard) => id;

function pack(session: ActiveSession, recordId: number | null, deckId: string, date: string): Progress {
  // A choice has been rated, so that after a reload the next question is asked.
  const { deck, queue, ...rest } = leaveVerdict(session);
  const progress = { ...rest, deckId, date, recordId, deck: deck.map(toId) };
  const size = countRoundCards(session);
  return size === deck.length ? progress : { ...progress, queue: queue.slice(0, size).map(toId) };
}

function unpack(progress: Progress, cards: readonly StudyCard[]): ActiveSession | undefined {
  const { phase, mode, round, ratings, left = 0, more, typing, checked, hints } = progress;
  const byId = new Map(cards.map((card) => [card.id, card]));
  const pick = (ids: readonly number[]) => ids.flatMap((id) => byId.get(id) ?? []);
  const deck = pick(progress.deck);
  const cardsOfRound = progress.queue ? pick(progress.queue) : deck;
  if (deck.length !== progress.deck.length || cardsOfRound.length !== (progress.queue ?? progress.deck).length) {
    return undefined;
  }
  const queue = appendForgottenCards(cardsOfRound, ratings);
  // An earlier version stored sessions as done without asking forgotten cards again.
  const isUnfinished = phase === "done" && ratings.length < queue.length;
  // An earlier version stored choices before they were rated.
  const isUnrated = checked?.mode === "choose";
  const restored = { mode, round, ratings, left, more, typing, hints, deck, queue };
  return isUnfinished || isUnrated ? { ...restored, phase: "question" } : { ...restored, phase, checked };
}
