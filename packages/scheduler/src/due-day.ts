import type { Day } from "#days.ts";
import { dueBeforeExam } from "#exam.ts";
import type { Learner } from "#learner.ts";
import type { MemoryState } from "#memory.ts";
import type { DayPlan } from "#plan.ts";
import type { Difficulty } from "#rating.ts";
import { dayOfRetention, spread } from "#spacing.ts";

/**
 * A card that was just rated.
 *
 * - `isFirst`: whether it was so for the first time.
 * - `keptDay`: its due day where practice must not bring it nearer, otherwise null.
 */
export type RatedCard = {
  readonly memory: MemoryState;
  readonly difficulty: Difficulty;
  readonly isFirst: boolean;
  readonly keptDay: Day | null;
};

/**
 * The day on which a card comes back, as `rate` describes it.
 *
 * @param today The day of the rating.
 * @param learner As after the rating.
 */
export function dueDayAfter(card: RatedCard, today: Day, learner: Learner, plan: DayPlan): Day {
  const { settings } = learner;
  const { memory, difficulty, isFirst, keptDay } = card;
  const promisedDay = today + Math.min(settings.promise[difficulty], settings.maximumInterval);
  if (difficulty === "hard") return promisedDay;
  const soonest = Math.max(promisedDay, keptDay ?? promisedDay);
  const returning = { memory, reviewDay: today, next: today + 1, soonest, keptDay, isFixed: isFirst };
  if (plan.examDay !== undefined && plan.examDay > today) {
    return dueBeforeExam(returning, plan.examDay, learner, plan);
  }
  const usual = dayOfRetention(settings.desiredRetention, returning, learner);
  return usual === keptDay ? usual : spread(usual, today + 1, today + settings.maximumInterval, returning, plan);
}
