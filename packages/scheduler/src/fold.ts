import type { Calibration } from "#calibration.ts";
import type { Day } from "#days.ts";
import type { Learner } from "#learner.ts";
import type { Grade } from "#rating.ts";
import { type CardSchedule, NEW_CARD, type ReviewEntry, rateAs } from "#schedule.ts";

/** One line of a learner's review log: which card was rated, as what ({@link rateAs}), and on which local day. */
export type LoggedReview = { readonly cardId: number; readonly grade: Grade | null; readonly day: Day };

/** Everything that scheduling keeps about one learner. Cards never rated are not in `cards`. */
export type LearnerState = { readonly cards: ReadonlyMap<number, CardSchedule>; readonly calibration: Calibration };

/**
 * Replays a review log. The reviews of one card alone give its memory exactly, but not its intervals: these depend on
 * the calibration, and so on the learner's other reviews.
 *
 * @param reviews The log in the order it happened, undone reviews left out.
 * @param learner Whose settings and model apply, with the calibration before the first review.
 * @param cards The cards before the first review; left unchanged.
 * @returns The state after the last one, and the log entry of each review in the same order.
 * @throws RangeError as {@link rateAs}.
 */
export function fold(
  reviews: Iterable<LoggedReview>,
  learner: Learner,
  cards: ReadonlyMap<number, CardSchedule> = new Map(),
): LearnerState & { readonly entries: ReviewEntry[] } {
  const after = new Map(cards);
  const entries: ReviewEntry[] = [];
  let { calibration } = learner;
  for (const { cardId, grade, day } of reviews) {
    const outcome = rateAs(after.get(cardId) ?? NEW_CARD, grade, day, { ...learner, calibration });
    after.set(cardId, outcome.card);
    calibration = outcome.calibration;
    entries.push(outcome.entry);
  }
  return { cards: after, calibration, entries };
}
