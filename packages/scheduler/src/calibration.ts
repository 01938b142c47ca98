import type { GradedAnswer } from "#rating.ts";
import { estimateRecallShare, HARD_WHEN_RECALLED } from "#recall-share.ts";

/**
 * The difference between one learner and the model's average learner: `P(recall) = sigmoid(a * logit(R) + b)`, where R
 * is the model's prediction. `a` stretches the model's confidence, `b` shifts it: above 0, the learner recalls more than
 * predicted.
 *
 * The counts show how the learner uses their buttons, so certain answers (see `Answer`) are not in them:
 *
 * - `hardSinceForgotten`: the number of hard answers since the learner last reported a card as forgotten (Again), or null if
 *   they never did: it shows whether a learner with three buttons reports the cards that they did not recall.
 * - `recalledCount`, `hardRecalledCount`: the number of scored reviews in which the card was recalled, and of those among
 *   them that were answered with hard. A review whose result is not known counts as the probability that the card was
 *   recalled, so neither needs to be whole.
 * - `recalledInARow`: the number of scored reviews since the last answer for a card that was, or may have been, forgotten.
 */
export type Calibration = {
  readonly a: number;
  readonly b: number;
  readonly hardSinceForgotten: number | null;
  readonly recalledCount: number;
  readonly hardRecalledCount: number;
  readonly recalledInARow: number;
};

/**
 * Returns whether a learner with three buttons reports the cards that they do not recall, so that their hard answers mean
 * that they did recall the card: they have reported one, and recently enough that they probably still do.
 */
export function reportsForgotten({ hardSinceForgotten }: Pick<Calibration, "hardSinceForgotten">): boolean {
  return hardSinceForgotten !== null && hardSinceForgotten < HARD_UNTIL_SILENT;
}

/** Returns whether the learner seems to recall everything: they may not know how to report a forgotten card, or not want to. */
export function seemsNeverToForget({
  hardSinceForgotten,
  recalledInARow,
}: Pick<Calibration, "hardSinceForgotten" | "recalledInARow">): boolean {
  return hardSinceForgotten === null && recalledInARow >= MAX_BELIEVED_IN_A_ROW.neverReported;
}

/** The part of a calibration that predicts recall. */
type Prediction = Pick<Calibration, "a" | "b">;

/** The calibration of a new learner: the model's predictions as they are. */
export const IDENTITY_CALIBRATION: Calibration = Object.freeze({
  a: 1,
  b: 0,
  hardSinceForgotten: null,
  recalledCount: 0,
  hardRecalledCount: 0,
  recalledInARow: 0,
});

// After this many hard answers without an Again, the learner is assumed to have stopped reporting forgotten cards. Learners
// who report them give Again for at least one in three of their two lowest answers (the minimum in seven real logs), so a
// run of 30 without it has a probability of 1 in 200,000; it would be 1 in 130 if they answered hard six times as often.
const HARD_UNTIL_SILENT = 30;

/**
 * After this many scored reviews in a row without a forgotten card, further ones no longer raise the prediction: a learner
 * may not admit failures, and their intervals would grow without limit. Who recalls 90 % has such a row once in 200. Who has
 * reported a forgotten card before is believed for longer, because such a row is common among those who recall 97 %.
 */
const MAX_BELIEVED_IN_A_ROW = { neverReported: 50, reported: 100 } as const;

/** The number of recalled cards for which the usual share of hard answers counts in {@link estimateHardShare}. */
export const HARD_SHARE_WEIGHT = 100;

export const CALIBRATION_BOUNDS = { a: { min: 0.4, max: 1.6 }, b: { min: -2.5, max: 2.5 } } as const;

/** The range of the results of {@link computeTargetRetention}. */
const TARGET_RETENTION_BOUNDS = { min: 0.7, max: 0.975 } as const;

/**
 * The parts of a review that calibration learns from: the answer, and the probability that the uncalibrated model predicted,
 * 0..1, or null for a review that is not scored.
 */
export type CalibratingReview = GradedAnswer & { readonly retrievability: number | null };

// Chosen by measuring on real review logs. The slope learns five times slower than the offset, and its gradient is
// taken around logit 2 (88 % recall, where most reviews happen), so that the two hardly affect each other.
const OFFSET_RATE = 0.02;
const SLOPE_RATE = OFFSET_RATE / 5;
const SLOPE_CENTRE = 2;
const MODEL_RECALL_BOUNDS = { min: 0.002, max: 0.998 } as const; // keeps the logit finite on day 0 and after decades
const PREDICTION_BOUNDS = { min: 0.001, max: 0.999 } as const;

function clamp(value: number, { min, max }: { readonly min: number; readonly max: number }): number {
  return Math.min(max, Math.max(min, value));
}

function logit(probability: number): number {
  return Math.log(probability / (1 - probability));
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}

