import { IDENTITY_CALIBRATION } from "#calibration.ts";
import { fitWeights } from "#fit.ts";
import { fold, type LearnerState, type LoggedReview } from "#fold.ts";
import { groupBy } from "#group-by.ts";
import { type Learner, NEW_LEARNER } from "#learner.ts";
import { createModel, DEFAULT_WEIGHTS, type Weights } from "#memory.ts";
import type { CardSchedule } from "#schedule.ts";
import { createTrainingLog, indexTeachingReviews } from "#training.ts";

/** The number of teaching reviews from which on weights are fitted. */
const FIRST_FIT_REVIEWS = 1000;

/** The growth of that number, as a share, after which weights are fitted again. */
const REFIT_GROWTH = 0.25;

const OLDEST_SHARE = 0.8;
const MAX_LOSS_INCREASE = 0.002;

/**
 * The error of predictions.
 *
 * - `logLoss`: the mean of `-ln(predicted probability of the result)`; lower is better.
 * - `gap`: the difference between the share predicted and the share recalled, 0..1: the root mean square over groups of
 *   reviews with similar days since the card's previous review and the same result of that review. 0.05 reads as
 *   "5 of 100 cards".
 *
 * @public
 */
export type PredictionError = { readonly logLoss: number; readonly gap: number };

/**
 * The result of fitting the model to a learner.
 *
 * - `weights`: the weights for `createModel`; null if they were rejected, because the defaults predict this learner's
 *   newest reviews better. The defaults then also replace weights from an earlier fit.
 * - `learnedFrom`: the number of teaching reviews.
 * - `before`, `after`: the error on the newest 20 % with the defaults, and with weights learned from the oldest 80 %.
 */
export type Refit = {
  readonly weights: Weights | null;
  readonly learnedFrom: number;
  readonly before: PredictionError;
  readonly after: PredictionError;
};

/**
 * Computes the number of teaching reviews at which the next fit is due: 1,000, and then a quarter more each time.
 *
 * @param learnedFrom The number at the last fit, whether rejected or not; null if there was none.
 */
export function computeRefitThreshold(learnedFrom: number | null): number {
  return Math.max(FIRST_FIT_REVIEWS, Math.ceil((learnedFrom ?? 0) * (1 + REFIT_GROWTH)));
}

/**
 * Returns whether a fit is due.
 *
 * @param teaching The number of teaching reviews (`indexTeachingReviews`) now.
 * @param learnedFrom The same as for {@link computeRefitThreshold}.
 */
export function isRefitDue(teaching: number, learnedFrom: number | null): boolean {
  return teaching >= computeRefitThreshold(learnedFrom);
}

/**
 * Fits the model to a learner, unless the defaults suit better: weights learned from the oldest 80 % of the reviews are
 * rejected if they predict the newest 20 % worse than the defaults by more than 0.002 log loss; otherwise the result is
 * learned from all reviews. Both predict as in use, through a calibration that learns from each review after it was
 * predicted. The result depends on the log alone. Takes half a second for 25,000 reviews, so do not call it on a server's
 * main thread.
 *
 * @param reviews The log in chronological order, without undone reviews.
 * @returns null if fewer than 1,000 reviews teach.
 */
export function refit(reviews: readonly LoggedReview[]): Refit | null {
  const log = createTrainingLog(reviews);
  if (log.teaching < FIRST_FIT_REVIEWS) return null;
  const oldest = Math.floor(log.teaching * OLDEST_SHARE);
  const tried = fitWeights(log, oldest);
  const before = measureErrorOnNewest(reviews, oldest, DEFAULT_WEIGHTS);
  const after = measureErrorOnNewest(reviews, oldest, tried);
  const isRejected = !(after.logLoss <= before.logLoss + MAX_LOSS_INCREASE);
  return {
    weights: isRejected ? null : fitWeights(log, log.teaching, tried),
    learnedFrom: log.teaching,
    before,
    after,
  };
}

/**
 * Computes all states under new weights: folds the log again, but retains the due days of the cards.
 *
 * @param reviews The log in chronological order, without undone reviews.
 * @param cards The learner's present cards; the result has the same cards with the same due days.
 * @param learner The learner with the new model and with the calibration before the first review.
 */
export function refold(
  reviews: readonly LoggedReview[],
  cards: ReadonlyMap<number, CardSchedule>,
  learner: Learner,
): LearnerState {
  const folded = fold(reviews, learner);
  const after = new Map<number, CardSchedule>();
  for (const [id, card] of cards) {
    const { memory, easeFactor } = folded.cards.get(id) ?? card;
    after.set(id, { ...card, memory, easeFactor });
  }
  return { cards: after, calibration: folded.calibration };
}

function measureErrorOnNewest(reviews: readonly LoggedReview[], oldest: number, weights: Weights): PredictionError {
  const { places } = indexTeachingReviews(reviews);
  const { entries } = fold(reviews, { ...NEW_LEARNER, model: createModel(weights), calibration: IDENTITY_CALIBRATION });
  const grades = new Map<number, number | null>();
  const predictions: Prediction[] = [];
  for (const [i, { grade, elapsedDays, predictedRecall }] of entries.entries()) {
    const { cardId } = reviews[i] as LoggedReview;
    if ((places[i] as number) >= oldest) {
      const group = `${Math.floor(Math.log2(elapsedDays as number))} ${grades.get(cardId) === 1}`;
      predictions.push({ group, expected: predictedRecall as number, recalled: grade !== 1 });
    }
    grades.set(cardId, grade);
  }
  return computeError(predictions);
}

type Prediction = { readonly group: string; readonly expected: number; readonly recalled: boolean };

function computeError(reviews: readonly Prediction[]): PredictionError {
  let logLoss = 0;
  for (const { expected, recalled } of reviews)
    logLoss -= Math.log(recalled ? expected : 1 - expected) / reviews.length;
  let squares = 0;
  for (const group of groupBy(reviews, (review) => review.group).values()) {
    let surplus = 0;
    for (const { expected, recalled } of group) surplus += expected - (recalled ? 1 : 0);
    squares += surplus ** 2 / group.length / reviews.length;
  }
  return { logLoss, gap: Math.sqrt(squares) };
}
