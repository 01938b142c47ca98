import type { Judgement, Verdict } from "@repasa/answers/judge.ts";
import type { QueuedCard, Rating } from "@repasa/contract/study.ts";

/**
 * The button with which the student rated a card. A choice together with its card is a `SessionRating`; `getOutcome`
 * converts it to the difficulty and the answer result that the contract and the scheduler use.
 */
export type Choice = "easy" | "medium" | "hard" | "forgotten";

/** What is known of the other card whose answer was given. */
type Other = {
  /** The question of that card; null without one. */
  belongsTo: string | null;
  /** The id of that card. */
  confusedWith?: number | undefined;
};

/** An answer that the student typed, and the verdict on it. */
export type TypedAnswer = Other & {
  mode: "type";
  /** The rating that Enter gives. */
  preselected: Choice;
  /** The text of each field, in their order. All of them are empty if the student did not know the answer. */
  typed: readonly string[];
  verdict: Verdict;
  /** The verdict on each field. */
  gaps: readonly Pick<Judgement, "verdict" | "nearest" | "accent">[];
  /** What was typed for an answer that is a list; left out for any other. */
  list?: Pick<Judgement, "missing" | "items"> | undefined;
  /** True if the student has said that they knew a card whose answer is wrong. */
  known?: boolean;
  /** True if an option was chosen, which the last hint showed in place of the field. */
  isChosen?: true;
};

/** An option that the student chose; null for `No lo sé`. `preselected` is the rating that it has given. */
export type ChosenAnswer = Other & { mode: "choose"; preselected: Choice; chosen: string | null };

export type CheckedAnswer = TypedAnswer | ChosenAnswer;

/** `nextIntervals` is null after a rating in this session has made the intervals obsolete. */
export type StudyCard = Omit<QueuedCard, "nextIntervals"> & {
  nextIntervals: QueuedCard["nextIntervals"] | null;
  /** True if the card is typed whatever its folder says, because it was missed as a typed question of a quiz. */
  isTyped?: true;
  /** The last rating in this session, after which `recall` and `forgotten` no longer hold; left out before one. */
  lastChoice?: Choice | undefined;
};

export type SessionRating = {
  cardId: number;
  choice: Choice;
  reviewId: string;
  /** From the question to the rating. An earlier version did not store it. */
  durationMs?: number | undefined;
  /** How the card was answered; left out if it was turned over. */
  mode?: CheckedAnswer["mode"] | undefined;
  /** The steps of `Pista` that were taken before; left out for none. */
  hints?: number | undefined;
  /** The card whose answer was given in place of one that was not recalled. */
  confused?: { readonly id: number; readonly question: string } | undefined;
};

/**
 * `weakest`: the weakest cards of an exam, `missed`: those that were missed in a quiz, `confused`: two that are taken for each other,
 * due or not.
 */
export type SessionMode = "study" | "practice" | "weakest" | "missed" | "confused";

/** The cards of a session that are not loaded yet: their number, and the queue's cursor (`after`) to load them from. */
export type RemainingCards = { readonly cards: number; readonly after: string };

/** The pending cards of one session, or the first of them; if nothing is pending, the cards to practise. */
export type StudyQueue =
  | { due: StudyCard[]; left: number; more?: RemainingCards | null; mode?: SessionMode }
  | { practice: QueuedCard[]; more?: RemainingCards | null };

export type ActiveSession = {
  /** `verdict`: the last rating was given by a choice, and its card is still shown with the verdict on it. */
  phase: "question" | "answer" | "verdict" | "done";
  mode: SessionMode;
  round: number;
  deck: readonly StudyCard[];
  /** The cards of the round, followed by the forgotten ones: each is appended once for each time it was forgotten. */
  queue: readonly StudyCard[];
  /** In the order of the queue: `ratings[i]` rates `queue[i]`, and undo removes the last one. */
  ratings: readonly SessionRating[];
  /** The number of due cards that did not fit into this session. */
  left: number;
  more?: RemainingCards | null | undefined;
  /** True if the student has chosen to type in this session, false to turn over; undefined while the folders decide. */
  typing?: boolean | undefined;
  /** The typed or chosen answer to the current card, whose answer is shown. Without it, the card was turned over. */
  checked?: CheckedAnswer | undefined;
  /**
   * The steps of `Pista` that were taken for questions without a rating, by card: for the current one, and for one from which an
   * undo has led back.
   */
  hints?: Readonly<Record<number, number>> | undefined;
};

