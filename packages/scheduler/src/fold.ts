import { type Calibration, IDENTITY_CALIBRATION } from "#calibration.ts";
import type { Day } from "#days.ts";
import type { Answer } from "#rating.ts";
import { type CardSchedule, NEW_CARD, type ReviewEntry, rate } from "#schedule.ts";
import type { SchedulerSettings } from "#settings.ts";

/** One line of a learner's review log: which card was rated, how, and on which local day. */
export type LoggedReview = Answer & { readonly cardId: number; readonly day: Day };

/** All that scheduling keeps about one learner. Cards never rated need not be in `cards`. */
export type LearnerState = { readonly cards: ReadonlyMap<number, CardSchedule>; readonly calibration: Calibration };

export const NEW_LEARNER: LearnerState = Object.freeze({ cards: new Map(), calibration: IDENTITY_CALIBRATION });

/**
 * Replays a review log by {@link rate}. The reviews of one card alone give its memory exactly, but not its intervals:
 * these depend on the calibration, and so on the learner's other reviews.
 *
 * @param reviews The log in the order it happened, undone reviews left out.
 * @param settings The settings to replay under.
 * @param start The state before the first of them; it is not changed.
 * @returns The state after the last one, and the log entry of each review in the same order.
 * @throws RangeError as {@link rate}.
 */
export function fold(
  reviews: Iterable<LoggedReview>,
  settings: SchedulerSettings,
  start: LearnerState = NEW_LEARNER,
): LearnerState & { readonly entries: ReviewEntry[] } {
  const cards = new Map(start.cards);
  const entries: ReviewEntry[] = [];
  let calibration = start.calibration;
  for (const review of reviews) {
    const outcome = rate(cards.get(review.cardId) ?? NEW_CARD, review, review.day, settings, calibration);
    cards.set(review.cardId, outcome.card);
    calibration = outcome.calibration;
    entries.push(outcome.entry);
  }
  return { cards, calibration, entries };
}
