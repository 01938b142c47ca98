import type { DecidingExam } from "@repasa/contract/study.ts";
import { type Day, dayOf } from "@repasa/scheduler/days.ts";
import { type DueCard, isDueForExam } from "@repasa/scheduler/due-day.ts";
import type { Learner } from "@repasa/scheduler/learner.ts";
import type { LocalDate } from "@repasa/scheduler/local-dates.ts";

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

/** The exam that a card is scheduled for, if it has decided on which day the card is due. */
export function decidingExam(
  card: DueCard,
  exam: (DecidingExam & { day: Day }) | undefined,
  learner: Learner,
): DecidingExam | undefined {
  return exam && isDueForExam(card, exam.day, learner) ? { name: exam.name, date: exam.date } : undefined;
}