export type EditedCard = Pick<StudyCard, "id" | "front" | "back" | "format" | "tags" | "groupId" | "variant">;

export type SessionState =
  | { phase: "loading" }
  | { phase: "failed"; error: unknown }
  /** Nothing is due. `practice` are the folder's cards that can be practised, possibly none. */
  | { phase: "resting"; practice: readonly StudyCard[]; more?: RemainingCards | null | undefined }
  | ActiveSession;

export type SessionEvent =
  | { type: "loading" }
  | { type: "failed"; error: unknown }
  | { type: "loaded"; due: readonly StudyCard[]; left: number; more?: RemainingCards | null; mode?: SessionMode }
  | { type: "rested"; practice: readonly StudyCard[]; more?: RemainingCards | null | undefined }
  | { type: "practised" }
  | { type: "restored"; session: ActiveSession }
  /** Further cards were loaded, starting at the cursor `after`; `next` is the cursor that follows them. */
  | { type: "extended"; after: string; cards: readonly StudyCard[]; next: string | null }
  /** With `checked`, an answer was typed or chosen, or the verdict on it was corrected. */
  | { type: "revealed"; checked?: CheckedAnswer | undefined }
  | { type: "switched"; typing: boolean }
  /** A step of `Pista` was taken: the first letter (1), half of the letters (2), options (3). */
  | { type: "hinted"; cardId: number; step: number }
  | ({ type: "rated" } & SessionRating)
  /** An option was chosen, which is a rating. */
  | ({ type: "chosen"; checked: ChosenAnswer } & SessionRating)
  /** The student goes on from the verdict on a choice. */
  | { type: "continued" }
  | { type: "undone" }
  | { type: "restarted"; deck: readonly StudyCard[] }
  | { type: "difficultRepeated" }
  /** A card and its siblings were edited. `removed`: the cards whose gaps the edit has deleted. */
  | { type: "edited"; cards: readonly EditedCard[]; removed: readonly number[] }
  | { type: "intervalsKnown"; intervals: ReadonlyMap<number, QueuedCard["nextIntervals"]> };

/** The step of `Pista` that shows options. */
export const OPTIONS_STEP = 3;

export const initialSession: SessionState = { phase: "loading" };

export function isActive(state: SessionState): state is ActiveSession {
  return state.phase !== "loading" && state.phase !== "failed" && state.phase !== "resting";
}

export function getCurrentCard(state: SessionState): StudyCard | undefined {
  return isActive(state) ? state.queue[countPassed(state)] : undefined;
}

/** Counts the questions that are over. The next one in the queue is shown. */
export function countPassed({ phase, ratings }: Pick<ActiveSession, "phase" | "ratings">): number {
  return phase === "verdict" ? ratings.length - 1 : ratings.length;
}

/** Counts the steps of `Pista` that were taken for the current question. */
export function countHints(session: ActiveSession): number {
  const card = session.phase === "verdict" ? undefined : getCurrentCard(session);
  return (card && session.hints?.[card.id]) ?? 0;
}

/** The choices in the order of their buttons, from left to right. */
export const choices = ["easy", "medium", "hard", "forgotten"] as const satisfies readonly Choice[];

/**
 * Lists the ratings that the current card can get: a card that needed a hint was not recalled easily, and one that needed options
 * was not recalled.
 */
export function listChoices(session: ActiveSession): readonly Choice[] {
  const hints = countHints(session);
  if (hints === 0) return choices;
  return hints < OPTIONS_STEP ? ["hard", "forgotten"] : ["forgotten"];
}

/** Returns whether the current card is new and was not asked before in this session: then nobody asks why it comes. */
export function isFirstSight(session: ActiveSession): boolean {
  const { queue, ratings, round } = session;
  const card = getCurrentCard(session);
  if (!card || card.nextReviewDate !== null || round > 1) return false;
  return !queue.slice(0, ratings.length).some(({ id }) => id === card.id);
}

