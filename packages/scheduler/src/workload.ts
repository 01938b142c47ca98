import { targetRetention } from "#calibration.ts";
import type { Learner } from "#learner.ts";

/** A number of cards with a stability of a number of days. */
export type StableCards = { readonly days: number; readonly cards: number };

/**
 * About how many reviews a day a set of cards needs at a desired retention: one per interval, and one more on the day
 * after an answer not recalled. Good for comparing retentions, but no forecast: stabilities grow as cards are studied.
 *
 * @param groups Cards that were rated: how many have each stability, in days, above 0.
 * @param learner With the desired retention to try, the promise (Medio's is the floor) and the maximum interval.
 * @returns Reviews per day, 0 without cards.
 */
export function reviewsPerDay(groups: readonly StableCards[], { settings, model, calibration }: Learner): number {
  const target = targetRetention(calibration, settings.desiredRetention);
  const perReview = 1 + (1 - settings.desiredRetention);
  let perDay = 0;
  for (const { days, cards } of groups) {
    const wanted = Math.max(settings.promise.medium, Math.round(model.daysUntilRecall(days, target)));
    perDay += (cards * perReview) / Math.min(settings.maximumInterval, wanted);
  }
  return perDay;
}
