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

/** The day on which recall has fallen to a retention, but within the maximum interval. It may lie before `soonest`. */
export function wantedDay(retention: number, card: ReturningCard, { settings, model, calibration }: Learner): Day {
  const { memory, reviewDay, soonest, isFixed } = card;
  if (isFixed) return soonest;
  const days = Math.round(model.daysUntilRecall(memory.stability, targetRetention(calibration, retention)));
  return reviewDay + Math.min(days, settings.maximumInterval);
}

/** The same, but never before `soonest`. */
export function dayOfRetention(retention: number, card: ReturningCard, learner: Learner): Day {
  return Math.max(card.soonest, wantedDay(retention, card, learner));
}

/**
 * The emptiest day within the fuzz of the interval that is wanted, where that is a week or more and not fixed; otherwise
 * the day that is wanted, or `soonest` if that is later. A card that comes late already, because of a promise, so does not
 * come later still.
 *
 * @param wanted As from {@link wantedDay}.
 * @param from The first day that the card may be moved to, `to` the last.
 */
export function spread(
  wanted: Day,
  from: Day,
  to: Day,
  { reviewDay, soonest, isFixed }: ReturningCard,
  plan: DayPlan,
): Day {
  const interval = wanted - reviewDay;
  const unmoved = Math.max(soonest, wanted);
  const isEmpty = plan.load === undefined && plan.weekdays === undefined;
  if (isEmpty || isFixed || interval < SHORTEST_MOVED_DAYS) return unmoved;
  const fuzz = fuzzOf(interval);
  const first = Math.max(from, soonest, reviewDay + Math.round(interval - fuzz));
  const last = Math.min(to, reviewDay + Math.round(interval + fuzz));
  return first < last ? emptiestDay(first, last, plan) : unmoved;
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