/** An impossible event returns the same state, so that a late or repeated one is harmless. */
export function sessionReducer(state: SessionState, event: SessionEvent): SessionState {
  switch (event.type) {
    case "loading":
      return initialSession;
    case "failed":
      return { phase: "failed", error: event.error };
    case "loaded":
      return startFirstRound(event.mode ?? "study", event.due, event);
    case "rested":
      return { phase: "resting", practice: event.practice, more: event.more };
    case "practised":
      return state.phase === "resting" && state.practice.length > 0
        ? startFirstRound("practice", state.practice, { left: 0, more: state.more })
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
      return addLoadedCards(state, event);
    case "revealed":
      if (state.phase === "question") return { ...state, phase: "answer", checked: event.checked };
      return state.checked && event.checked ? { ...state, checked: event.checked } : state;
    case "switched":
      return { ...state, typing: event.typing };
    case "hinted":
      return addHint(state, event);
    case "rated":
      return state.phase === "answer" && listChoices(state).includes(event.choice)
        ? addRating(state, event, state.checked)
        : state;
    case "chosen":
      return state.phase === "question" ? addRating(state, event, event.checked) : state;
    case "continued":
      return leaveVerdict(state);
    case "undone":
      return undoLastRating(state);
    case "restarted": {
      if (state.phase !== "done") return state;
      const deck = noteLastChoices(event.deck, state);
      return startNextRound(state, deck, deck);
    }
    case "difficultRepeated": {
      const difficult = selectDifficultCards(state);
      if (state.phase !== "done" || difficult.length === 0) return state;
      return startNextRound(state, noteLastChoices(state.deck, state), noteLastChoices(difficult, state));
    }
    case "edited":
      return applyEdits(state, { edited: event.cards, removed: event.removed });
    case "intervalsKnown":
      return mapCards(state, (card) => ({
        ...card,
        nextIntervals: card.nextIntervals ?? event.intervals.get(card.id) ?? null,
      }));
  }
}

type Remaining = Pick<ActiveSession, "left" | "more">;

function startFirstRound(mode: SessionMode, cards: readonly StudyCard[], { left, more }: Remaining): ActiveSession {
  return { phase: "question", mode, round: 1, deck: cards, queue: cards, ratings: [], left, more };
}

/** Inserts loaded cards before the forgotten cards that are asked again, and ignores those that the deck contains. */
function addLoadedCards(
  state: ActiveSession,
  { after, cards, next }: Extract<SessionEvent, { type: "extended" }>,
): ActiveSession {
  if (state.more?.after !== after) return state;
  const known = new Set(state.deck.map(({ id }) => id));
  const fresh = cards.filter(({ id }) => !known.has(id)).slice(0, state.more.cards);
  const missing = state.more.cards - fresh.length;
  const more = next === null || missing === 0 ? null : { cards: missing, after: next };
  const queue = state.queue.toSpliced(countRoundCards(state), 0, ...fresh);
  return { ...state, deck: [...state.deck, ...fresh], queue, more };
}

/** The number of cards that are loaded in advance, so that a session continues without a network. */
const MIN_CARDS_AHEAD = 400;

/** Returns what to load next if fewer than `MIN_CARDS_AHEAD` cards are ahead and more exist. */
export function findCardsToLoad(state: SessionState): { mode: SessionMode; more: RemainingCards } | undefined {
  if (!isActive(state) || !state.more || state.queue.length - state.ratings.length >= MIN_CARDS_AHEAD) return undefined;
  return { mode: state.mode, more: state.more };
}

/** Leaves the cards that were not loaded in time for another session, once all loaded cards have been asked. */
function dropRemaining(state: ActiveSession): ActiveSession {
  const { mode, more, left, ratings } = state;
  if (!more || ratings.length < countRoundCards(state)) return state;
  return { ...state, more: null, left: mode === "study" ? left + more.cards : left };
}

function startNextRound(state: ActiveSession, deck: readonly StudyCard[], queue: readonly StudyCard[]): ActiveSession {
  return { ...state, phase: "question", round: state.round + 1, deck, queue, ratings: [], hints: undefined };
}

