import type { QueuedCard, Rating } from "@repasa/contract/study.ts";

export type Choice = "easy" | "medium" | "hard" | "forgotten";

/** The intervals are null once a rating in this session has made them obsolete. */
export type StudyCard = Omit<QueuedCard, "nextIntervals"> & { nextIntervals: QueuedCard["nextIntervals"] | null };

export type SessionRating = { cardId: number; choice: Choice; reviewId: string };

export type SessionMode = "study" | "practice";

export type ActiveSession = {
  phase: "question" | "answer" | "done";
  mode: SessionMode;
  round: number;
  deck: readonly StudyCard[];
  queue: readonly StudyCard[];
  /** In the order of the queue, so that undo takes back the last one. */
  ratings: readonly SessionRating[];
};

export type SessionState =
  | { phase: "loading" }
  /** `missing`: the folder does not exist, so there is nothing to retry. */
  | { phase: "failed"; missing: boolean }
  | { phase: "empty" }
  | ActiveSession;

export type SessionEvent =
  | { type: "loading" }
  | { type: "failed"; missing: boolean }
  | { type: "loaded"; mode: SessionMode; cards: readonly StudyCard[] }
  | { type: "restored"; session: ActiveSession }
  | { type: "revealed" }
  | ({ type: "rated" } & SessionRating)
  | { type: "undone" }
  | { type: "restarted"; deck: readonly StudyCard[] }
  | { type: "difficultRepeated" }
  | { type: "edited"; cardId: number; front: string; back: string }
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
      return event.cards.length === 0 ? { phase: "empty" } : firstRound(event.mode, event.cards);
    case "restored":
      return event.session;
    default:
      return isActive(state) ? activeReducer(state, event) : state;
  }
}

function activeReducer(
  state: ActiveSession,
  event: Exclude<SessionEvent, { type: "loading" | "failed" | "loaded" | "restored" }>,
): ActiveSession {
  switch (event.type) {
    case "revealed":
      return state.phase === "question" ? { ...state, phase: "answer" } : state;
    case "rated": {
      if (state.phase !== "answer" || currentCard(state)?.id !== event.cardId) return state;
      const { cardId, choice, reviewId } = event;
      const ratings = [...state.ratings, { cardId, choice, reviewId }];
      return { ...state, ratings, phase: ratings.length === state.queue.length ? "done" : "question" };
    }
    case "undone":
      // Back to the answer, so that the card can be rated again.
      return state.ratings.length === 0 ? state : { ...state, ratings: state.ratings.slice(0, -1), phase: "answer" };
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
      const { cardId, front, back } = event;
      return withCards(state, (card) => (card.id === cardId ? { ...card, front, back } : card));
    }
    case "intervalsKnown":
      return withCards(state, (card) => ({
        ...card,
        nextIntervals: card.nextIntervals ?? event.intervals.get(card.id) ?? null,
      }));
  }
}

function firstRound(mode: SessionMode, cards: readonly StudyCard[]): ActiveSession {
  return { phase: "question", mode, round: 1, deck: cards, queue: cards, ratings: [] };
}

function nextRound(state: ActiveSession, deck: readonly StudyCard[], queue: readonly StudyCard[]): ActiveSession {
  return { ...state, phase: "question", round: state.round + 1, deck, queue, ratings: [] };
}

function withoutIntervals(card: StudyCard): StudyCard {
  return { ...card, nextIntervals: null };
}

function withCards(state: ActiveSession, change: (card: StudyCard) => StudyCard): ActiveSession {
  return { ...state, deck: state.deck.map(change), queue: state.queue.map(change) };
}

/** In the server's terms a forgotten card is a difficult one with an incorrect answer. */
export function answerOf(choice: Choice): Pick<Rating, "difficulty" | "answerResult"> {
  return choice === "forgotten"
    ? { difficulty: "hard", answerResult: "incorrect" }
    : { difficulty: choice, answerResult: "correct" };
}

export type SessionCounts = { studied: number; easy: number; medium: number; hard: number };

export function countsOf({ ratings }: ActiveSession): SessionCounts {
  const counts = { studied: ratings.length, easy: 0, medium: 0, hard: 0 };
  for (const { choice } of ratings) counts[answerOf(choice).difficulty] += 1;
  return counts;
}

export function difficultCards({ queue, ratings }: ActiveSession): StudyCard[] {
  return queue.filter((_, index) => {
    const choice = ratings[index]?.choice;
    return choice === "hard" || choice === "forgotten";
  });
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
