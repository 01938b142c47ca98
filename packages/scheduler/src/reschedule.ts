import type { Day } from "#days.ts";
import { comesAsPromised, type DueCard } from "#due-day.ts";
import { scheduleForExam } from "#exam.ts";
import type { Learner } from "#learner.ts";
import type { DayPlan } from "#plan.ts";

/**
 * Computes when a card comes back after an exam has been set or moved, without a rating: earlier if it would otherwise
 * come too late for the exam and not be known well enough on its day; never later. Due cards keep their due day, and so do
 * cards that come back exactly as promised.
 *
 * @param plan The plan with the exam; its `load` does not count this card.
 * @returns The card's due day, or the earlier one that the exam requires; null for a card that was never rated.
 * @throws RangeError when the memory is out of bounds.
 */
export function rescheduleForExam(card: DueCard, today: Day, learner: Learner, plan: DayPlan): Day | null {
  const { memory, lastReviewDay, dueDay, difficulty } = card;
  if (memory === null || lastReviewDay === null || dueDay === null || difficulty === "new") return null;
  const { examDay } = plan;
  if (examDay === undefined || examDay <= today || dueDay <= today) return dueDay;
  if (comesAsPromised(difficulty, learner.settings)) return dueDay;
  const next = Math.max(today, lastReviewDay + 1);
  const returning = { memory, reviewDay: lastReviewDay, next, soonest: dueDay, keptDay: null, isFixed: true };
  return Math.min(dueDay, scheduleForExam(returning, examDay, learner, plan));
}