/**
 * Estimates the share of recalled cards that this learner answers with hard. It begins at that of most people.
 *
 * @returns 0..1.
 */
export function estimateHardShare({
  recalledCount,
  hardRecalledCount,
}: Pick<Calibration, "recalledCount" | "hardRecalledCount">): number {
  // The server computes it in SQL too (progress.queries.ts); progress.recall.test.ts compares the two.
  return (HARD_WHEN_RECALLED * HARD_SHARE_WEIGHT + hardRecalledCount) / (HARD_SHARE_WEIGHT + recalledCount);
}

/**
 * Computes the calibration after one more review: a step of online logistic regression if the review is scored. If it
 * is not known whether the card was recalled, the review counts as the probability that it was, and so changes little.
 * A recalled card raises nothing if it is one of too many in a row ({@link MAX_BELIEVED_IN_A_ROW}). A certain answer is always
 * believed, and changes `a` and `b` alone.
 *
 * @param calibration The learner's calibration before the review.
 * @param review `retrievability` is the model's prediction for the day of the review, before calibration.
 * @returns A new calibration within {@link CALIBRATION_BOUNDS}.
 */
export function calibrate(calibration: Calibration, review: CalibratingReview): Calibration {
  const { grade, retrievability } = review;
  const isCertain = review.isCertain === true && grade !== null;
  const counted = isCertain ? calibration : countPress(calibration, review);
  if (retrievability === null) return counted;
  const { a, b } = calibration;
  const x = logit(clamp(retrievability, MODEL_RECALL_BOUNDS));
  const expected = sigmoid(a * x + b);
  const recalled = grade === null ? estimateRecallShare(expected, estimateHardShare(calibration)) : Number(grade > 1);
  const surprise = isCertain || isBelieved(counted) ? recalled - expected : 0;
  const isHard = grade === null || grade === 2;
  return {
    ...counted,
    a: clamp(a + SLOPE_RATE * surprise * (x - SLOPE_CENTRE), CALIBRATION_BOUNDS.a),
    b: clamp(b + OFFSET_RATE * surprise, CALIBRATION_BOUNDS.b),
    recalledCount: calibration.recalledCount + (isCertain ? 0 : recalled),
    hardRecalledCount: calibration.hardRecalledCount + (isHard && !isCertain ? recalled : 0),
  };
}

/** Counts a button that was pressed. */
function countPress(calibration: Calibration, { grade, retrievability }: CalibratingReview): Calibration {
  const isRecalled = grade !== null && grade > 1;
  return {
    ...calibration,
    hardSinceForgotten: countHardSinceForgotten(calibration.hardSinceForgotten, grade),
    recalledInARow: isRecalled ? calibration.recalledInARow + (retrievability === null ? 0 : 1) : 0,
  };
}

/** Returns whether the row of recalled cards, the present one included, is short enough to be believed. */
function isBelieved({ hardSinceForgotten, recalledInARow }: Calibration): boolean {
  const { neverReported, reported } = MAX_BELIEVED_IN_A_ROW;
  return recalledInARow <= (hardSinceForgotten === null ? neverReported : reported);
}

function countHardSinceForgotten(before: number | null, grade: GradedAnswer["grade"]): number | null {
  if (grade === 1) return 0;
  const isHard = grade === null || grade === 2;
  return before !== null && isHard ? before + 1 : before;
}

/**
 * Computes the calibration after several reviews: bit for bit the result of calling {@link calibrate} for one after
 * another. The retrievabilities in a log stay valid when a review is undone, because only a card's latest one can be.
 *
 * @param before The calibration before the first review.
 * @param reviews All reviews, the oldest first, including those that are not scored.
 */
export function recalibrate(before: Calibration, reviews: Iterable<CalibratingReview>): Calibration {
  let calibration = before;
  for (const review of reviews) calibration = calibrate(calibration, review);
  return calibration;
}

/**
 * Computes the probability that this learner recalls a card.
 *
 * @param retrievability The probability that the model predicts, 0..1.
 * @returns 0.001..0.999.
 */
export function calibrateRecall({ a, b }: Prediction, retrievability: number): number {
  // The server computes it in SQL too (progress.queries.ts); progress.recall.test.ts compares the two.
  return clamp(sigmoid(a * logit(clamp(retrievability, MODEL_RECALL_BOUNDS)) + b), PREDICTION_BOUNDS);
}

/**
 * Computes the retention that the model has to aim for so that this learner gets the desired one: the inverse of the
 * calibration, within {@link TARGET_RETENTION_BOUNDS}.
 *
 * @param desiredRetention The share of cards to be recalled, above 0 and below 1.
 */
export function computeTargetRetention({ a, b }: Prediction, desiredRetention: number): number {
  return clamp(sigmoid((logit(desiredRetention) - b) / a), TARGET_RETENTION_BOUNDS);
}
