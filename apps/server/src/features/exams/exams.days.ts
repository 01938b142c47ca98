import type { DecidingExam } from "@repasa/contract/study.ts";
import { type Day, toDayNumber } from "@repasa/scheduler/days.ts";
import { type DueCard, isDueForExam } from "@repasa/scheduler/due-day.ts";
import type { Learner } from "@repasa/scheduler/learner.ts";
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

/** Returns the exam that a card is scheduled for, if the card's due day was determined by it. */
export function findDecidingExam(
  card: DueCard,
  exam: (DecidingExam & { day: Day }) | undefined,
  learner: Learner,
): DecidingExam | undefined {
  return exam && isDueForExam(card, exam.day, learner) ? { name: exam.name, date: exam.date } : undefined;
}
