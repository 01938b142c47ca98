import type { Day } from "#days.ts";
import { scheduleForExam } from "#exam.ts";
import type { Learner } from "#learner.ts";
import type { MemoryState } from "#memory.ts";
import { type DayPlan, findShownDay, NO_PLAN } from "#plan.ts";
import type { Difficulty } from "#rating.ts";
import {
  chooseDueDay,
  computeFuzz,
  findEarlierLearners,
  findFuzzDays,
  findWantedDay,
  type ReturningCard,
  type WantedDay,
} from "#spacing.ts";

/**
 * A card that was just rated.
 *
 * - `isFirst`: true if this was its first rating.
 * - `keptDay`: its due day if the rating was practice, which must not bring the due day nearer; otherwise null.
 */
export type RatedCard = {
  readonly memory: MemoryState;
  readonly difficulty: Difficulty;
  readonly isFirst: boolean;
  readonly keptDay: Day | null;
};

/**
 * Computes the day on which a card comes back, by the rules that `rate` describes.
 *
 * @param today The day of the rating.
 * @param learner The learner with the calibration after the rating.
 */
export function computeDueDay(card: RatedCard, today: Day, learner: Learner, plan: DayPlan): Day {
  const { settings } = learner;
  const { memory, difficulty, isFirst } = card;
  const promisedDay = today + Math.min(settings.promise?.[difficulty] ?? 1, settings.maximumInterval);
  if (comesAsPromised(difficulty, settings)) return promisedDay;
  const keptDay = difficulty === "hard" ? null : card.keptDay;
  const soonest = Math.max(promisedDay, keptDay ?? promisedDay);
  const isFixed = isFirst && settings.promise !== undefined;
  const returning = { memory, reviewDay: today, next: today + 1, soonest, keptDay, isFixed };
  if (plan.examDay !== undefined && plan.examDay > today) {
    return scheduleForExam(returning, plan.examDay, learner, plan);
  }
  const want = (student: Learner) => ({
    day: findWantedDay(settings.desiredRetention, returning, student),
    from: today + 1,
    to: today + settings.maximumInterval,
  });
  const shown = findShownReturn(want, returning, learner, plan);
  if (shown !== undefined) return shown;
  const wanted = want(learner);
  return keptDay === soonest && wanted.day <= keptDay ? keptDay : chooseDueDay(wanted, returning, plan);
}

/** Returns the day that the learner was shown if it could have been the result earlier on this day; otherwise undefined. */
function findShownReturn(
  want: (student: Learner) => WantedDay,
  card: ReturningCard,
  learner: Learner,
  plan: DayPlan,
): Day | undefined {
  if (plan.shown === undefined) return undefined;
  const { lowest, highest } = findEarlierLearners(learner);
  const { first } = findFuzzDays(want(lowest), card);
  const { last } = findFuzzDays(want(highest), card);
  return findShownDay(first, last, card.reviewDay, plan);
}

/** Returns whether a card comes back exactly on the promised day, whatever its memory and its exam. */
export function comesAsPromised(difficulty: Difficulty, { promise }: Learner["settings"]): boolean {
  return promise !== undefined && difficulty === "hard";
}

/** The parts of a card that show why it is due on its day. */
export type DueCard = {
  readonly memory: MemoryState | null;
  readonly lastReviewDay: Day | null;
  readonly dueDay: Day | null;
  readonly reviewCount: number;
  readonly difficulty: "new" | Difficulty;
};

/**
 * Returns whether a card is due on its day because of an exam: before the exam, and on a day that it would not have
 * without the exam.
 *
 * @param learner The learner as of today, who hardly differs from what they were at the card's last review.
 */
export function isDueForExam(card: DueCard, examDay: Day, learner: Learner): boolean {
  const { memory, lastReviewDay, dueDay, reviewCount, difficulty } = card;
  if (memory === null || lastReviewDay === null || dueDay === null || difficulty === "new") return false;
  if (comesAsPromised(difficulty, learner.settings) || dueDay >= examDay) return false;
  const rated = { memory, difficulty, isFirst: reviewCount === 1, keptDay: null };
  const usual = computeDueDay(rated, lastReviewDay, learner, NO_PLAN);
  const moved =
    rated.isFirst && learner.settings.promise !== undefined ? 0 : Math.ceil(computeFuzz(usual - lastReviewDay));
  return Math.abs(dueDay - usual) > moved;
}
