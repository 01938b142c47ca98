import { targetRetention } from "#calibration.ts";
import type { Day } from "#days.ts";
import type { Learner } from "#learner.ts";
import type { MemoryState } from "#memory.ts";
import { bestDay, type DayPlan, shownDayAmong } from "#plan.ts";

/**
 * A card that is to come back.
 *
 * - `memory`: as its last review left it, on `reviewDay`.
 * - `next`: the first day on which it could come at all.
 * - `soonest`: the first day on which it should: the promised one, or its due day where practice must not bring it
 *   nearer.
 * - `keptDay`: its due day before the review if that was practice and must not bring it nearer, otherwise null.
 * - `isFixed`: whether it comes on exactly that day, whatever the memory.
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

/** The factor by which a day's answers, a hundred or so, may change the interval that a card should have. */
const LEARNED_IN_A_DAY = 2;

/** The day on which recall has fallen to a retention, within the maximum interval. It may be before `soonest`. */
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
 * The best day within the fuzz of the wanted interval, if that is a week or more and not fixed; otherwise the wanted
 * day, or `soonest` if that is later, so that a card that already comes late because of a promise does not come later
 * still. But the day that the learner was shown takes precedence, if it could have been the result earlier on this day.
 *
 * @param wanted As from {@link wantedDay}.
 * @param from The first day that the card may be moved to, `to` the last.
 */
export function spread(wanted: Day, from: Day, to: Day, card: ReturningCard, plan: DayPlan): Day {
  const { reviewDay, soonest, isFixed } = card;
  const unmoved = Math.max(soonest, wanted);
  const isEmpty = plan.load === undefined && plan.weekdays === undefined && plan.shown === undefined;
  if (isEmpty || isFixed) return unmoved;
  const interval = wanted - reviewDay;
  const earliest = (days: number) => Math.max(from, soonest, reviewDay + Math.round(days - fuzzOf(days)));
  const latest = (days: number) => Math.min(to, reviewDay + Math.round(days + fuzzOf(days)));
  const [least, most] = [interval / LEARNED_IN_A_DAY, interval * LEARNED_IN_A_DAY];
  const shown = shownDayAmong(earliest(least), latest(most), reviewDay, plan);
  if (shown !== undefined) return shown;
  const [first, last] = [earliest(interval), latest(interval)];
  return interval < SHORTEST_MOVED_DAYS || first >= last ? unmoved : bestDay(unmoved, first, last, plan);
}

/**
 * The number of days by which an interval may be moved.
 *
 * Source: Anki: one day, plus 15 % of the days from 2.5 to 7, 10 % of those from 7 to 20, and 5 % of the rest.
 */
export function fuzzOf(interval: number): number {
  const within = (from: number, to: number) => Math.max(0, Math.min(interval, to) - from);
  return 1 + 0.15 * within(2.5, 7) + 0.1 * within(7, 20) + 0.05 * within(20, Number.POSITIVE_INFINITY);
}
