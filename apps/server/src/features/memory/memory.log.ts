import type { LoggedReview } from "@repasa/scheduler/fold.ts";

/** The log as the database gives it, each column an array in the order of the log: read much faster than rows. */
type LogColumns = { cardIds: number[]; grades: LoggedReview["grade"][]; days: number[] };

/** @param log `LogColumns` in JSON. */
export function reviewsIn(log: string): LoggedReview[] {
  const { cardIds, grades, days } = JSON.parse(log) as LogColumns;
  return cardIds.map((cardId, i) => ({ cardId, grade: grades[i] ?? null, day: days[i] as number }));
}
