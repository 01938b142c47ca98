import type { Day } from "#days.ts";
import { dueBeforeExam } from "#exam.ts";
import type { Learner } from "#learner.ts";
import type { MemoryState } from "#memory.ts";
import { type DayPlan, NO_PLAN } from "#plan.ts";
import type { Difficulty } from "#rating.ts";
import { fuzzOf, spread, wantedDay } from "#spacing.ts";

/**
 * A card that was just rated.
 *
 * - `isFirst`: whether this was its first rating.
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
  const wanted = wantedDay(settings.desiredRetention, returning, learner);
  const stands = keptDay === soonest && wanted <= keptDay;
  return stands ? keptDay : spread(wanted, today + 1, today + settings.maximumInterval, returning, plan);
}

/** What it takes to tell why a card is due when it is. */
export type DueCard = {
  readonly memory: MemoryState | null;
  readonly lastReviewDay: Day | null;
  readonly dueDay: Day | null;
  readonly reviewCount: number;
  readonly difficulty: "new" | Difficulty;
};

/**
 * Whether a card is due on its day because of an exam: before the exam, and on a day that it would not have without it.
 *
 * @param learner As they are now, which hardly differs from how they were at the card's last review.
 */
export function isDueForExam(card: DueCard, examDay: Day, learner: Learner): boolean {
  const { memory, lastReviewDay, dueDay, reviewCount, difficulty } = card;
  if (memory === null || lastReviewDay === null || dueDay === null || difficulty === "new") return false;
  if (difficulty === "hard" || dueDay >= examDay) return false;
  const rated = { memory, difficulty, isFirst: reviewCount === 1, keptDay: null };
  const usual = dueDayAfter(rated, lastReviewDay, learner, NO_PLAN);
  const moved = rated.isFirst ? 0 : Math.ceil(fuzzOf(usual - lastReviewDay));
  return Math.abs(dueDay - usual) > moved;
}
