import { computeTargetRetention } from "#calibration.ts";
import type { Learner } from "#learner.ts";

/** A number of cards with the same stability, in days. */
export type StableCards = { readonly days: number; readonly cards: number };

/**
 * Estimates how many reviews a day a set of cards needs at a desired retention: one per interval, and one more on the day
 * after a card was not recalled. The result is for comparing retentions and is no forecast, because stabilities grow as
 * cards are studied.
 *
 * @param groups The number of rated cards with each stability, in days, above 0.
 * @param learner The learner with the desired retention to try; intervals are at least the promise of medium.
 * @returns Reviews per day, 0 without cards.
 */
export function estimateReviewsPerDay(
  groups: readonly StableCards[],
  { settings, model, calibration }: Learner,
): number {
  const target = computeTargetRetention(calibration, settings.desiredRetention);
  const perReview = 1 + (1 - settings.desiredRetention);
  let perDay = 0;
  for (const { days, cards } of groups) {
    const wanted = Math.max(settings.promise?.medium ?? 1, Math.round(model.daysUntilRecall(days, target)));
    perDay += (cards * perReview) / Math.min(settings.maximumInterval, wanted);
  }
  return perDay;
}