/** Counts a step of `Pista` for the current question, as long as it is open. Steps may be skipped, but not taken back. */
function addHint(state: ActiveSession, { cardId, step }: Extract<SessionEvent, { type: "hinted" }>): ActiveSession {
  const isNext = state.phase === "question" && getCurrentCard(state)?.id === cardId && step > countHints(state);
  return isNext ? { ...state, hints: { ...state.hints, [cardId]: Math.min(step, OPTIONS_STEP) } } : state;
}

function addRating(
  state: ActiveSession,
  { cardId, choice, reviewId, durationMs }: SessionRating,
  checked: CheckedAnswer | undefined,
): ActiveSession {
  const card = getCurrentCard(state);
  if (card?.id !== cardId) return state;
  const taken = countHints(state);
  // A card that is turned over after a hint counts as typed, like the hint.
  const mode = checked?.mode ?? (taken > 0 ? "type" : undefined);
  const confused = choice === "forgotten" && checked && findConfused(checked);
  const way = { ...(mode && { mode }), ...(taken > 0 && { hints: taken }), ...(confused && { confused }) };
  const ratings = [...state.ratings, { cardId, choice, reviewId, durationMs, ...way }];
  const queue = choice === "forgotten" ? [...state.queue, renewCard(card, choice)] : state.queue;
  const hints = forgetHints(state, cardId);
  const rated = dropRemaining({ ...state, queue, ratings, phase: "verdict", checked, hints });
  return checked?.mode === "choose" ? rated : leaveVerdict(rated);
}

function findConfused({ belongsTo, confusedWith, ...checked }: CheckedAnswer): SessionRating["confused"] {
  const isMeant = belongsTo !== null && confusedWith !== undefined && !("known" in checked);
  return isMeant ? { id: confusedWith, question: belongsTo } : undefined;
}

function forgetHints({ hints }: ActiveSession, cardId: number): ActiveSession["hints"] {
  if (!hints?.[cardId]) return hints;
  const { [cardId]: _, ...rest } = hints;
  return rest;
}

/** Goes on to the next question, or to the end, from a choice that has been rated. */
export function leaveVerdict(state: ActiveSession): ActiveSession {
  if (state.phase !== "verdict") return state;
  const phase = state.ratings.length === state.queue.length ? "done" : "question";
  return { ...state, phase, checked: undefined };
}

/**
 * Removes the last rating. Its card is asked again if it was typed or chosen, with its hints; otherwise its answer is shown, so
 * that it can be rated again.
 */
function undoLastRating(state: ActiveSession): ActiveSession {
  const last = state.ratings.at(-1);
  if (!last) return state;
  const queue = last.choice === "forgotten" ? state.queue.slice(0, -1) : state.queue;
  const phase = last.mode ? "question" : "answer";
  const hints = last.hints ? { ...state.hints, [last.cardId]: last.hints } : state.hints;
  return { ...state, queue, ratings: state.ratings.slice(0, -1), phase, checked: undefined, hints };
}

type Edits = { edited: readonly EditedCard[]; removed: readonly number[] };

/** Gives the cards of a session their present texts, and removes some of them. */
export function applyEdits(state: ActiveSession, { edited, removed }: Edits): ActiveSession {
  const byId = new Map(
    edited.map(({ id, front, back, format, tags, groupId, variant }) => [
      id,
      { front, back, format, tags, groupId, variant },
    ]),
  );
  return mapCards(removeCards(state, new Set(removed)), (card) => ({ ...card, ...byId.get(card.id) }));
}

/** Leaves out the cards that were rated: their ratings count and can be undone, even if the cards are gone. */
export function omitRated({ ratings }: ActiveSession, cardIds: readonly number[]): number[] {
  const rated = new Set(ratings.map(({ cardId }) => cardId));
  return cardIds.filter((id) => !rated.has(id));
}

/** Returns a card as it is asked after a rating in this session. */
function renewCard(card: StudyCard, lastChoice: Choice | undefined): StudyCard {
  return { ...card, nextIntervals: null, lastChoice };
}

