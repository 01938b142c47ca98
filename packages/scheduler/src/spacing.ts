import { targetRetention } from "#calibration.ts";
import type { Day } from "#days.ts";
import type { Learner } from "#learner.ts";
import type { MemoryState } from "#memory.ts";
import { type DayPlan, emptiestDay } from "#plan.ts";

/**
 * A card that is to come back.
 *
 * - `memory`: as its last review left it, on `reviewDay`.
 * - `next`: the first day on which it could come at all.
 * - `soonest`: the first day on which it should: that of the promise, or its due day where practice must not bring it nearer.
 * - `keptDay`: its due day before the review if that was practice and shall not be nearer, otherwise null.
 * - `isFixed`: whether it comes on that very day, whatever the memory is like.
 */
export type ReturningCard = {
  readonly memory: MemoryState;
  readonly reviewDay: Day;
  readonly next: Day;
  readonly soonest: Day;
  readonly keptDay: Day | null;
  readonly isFixed: boolean;
};

const SHORTEST_MOVED_DAYS = 7;

/** The day on which recall has fallen to a retention, but within the maximum interval and never before `soonest`. */
export function dayOfRetention(retention: number, card: ReturningCard, { settings, model, calibration }: Learner): Day {
  const { memory, reviewDay, soonest, isFixed } = card;
  if (isFixed) return soonest;
  const days = Math.round(model.daysUntilRecall(memory.stability, targetRetention(calibration, retention)));
  return Math.max(soonest, reviewDay + Math.min(days, settings.maximumInterval));
}

/**
 * Moves a day to the emptiest one within the fuzz of its interval, where that is a week or more and not fixed.
 *
 * @param from The first day that the card may be moved to, `to` the last.
 */
export function spread(
  day: Day,
  from: Day,
  to: Day,
  { reviewDay, soonest, isFixed }: ReturningCard,
  plan: DayPlan,
): Day {
  const interval = day - reviewDay;
  const isEmpty = plan.load === undefined && plan.weekdays === undefined;
  if (isEmpty || isFixed || interval < SHORTEST_MOVED_DAYS) return day;
  const fuzz = fuzzOf(interval);
  const first = Math.max(from, soonest, reviewDay + Math.round(interval - fuzz));
  const last = Math.min(to, reviewDay + Math.round(interval + fuzz));
  return first < last ? emptiestDay(first, last, plan) : day;
}

/**
 * By how many days an interval may be moved.
 *
 * Source: Anki, which adds to one day 15 % of the days from 2.5 to 7, 10 % of those from there to 20, and 5 % of the others.
 */
export function fuzzOf(interval: number): number {
  const within = (from: number, to: number) => Math.max(0, Math.min(interval, to) - from);
  return 1 + 0.15 * within(2.5, 7) + 0.1 * within(7, 20) + 0.05 * within(20, Number.POSITIVE_INFINITY);
}
