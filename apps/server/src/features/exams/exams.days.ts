import { type Day, dayOf } from "@repasa/scheduler/days.ts";
import type { LocalDate } from "#local-days.ts";

/**
 * The day of the exam that a card is scheduled for: the nearest one after today, because nothing is studied for an exam
 * on its own day any more.
 *
 * @param dates Those of all exams on the card, in any order.
 */
export function nearestExamDay(dates: readonly LocalDate[], today: LocalDate): Day | undefined {
  const [nearest] = dates.filter((date) => date > today).toSorted();
  return nearest === undefined ? undefined : dayOf(nearest);
}
