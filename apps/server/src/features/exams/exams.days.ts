import { type Day, toDayNumber } from "@repasa/scheduler/days.ts";
import type { LocalDate } from "@repasa/scheduler/local-dates.ts";

/**
 * Returns the day of the exam that a card is scheduled for: the nearest one after today, because on the day of an exam nothing
 * is studied for it any more.
 *
 * @param dates The dates of all exams on the card, in any order.
 */
export function findNearestExamDay(dates: readonly LocalDate[], today: LocalDate): Day | undefined {
  const [nearest] = dates.filter((date) => date > today).toSorted();
  return nearest === undefined ? undefined : toDayNumber(nearest);
}
