import { IDENTITY_CALIBRATION } from "#calibration.ts";
import { fitWeights } from "#fit.ts";
import { fold, type LearnerState, type LoggedReview } from "#fold.ts";
import { type Learner, NEW_LEARNER } from "#learner.ts";
import { createModel, DEFAULT_WEIGHTS, type Weights } from "#memory.ts";
import type { CardSchedule } from "#schedule.ts";
import { teachingPlaces, trainingLog } from "#training.ts";

/** How many reviews must teach before weights are first fitted, and what share more make another fit worthwhile. */
const FIRST_AT = 1000;
const AGAIN_AFTER = 0.25;

const OLDEST_SHARE = 0.8;
const MOST_WORSE = 0.002;

/**
 * How far predictions were from what happened.
 *
 * - `logLoss`: mean of `-ln(probability given to what happened)`; lower is better.
 * - `gap`: between the share predicted and the share recalled, 0..1: the root mean square over groups of reviews with
 *   similar days since the last one and the same result of that one. 0.05 reads as "5 of 100 cards".
 */
export type PredictionError = { readonly logLoss: number; readonly gap: number };

/**
 * What was learned about a learner's memory.
 *
 * - `weights`: for `createModel`; null when they were refused, because the defaults predict this learner's newest
 *   reviews better. Weights from an earlier fit are then replaced by the defaults too.
 * - `learnedFrom`: how many reviews taught.
 * - `before`, `after`: how well the newest 20 % were predicted by the defaults, and by weights learned from the oldest
 *   80 %.
 */
export type Refit = {
  readonly weights: Weights | null;
  readonly learnedFrom: number;
  readonly before: PredictionError;
  readonly after: PredictionError;
};

/**
 * The number of teaching reviews at which it is time to fit: 1,000, and then each time there are a quarter more.
 *
 * @param learnedFrom How many taught at the last fit, refused or not; null if there was none.
 */
export function refitDueAt(learnedFrom: number | null): number {
  return Math.max(FIRST_AT, Math.ceil((learnedFrom ?? 0) * (1 + AGAIN_AFTER)));
}

/**
 * Whether it is time to fit.
 *
 * @param teaching How many reviews teach (`teachingPlaces`) now.
 * @param learnedFrom As for {@link refitDueAt}.
 */
export function isRefitDue(teaching: number, learnedFrom: number | null): boolean {
  return teaching >= refitDueAt(learnedFrom);
}

/**
 * Fits the model to a learner, or finds that the defaults suit better: weights learned from the oldest 80 % of the
 * reviews are refused if they predict the newest 20 % worse than the defaults by more than 0.002 log loss; otherwise
 * they are learned from all. Both predict as they do in use, through a calibration that learns from each review after
 * the fact. The result depends on the log alone. Takes half a second for 25,000 reviews, so do not call it on a
 * server's main thread.
 *
 * @param reviews The log in the order it happened, undone reviews left out.
 * @returns null when fewer than 1,000 reviews teach.
 */
export function refit(reviews: readonly LoggedReview[]): Refit | null {
  const log = trainingLog(reviews);
  if (log.teaching < FIRST_AT) return null;
  const oldest = Math.floor(log.teaching * OLDEST_SHARE);
  const tried = fitWeights(log, oldest);
  const before = errorOnNewest(reviews, oldest, DEFAULT_WEIGHTS);
  const after = errorOnNewest(reviews, oldest, tried);
  const isRefused = !(after.logLoss <= before.logLoss + MOST_WORSE);
  return { weights: isRefused ? null : fitWeights(log, log.teaching, tried), learnedFrom: log.teaching, before, after };
}

/**
 * All states under new weights: folded again from the log, except that cards keep the days on which they are due.
 *
 * @param reviews The log in the order it happened, undone reviews left out.
 * @param cards The learner's cards as they are; the result has the same cards with the same due days.
 * @param learner With the new model, and the calibration from before the first review.
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

function errorOnNewest(reviews: readonly LoggedReview[], oldest: number, weights: Weights): PredictionError {
  const { places } = teachingPlaces(reviews);
  const { entries } = fold(reviews, { ...NEW_LEARNER, model: createModel(weights), calibration: IDENTITY_CALIBRATION });
  const grades = new Map<number, number | null>();
  const judged: JudgedReview[] = [];
  for (const [i, { grade, elapsedDays, predictedRecall }] of entries.entries()) {
    const { cardId } = reviews[i] as LoggedReview;
    if ((places[i] as number) >= oldest) {
      const group = `${Math.floor(Math.log2(elapsedDays as number))} ${grades.get(cardId) === 1}`;
      judged.push({ group, foretold: predictedRecall as number, recalled: grade !== 1 });
    }
    grades.set(cardId, grade);
  }
  return errorOf(judged);
}

type JudgedReview = { readonly group: string; readonly foretold: number; readonly recalled: boolean };

function errorOf(reviews: readonly JudgedReview[]): PredictionError {
  let logLoss = 0;
  for (const { foretold, recalled } of reviews)
    logLoss -= Math.log(recalled ? foretold : 1 - foretold) / reviews.length;
  let squares = 0;
  for (const group of Map.groupBy(reviews, (review) => review.group).values()) {
    let surplus = 0;
    for (const { foretold, recalled } of group) surplus += foretold - (recalled ? 1 : 0);
    squares += surplus ** 2 / group.length / reviews.length;
  }
  return { logLoss, gap: Math.sqrt(squares) };
}
