import { type Calibration, computeTargetRetention } from "#calibration.ts";
import type { Day } from "#days.ts";
import type { Learner } from "#learner.ts";
import type { MemoryState } from "#memory.ts";
import { type DayPlan, findBestDay } from "#plan.ts";

/**
 * A card for which a due day is to be computed.
 *
 * - `memory`: its memory after its last review, which was on `reviewDay`.
 * - `next`: the first possible due day.
 * - `soonest`: the first day on which it should come back: the promised one, or its due day before the review if that was
 *   practice, which must not bring the due day nearer.
 * - `keptDay`: its due day before the review if that was practice, otherwise null.
 * - `isFixed`: true if it comes back on `soonest` whatever its memory.
 */
export type ReturningCard = {
  readonly memory: MemoryState;
  readonly reviewDay: Day;
  readonly next: Day;
  readonly soonest: Day;
  readonly keptDay: Day | null;
  readonly isFixed: boolean;
};

/** Shorter intervals are not moved, in days. */
const MIN_MOVABLE_INTERVAL = 7;

/**
 * About the most by which a session's answers change the calibration. The session that changed `b` most did so by .3 for
 * half of 120 simulated learners with an imported deck, by .7 for a tenth and by .98 for one; `a` changes a fifth as fast.
 */
const MAX_CALIBRATION_CHANGE = { a: 0.15, b: 0.6 } as const;

/** Finds the day on which recall has fallen to a retention, within the maximum interval. It may be before `soonest`. */
export function findWantedDay(retention: number, card: ReturningCard, { settings, model, calibration }: Learner): Day {
  const { memory, reviewDay, soonest, isFixed } = card;
  if (isFixed) return soonest;
  const days = Math.round(model.daysUntilRecall(memory.stability, computeTargetRetention(calibration, retention)));
  return reviewDay + Math.min(days, settings.maximumInterval);
}

/** Like {@link findWantedDay}, but never returns a day before `soonest`. */
export function findRetentionDay(retention: number, card: ReturningCard, learner: Learner): Day {
  return Math.max(card.soonest, findWantedDay(retention, card, learner));
}

/** A result of {@link findWantedDay}, with the first and the last day that the card may be moved to. */
export type WantedDay = { readonly day: Day; readonly from: Day; readonly to: Day };

/**
 * Chooses the best day within the fuzz of the wanted interval, if that is a week or more and not fixed; otherwise the
 * wanted day, or `soonest` if that is later. So a card that already comes late because of a promise does not come even
 * later.
 */
export function chooseDueDay(wanted: WantedDay, card: ReturningCard, plan: DayPlan): Day {
  const { reviewDay, soonest, isFixed } = card;
  const unmoved = Math.max(soonest, wanted.day);
  const isEmpty = plan.load === undefined && plan.weekdays === undefined;
  if (isEmpty || isFixed || wanted.day - reviewDay < MIN_MOVABLE_INTERVAL) return unmoved;
  const { first, last } = findFuzzDays(wanted, card);
  return first >= last ? unmoved : findBestDay(unmoved, first, last, plan);
}

/**
 * Returns the learner with the lowest and with the highest calibration that they may have had when the buttons of this
 * day's cards were shown. What the buttons showed lies between the results for these two.
 */
export function findEarlierLearners(learner: Learner): { lowest: Learner; highest: Learner } {
  const { a, b } = learner.calibration;
  const change = (by: Pick<Calibration, "a" | "b">) => ({ ...learner, calibration: { ...learner.calibration, ...by } });
  const most = MAX_CALIBRATION_CHANGE;
  return { lowest: change({ a: a - most.a, b: b - most.b }), highest: change({ a: a + most.a, b: b + most.b }) };
}

/**
 * Finds the first and the last day within the fuzz of the wanted interval that are not before `soonest`, and to which the
 * card may be moved. If `last` is before `first`, there is none.
 */
export function findFuzzDays({ day, from, to }: WantedDay, { reviewDay, soonest, isFixed }: ReturningCard) {
  const interval = day - reviewDay;
  const fuzz = isFixed ? 0 : computeFuzz(interval);
  const first = Math.max(from, soonest, reviewDay + Math.round(interval - fuzz));
  const last = Math.min(to, reviewDay + Math.round(interval + fuzz));
  return { first, last };
}

/**
 * Computes the number of days by which an interval may be moved.
 *
 * Source: Anki: one day, plus 15 % of the days from 2.5 to 7, 10 % of those from 7 to 20, and 5 % of the rest.
 */
export function computeFuzz(interval: number): number {
  const within = (from: number, to: number) => Math.max(0, Math.min(interval, to) - from);
  return 1 + 0.15 * within(2.5, 7) + 0.1 * within(7, 20) + 0.05 * within(20, Number.POSITIVE_INFINITY);
}
