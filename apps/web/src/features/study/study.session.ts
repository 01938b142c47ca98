import type { QueuedCard, Rating } from "@repasa/contract/study.ts";

/**
 * How the student says that a card was recalled: one of the four buttons. Together with its card a choice is a
 * `SessionRating`; the contract and the scheduler know it by its outcome.
 */
export type Choice = "easy" | "medium" | "hard" | "forgotten";

/** The intervals are null once a rating in this session has made them obsolete. */
export type StudyCard = Omit<QueuedCard, "nextIntervals"> & { nextIntervals: QueuedCard["nextIntervals"] | null };

export type SessionRating = { cardId: number; choice: Choice; reviewId: string };

/** `weakest`: the weakest cards of an exam, due or not. */
export type SessionMode = "study" | "practice" | "weakest";

/** How many cards a session has that are not loaded yet, and after which place of the queue they stand. */
export type More = { readonly cards: number; readonly after: string };

/** What is due, as much as one session takes, or the beginning of it; or else the cards to practise. */
export type StudyQueue =
  | { due: QueuedCard[]; left: number; more?: More | null; mode?: SessionMode }
  | { practice: QueuedCard[]; more?: More | null };

export type ActiveSession = {
  phase: "question" | "answer" | "done";
  mode: SessionMode;
  round: number;
  deck: readonly StudyCard[];
  /** The round's cards, and behind them each that was not recalled, once for each time. */
  queue: readonly StudyCard[];
  /** In the order of the queue, so that undo takes back the last one. */
  ratings: readonly SessionRating[];
  /** How many due cards this session has left for a later one. */
  left: number;
  more?: More | null | undefined;
};

export type EditedCard = Pick<StudyCard, "id" | "front" | "back" | "format" | "tags" | "groupId" | "variant">;

export type SessionState =
  | { phase: "loading" }
  /** `missing`: the folder does not exist, so there is nothing to retry. */
  | { phase: "failed"; missing: boolean }
  /** Nothing is due. The folder's cards are there to practise, if there are any. */
  | { phase: "resting"; practice: readonly StudyCard[]; more?: More | null | undefined }
  | ActiveSession;

export type SessionEvent =
  | { type: "loading" }
  | { type: "failed"; missing: boolean }
  | { type: "loaded"; due: readonly StudyCard[]; left: number; more?: More | null; mode?: SessionMode }
  | { type: "rested"; practice: readonly StudyCard[]; more?: More | null | undefined }
  | { type: "practised" }
  | { type: "restored"; session: ActiveSession }
  /** Some of the cards that were not loaded, from those after a place on. */
  | { type: "extended"; after: string; cards: readonly StudyCard[]; next: string | null }
  | { type: "revealed" }
  | ({ type: "rated" } & SessionRating)
  | { type: "undone" }
  | { type: "restarted"; deck: readonly StudyCard[] }
  | { type: "difficultRepeated" }
  /** One card, and those that share its text. `gone`: whose gaps were taken away. */
  | { type: "edited"; cards: readonly EditedCard[]; gone: readonly number[] }
  | { type: "intervalsKnown"; intervals: ReadonlyMap<number, QueuedCard["nextIntervals"]> };

export const initialSession: SessionState = { phase: "loading" };

export function isActive(state: SessionState): state is ActiveSession {
  return state.phase === "question" || state.phase === "answer" || state.phase === "done";
}

export function currentCard(state: SessionState): StudyCard | undefined {
  return isActive(state) ? state.queue[state.ratings.length] : undefined;
}

/** An impossible event returns the same state, so that a late or repeated one is harmless. */
export function sessionReducer(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case "loading":
      return initialSession;
    case "failed":
      return { phase: "failed", missing: event.missing };
    case "loaded":
      return firstRound(event.mode ?? "study", event.due, event);
    case "rested":
      return { phase: "resting", practice: event.practice, more: event.more };
    case "practised":
      return state.phase === "resting" && state.practice.length > 0
        ? firstRound("practice", state.practice, { left: 0, more: state.more })
        : state;
    case "restored":
      return event.session;
    default:
      return isActive(state) ? activeReducer(state, event) : state;
  }
}

