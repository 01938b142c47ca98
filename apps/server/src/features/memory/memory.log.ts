import type { LoggedReview } from "@repasa/scheduler/fold.ts";
import { type CardSchedule, NEW_CARD } from "@repasa/scheduler/schedule.ts";

/** The log as the database returns it: each column is an array in the order of the log, which is read much faster than rows. */
type LogColumns = {
  cardIds: number[];
  grades: LoggedReview["grade"][];
  /** 1 if the answer is certain. */
  certain: (0 | 1)[];
  days: number[];
  /** In milliseconds since 1970. */
  instants: number[];
  /** 1 if the card was new before the review. */
  fresh: (0 | 1)[];
  /** The states of cards that had a memory before their first review in the log, because an import added it. */
  initialStates: { cardId: number; stability: number; difficulty: number; lastReviewDay: number }[];
};

/**
 * A log divided into the lives of its cards. A card that is reset, and then rated, starts a new life. Lives are numbered from 0.
 *
 * - `reviews`: the reviews, with the number of the life as `cardId`.
 * - `cardIds`: the card of each life. The last life of a card is its present one.
 * - `initialStates`: for each life that started before the log, the state before it.
 */
export type Lives = {
  readonly reviews: LoggedReview[];
  readonly cardIds: number[];
  readonly initialStates: ReadonlyMap<number, CardSchedule>;
};

/** @param log A `LogColumns` in JSON. */
export function parseLives(log: string): Lives {
  const { cardIds, grades, certain, days, instants, fresh, initialStates } = JSON.parse(log) as LogColumns;
  const lives: number[] = [];
  const present = new Map<number, number>();
  const reviews = cardIds.map((card, i) => {
    const known = fresh[i] === 1 ? undefined : present.get(card);
    const life = known ?? lives.push(card) - 1;
    present.set(card, life);
    const answer = { grade: grades[i] ?? null, isCertain: certain[i] === 1 };
    return { cardId: life, ...answer, day: days[i] as number, at: instants[i] };
  });
  const firstLife = new Map(lives.map((card, life) => [card, life] as const).toReversed());
  return {
    reviews,
    cardIds: lives,
    initialStates: new Map(
      initialStates.map(({ cardId, stability, difficulty, lastReviewDay }) => [
        firstLife.get(cardId) as number,
        { ...NEW_CARD, memory: { stability, difficulty }, lastReviewDay, dueDay: lastReviewDay },
      ]),
    ),
  };
}

/**
 * Returns the reviews that weights can be learned from: those of lives that the log has from the first rating on.
 * `selectTeachingCount` (memory.queries.ts) counts by the same rule.
 */
export function selectReviewsOfCompleteLives({ reviews, initialStates }: Lives): LoggedReview[] {
  return reviews.filter(({ cardId }) => !initialStates.has(cardId));
}
