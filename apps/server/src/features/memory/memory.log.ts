import type { LoggedReview } from "@repasa/scheduler/fold.ts";
import { type CardSchedule, NEW_CARD } from "@repasa/scheduler/schedule.ts";

/** The log as the database gives it, each column an array in the order of the log: read much faster than rows. */
type LogColumns = {
  cardIds: number[];
  grades: LoggedReview["grade"][];
  days: number[];
  /** 1 where the card was new before the review. */
  fresh: (0 | 1)[];
  /** Cards that had a memory before their first review in the log: an import brought it. */
  begun: { cardId: number; stability: number; difficulty: number; lastReviewDay: number }[];
};

/**
 * A log by the lives of its cards: a card that was made new again, and then rated, begins another one.
 *
 * - `reviews`: `cardId` is the number of a life.
 * - `cardIds`: of each life its card; the last one of a card is the one that it has now.
 * - `begun`: the lives that began before the log.
 * - `whole`: those that the log tells from the first rating on.
 */
export type Lives = {
  readonly reviews: LoggedReview[];
  readonly cardIds: number[];
  readonly begun: ReadonlyMap<number, CardSchedule>;
  readonly whole: ReadonlySet<number>;
};

/** @param log `LogColumns` in JSON. */
export function livesIn(log: string): Lives {
  const { cardIds, grades, days, fresh, begun } = JSON.parse(log) as LogColumns;
  const lives: number[] = [];
  const present = new Map<number, number>();
  const whole = new Set<number>();
  const reviews = cardIds.map((card, i) => {
    const known = fresh[i] === 1 ? undefined : present.get(card);
    const life = known ?? lives.push(card) - 1;
    present.set(card, life);
    if (fresh[i] === 1) whole.add(life);
    return { cardId: life, grade: grades[i] ?? null, day: days[i] as number };
  });
  const firstLife = new Map(lives.map((card, life) => [card, life] as const).toReversed());
  return {
    reviews,
    cardIds: lives,
    whole,
    begun: new Map(
      begun.map(({ cardId, stability, difficulty, lastReviewDay }) => [
        firstLife.get(cardId) as number,
        { ...NEW_CARD, memory: { stability, difficulty }, lastReviewDay, dueDay: lastReviewDay },
      ]),
    ),
  };
}

/** What weights can be learned from: the lives that the log tells from the first rating on. */
export function wholeLives({ reviews, begun }: Lives): LoggedReview[] {
  return reviews.filter(({ cardId }) => !begun.has(cardId));
}