function activeReducer(
  state: ActiveSession,
  event: Exclude<SessionEvent, { type: "loading" | "failed" | "loaded" | "rested" | "practised" | "restored" }>,
): ActiveSession {
  switch (event.type) {
    case "extended":
      return extended(state, event);
    case "revealed":
      return state.phase === "question" ? { ...state, phase: "answer" } : state;
    case "rated":
      return rated(state, event);
    case "undone":
      return undone(state);
    case "restarted": {
      if (state.phase !== "done") return state;
      const deck = event.deck.map(withoutIntervals);
      return nextRound(state, deck, deck);
    }
    case "difficultRepeated": {
      const difficult = difficultCards(state);
      if (state.phase !== "done" || difficult.length === 0) return state;
      return nextRound(state, state.deck.map(withoutIntervals), difficult.map(withoutIntervals));
    }
    case "edited": {
      const edited = new Map(event.cards.map((card) => [card.id, card]));
      return withCards(without(state, new Set(event.gone)), (card) => ({ ...card, ...edited.get(card.id) }));
    }
    case "intervalsKnown":
      return withCards(state, (card) => ({
        ...card,
        nextIntervals: card.nextIntervals ?? event.intervals.get(card.id) ?? null,
      }));
  }
}

type Beyond = Pick<ActiveSession, "left" | "more">;

function firstRound(mode: SessionMode, cards: readonly StudyCard[], { left, more }: Beyond): ActiveSession {
  return { phase: "question", mode, round: 1, deck: cards, queue: cards, ratings: [], left, more };
}

/** They come before the cards that are asked again; which of them it has already, it drops. */
function extended(
  state: ActiveSession,
  { after, cards, next }: Extract<SessionEvent, { type: "extended" }>,
): ActiveSession {
  if (state.more?.after !== after) return state;
  const known = new Set(state.deck.map(({ id }) => id));
  const fresh = cards.filter(({ id }) => !known.has(id)).slice(0, state.more.cards);
  const missing = state.more.cards - fresh.length;
  const more = next === null || missing === 0 ? null : { cards: missing, after: next };
  const queue = state.queue.toSpliced(roundSize(state), 0, ...fresh);
  return { ...state, deck: [...state.deck, ...fresh], queue, more };
}

/** So many cards are here before they are asked, so that a session goes on without a network. */
const KEPT_AHEAD = 400;

/** Whether a session has few cards ahead of those that it could load, and which. */
export function moreWanted(state: SessionState): { mode: SessionMode; more: More } | undefined {
  if (!isActive(state) || !state.more || state.queue.length - state.ratings.length >= KEPT_AHEAD) return undefined;
  return { mode: state.mode, more: state.more };
}

/** Once all cards that are here were asked, those that did not come are for another session. */
function withoutMore(state: ActiveSession): ActiveSession {
  const { mode, more, left, ratings } = state;
  if (!more || ratings.length < roundSize(state)) return state;
  return { ...state, more: null, left: mode === "study" ? left + more.cards : left };
}

function nextRound(state: ActiveSession, deck: readonly StudyCard[], queue: readonly StudyCard[]): ActiveSession {
  return { ...state, phase: "question", round: state.round + 1, deck, queue, ratings: [] };
}

function rated(state: ActiveSession, { cardId, choice, reviewId }: SessionRating): ActiveSession {
  const card = currentCard(state);
  if (state.phase !== "answer" || card?.id !== cardId) return state;
  const ratings = [...state.ratings, { cardId, choice, reviewId }];
  const queue = choice === "forgotten" ? [...state.queue, withoutIntervals(card)] : state.queue;
  return withoutMore({ ...state, queue, ratings, phase: ratings.length === queue.length ? "done" : "question" });
}