function noteLastChoices(cards: readonly StudyCard[], { ratings }: ActiveSession): StudyCard[] {
  const last = new Map(ratings.map(({ cardId, choice }) => [cardId, choice]));
  return cards.map((card) => renewCard(card, last.get(card.id) ?? card.lastChoice));
}

function mapCards(state: ActiveSession, change: (card: StudyCard) => StudyCard): ActiveSession {
  return { ...state, deck: state.deck.map(change), queue: state.queue.map(change) };
}

/** Removes cards and their ratings, because each rating belongs to a position in the queue. */
function removeCards(state: ActiveSession, removed: ReadonlySet<number>): ActiveSession {
  const asked = getCurrentCard(state);
  const deck = state.deck.filter(({ id }) => !removed.has(id));
  const queue = state.queue.filter(({ id }) => !removed.has(id));
  const ratings = state.ratings.filter(({ cardId }) => !removed.has(cardId));
  const left = { ...state, deck, queue, ratings };
  const isVerdict = state.phase === "verdict" && asked && !removed.has(asked.id);
  if (ratings.length === queue.length && !isVerdict) {
    return dropRemaining({ ...left, phase: "done", checked: undefined });
  }
  return asked && removed.has(asked.id) ? { ...left, phase: "question", checked: undefined } : left;
}

/** Returns the contract's terms for a choice: a forgotten card is a hard one with an incorrect answer. */
export function getOutcome(choice: Choice): Pick<Rating, "difficulty" | "answerResult"> {
  return choice === "forgotten"
    ? { difficulty: "hard", answerResult: "incorrect" }
    : { difficulty: choice, answerResult: "correct" };
}

/** Counts the loaded cards of the round. The rest of the queue are forgotten cards that are asked again. */
export function countRoundCards({ queue, ratings }: Pick<ActiveSession, "queue" | "ratings">): number {
  return queue.length - ratings.filter(({ choice }) => choice === "forgotten").length;
}

/** Returns the queue of a round: its cards, followed by those that the ratings say were forgotten. */
export function appendForgottenCards(
  cards: readonly StudyCard[],
  ratings: readonly SessionRating[],
): readonly StudyCard[] {
  const byId = new Map(cards.map((card) => [card.id, card]));
  const forgotten = ratings.filter(({ choice }) => choice === "forgotten");
  const again = forgotten.flatMap(({ cardId, choice }) => {
    const card = byId.get(cardId);
    return card ? [renewCard(card, choice)] : [];
  });
  return again.length === 0 ? cards : [...cards, ...again];
}

/** Returns each rated card of the round with its first rating in the round, which is the one that counts. */
export function selectFirstRatings(session: ActiveSession): { card: StudyCard; rating: SessionRating }[] {
  const ratings = session.ratings.slice(0, countRoundCards(session));
  return session.queue.flatMap((card, index) => {
    const rating = ratings[index];
    return rating ? [{ card, rating }] : [];
  });
}

export type SessionCounts = { studied: number; easy: number; medium: number; hard: number };

export function countRatings(session: ActiveSession): SessionCounts {
  const firstRatings = selectFirstRatings(session);
  const counts = { studied: firstRatings.length, easy: 0, medium: 0, hard: 0 };
  for (const { rating } of firstRatings) counts[getOutcome(rating.choice).difficulty] += 1;
  return counts;
}

/** Returns whether most of the session's cards were seen for the first time, so that their ratings say little about what is known. */
export function isFirstMeeting(session: ActiveSession): boolean {
  const firstRatings = selectFirstRatings(session);
  return firstRatings.filter(({ card }) => card.difficulty === "new").length > firstRatings.length / 2;
}

export function selectDifficultCards(session: ActiveSession): StudyCard[] {
  return selectFirstRatings(session)
    .filter(({ rating }) => getOutcome(rating.choice).difficulty === "hard")
    .map(({ card }) => card);
}

export function shuffle<T>(items: readonly T[], random: () => number): T[] {
  const result = [...items];
  for (let last = result.length - 1; last > 0; last--) {
    const other = Math.floor(random() * (last + 1));
    [result[last], result[other]] = [result[other] as T, result[last] as T];
  }
  return result;
}
