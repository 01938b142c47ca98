import type { Day } from "#days.ts";
import type { DueCard } from "#due-day.ts";
import { dueBeforeExam } from "#exam.ts";
import type { Learner } from "#learner.ts";
import type { DayPlan } from "#plan.ts";

/**
 * When a card comes back once an exam is set or moved, without being rated: earlier where it would come too late for the exam
 * and not be known well enough on its day; never later. Cards that are due, or that come back tomorrow because they were
 * hard, stay.
 *
 * @param plan With the exam; its `load` does not count this card.
 * @returns The card's due day, or the earlier one that the exam requires; null for a card never rated.
 * @throws RangeError when the memory is out of bounds.
 */
export function dueDayForExam(card: DueCard, today: Day, learner: Learner, plan: DayPlan): Day | null {
  const { memory, lastReviewDay, dueDay, difficulty } = card;
  if (memory === null || lastReviewDay === null || dueDay === null) return null;
  const { examDay } = plan;
  if (examDay === undefined || examDay <= today || dueDay <= today || difficulty === "hard") return dueDay;
  const next = Math.max(today, lastReviewDay + 1);
  const returning = { memory, reviewDay: lastReviewDay, next, soonest: dueDay, keptDay: null, isFixed: true };
  return Math.min(dueDay, dueBeforeExam(returning, examDay, learner, plan));
}
