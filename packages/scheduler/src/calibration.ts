import type { Grade } from "#rating.ts";
import { recallShare } from "#recall-share.ts";

/**
 * How one learner differs from the model's average learner: `P(recall) = sigmoid(a * logit(R) + b)`, where R is what
 * the model says. `a` stretches the model's confidence, `b` shifts it: above 0, the learner recalls more than predicted.
 *
 * `hardSinceForgotten` tells whether the learner says which cards were not recalled: how often they have pressed Difícil
 * since they last pressed "No la recordé"; null if they never did.
 */
export type Calibration = { readonly a: number; readonly b: number; readonly hardSinceForgotten: number | null };

/**
 * Whether the learner presses "No la recordé" for what they do not recall, so that Difícil means that they did: they have
 * used it, and have not been silent for so long since then that they are likely to have given it up.
 */
export function saysForgotten({ hardSinceForgotten }: Pick<Calibration, "hardSinceForgotten">): boolean {
  return hardSinceForgotten !== null && hardSinceForgotten < HARD_UNTIL_SILENT;
}

/** The part of it that predicts. */
type Prediction = Pick<Calibration, "a" | "b">;

/** The calibration of a new learner: the model's predictions as they are. */
export const IDENTITY_CALIBRATION: Calibration = Object.freeze({ a: 1, b: 0, hardSinceForgotten: null });

// After so many Difícil without one "No la recordé", that button is taken to be forgotten. Who uses it presses it for one
// in three of their two lowest answers (the lowest of seven real logs), and so is silent for 30 once in 200,000 times; and
// once in 130 if they pressed Difícil six times as often as it.
const HARD_UNTIL_SILENT = 30;

export const CALIBRATION_BOUNDS = { a: { min: 0.4, max: 1.6 }, b: { min: -2.5, max: 2.5 } } as const;

/** The range of what {@link targetRetention} returns. */
export const TARGET_RETENTION_BOUNDS = { min: 0.7, max: 0.975 } as const;

/**
 * What calibration learns from a review: its grade (null for what may be an Again or a Hard), and the probability that
 * the uncalibrated model gave, 0..1, or null for a review that is not scored.
 */
export type CalibratingReview = { readonly grade: Grade | null; readonly retrievability: number | null };

// Chosen by measuring on real review logs. The slope learns five times slower than the offset, and its gradient is
// taken around logit 2 (88 % recall, where most reviews happen), so that the two hardly disturb each other.
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
 * The calibration after one more review: a step of online logistic regression if it is scored. A review of which it is not
 * known whether the card was recalled counts as that share of a recall which is likely, and so moves little.
 *
 * @param calibration The learner's calibration before the review.
 * @param review `retrievability` is the model's own on the day of the review, not the calibrated one.
 * @returns A new calibration within {@link CALIBRATION_BOUNDS}.
 */
export function calibrate(calibration: Calibration, { grade, retrievability }: CalibratingReview): Calibration {
  const hardSinceForgotten = hardAfter(calibration.hardSinceForgotten, grade);
  const { a, b } = calibration;
  if (retrievability === null) return { a, b, hardSinceForgotten };
  const x = logit(clamp(retrievability, MODEL_RECALL_BOUNDS));
  const expected = sigmoid(a * x + b);
  const surprise = recalledShare(grade, expected) - expected;
  return {
    a: clamp(a + SLOPE_RATE * surprise * (x - SLOPE_CENTRE), CALIBRATION_BOUNDS.a),
    b: clamp(b + OFFSET_RATE * surprise, CALIBRATION_BOUNDS.b),
    hardSinceForgotten,
  };
}

function recalledShare(grade: Grade | null, expected: number): number {
  if (grade === null) return recallShare(expected);
  return grade === 1 ? 0 : 1;
}

function hardAfter(before: number | null, grade: Grade | null): number | null {
  if (grade === 1) return 0;
  const isHard = grade === null || grade === 2;
  return before !== null && isHard ? before + 1 : before;
}

/**
 * The calibration after a run of reviews, oldest first: what {@link calibrate} gives step by step, bit for bit.
 * The retrievabilities in a log stay valid when a review is undone, because only a card's latest review can be.
 *
 * @param before The calibration before the first of them.
 * @param reviews All reviews, those that are not scored too, in the order they happened.
 */
export function recalibrate(before: Calibration, reviews: Iterable<CalibratingReview>): Calibration {
  let calibration = before;
  for (const review of reviews) calibration = calibrate(calibration, review);
  return calibration;
}

/**
 * The probability that this learner recalls a card.
 *
 * @param retrievability The model's own probability, 0..1.
 * @returns 0.001..0.999.
 */
export function calibratedRecall({ a, b }: Prediction, retrievability: number): number {
  return clamp(sigmoid(a * logit(clamp(retrievability, MODEL_RECALL_BOUNDS)) + b), PREDICTION_BOUNDS);
}

/**
 * The retention to aim at in the model's terms, so that this learner gets the retention that is wanted: the inverse of
 * the calibration, within {@link TARGET_RETENTION_BOUNDS}.
 *
 * @param desiredRetention The wanted share of recalled cards, above 0 and below 1.
 */
export function targetRetention({ a, b }: Prediction, desiredRetention: number): number {
  return clamp(sigmoid((logit(desiredRetention) - b) / a), TARGET_RETENTION_BOUNDS);
}
