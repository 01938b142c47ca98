import type { Calibration } from "#calibration.ts";
import type { Day } from "#days.ts";
import type { Learner } from "#learner.ts";
import type { GradedAnswer } from "#rating.ts";
import { type CardSchedule, NEW_CARD, type ReviewEntry, rate } from "#schedule.ts";

/**
 * One line of a learner's review log: the answer that {@link rate} got for a card on a local day.
 *
 * - `at`: the instant of the review, in milliseconds since 1970, if it is known. FSRS-6 counts whole days and does not read it;
 *   models that count fractions of days, such as FSRS-7, are fitted by it.
 */
export type LoggedReview = GradedAnswer & {
  readonly cardId: number;
  readonly day: Day;
  readonly at?: number | undefined;
};

/** Everything that scheduling stores about one learner. Cards that were never rated are not in `cards`. */
export type LearnerState = { readonly cards: ReadonlyMap<number, CardSchedule>; readonly calibration: Calibration };

/**
 * Replays a review log. The reviews of one card alone give its memory exactly, but not its intervals: these depend on
 * the calibration, and so on the learner's other reviews.
 *
 * @param reviews The log in chronological order, without undone reviews.
 * @param learner The learner with the calibration before the first review.
 * @param cards The cards before the first review; left unchanged.
 * @returns The state after the last review, and the log entry of each review in the same order.
 * @throws RangeError under the same conditions as {@link rate}.
 */
export function fold(
  reviews: Iterable<LoggedReview>,
  learner: Learner,
  cards: ReadonlyMap<number, CardSchedule> = new Map(),
): LearnerState & { readonly entries: ReviewEntry[] } {
  const after = new Map(cards);
  const entries: ReviewEntry[] = [];
  let { calibration } = learner;
  for (const { cardId, day, ...answer } of reviews) {
    const outcome = rate(after.get(cardId) ?? NEW_CARD, answer, day, { ...learner, calibration });
    after.set(cardId, outcome.card);
    calibration = outcome.calibration;
    entries.push(outcome.entry);
  }
  return { cards: after, calibration, entries };
}