/** Back to the answer, so that the card can be rated again. */
function undone(state: ActiveSession): ActiveSession {
  const last = state.ratings.at(-1);
  if (!last) return state;
  const queue = last.choice === "forgotten" ? state.queue.slice(0, -1) : state.queue;
  return { ...state, queue, ratings: state.ratings.slice(0, -1), phase: "answer" };
}

function withoutIntervals(card: StudyCard): StudyCard {
  return { ...card, nextIntervals: null };
}

function withCards(state: ActiveSession, change: (card: StudyCard) => StudyCard): ActiveSession {
  return { ...state, deck: state.deck.map(change), queue: state.queue.map(change) };
}

/** Their ratings go too: each belongs to its place in the queue. */
function without(state: ActiveSession, gone: ReadonlySet<number>): ActiveSession {
  const asked = currentCard(state);
  const deck = state.deck.filter(({ id }) => !gone.has(id));
  const queue = state.queue.filter(({ id }) => !gone.has(id));
  const ratings = state.ratings.filter(({ cardId }) => !gone.has(cardId));
  const left = { ...state, deck, queue, ratings };
  if (ratings.length === queue.length) return withoutMore({ ...left, phase: "done" });
  return asked && gone.has(asked.id) ? { ...left, phase: "question" } : left;
}

/** The outcome in the contract's terms, in which a forgotten card is a difficult one with an incorrect answer. */
export function outcomeOf(choice: Choice): Pick<Rating, "difficulty" | "answerResult"> {
  return choice === "forgotten"
    ? { difficulty: "hard", answerResult: "incorrect" }
    : { difficulty: choice, answerResult: "correct" };
}

/** How many cards the round has, of those that are here; what the queue holds behind them is asked again. */
export function roundSize({ queue, ratings }: Pick<ActiveSession, "queue" | "ratings">): number {
  return queue.length - ratings.filter(({ choice }) => choice === "forgotten").length;
}

/** The queue that the ratings have made of a round's cards. */
export function withAskedAgain(cards: readonly StudyCard[], ratings: readonly SessionRating[]): readonly StudyCard[] {
  const byId = new Map(cards.map((card) => [card.id, card]));
  const forgotten = ratings.filter(({ choice }) => choice === "forgotten");
  const again = forgotten.flatMap(({ cardId }) => byId.get(cardId) ?? []).map(withoutIntervals);
  return again.length === 0 ? cards : [...cards, ...again];
}

/** Each card of the round that was rated, and how it was the first time: that is what it is counted as. */
export function firstRatings(session: ActiveSession): { card: StudyCard; rating: SessionRating }[] {
  const ratings = session.ratings.slice(0, roundSize(session));
  return session.queue.flatMap((card, index) => {
    const rating = ratings[index];
    return rating ? [{ card, rating }] : [];
  });
}

export type SessionCounts = { studied: number; easy: number; medium: number; hard: number };

export function countsOf(session: ActiveSession): SessionCounts {
  const first = firstRatings(session);
  const counts = { studied: first.length, easy: 0, medium: 0, hard: 0 };
  for (const { rating } of first) counts[outcomeOf(rating.choice).difficulty] += 1;
  return counts;
}

export function difficultCards(session: ActiveSession): StudyCard[] {
  return firstRatings(session)
    .filter(({ rating }) => outcomeOf(rating.choice).difficulty === "hard")
    .map(({ card }) => card);
}

export type Encouragement = "excellent" | "great" | "good-effort" | "keep-going";

export function encouragementOf({ studied, easy }: SessionCounts): Encouragement {
  // Multiplied first, because 3/5 is not exactly 0.6 in floating point.
  const percent = studied === 0 ? 0 : (easy * 100) / studied;
  if (percent >= 60) return "excellent";
  if (percent >= 40) return "great";
  return percent >= 20 ? "good-effort" : "keep-going";
}

export function shuffled<T>(items: readonly T[], random: () => number): T[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [result[last], result[other]] = [result[other] as T, result[last] as T];
  }
  return result;
}
