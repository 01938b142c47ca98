/**
 * A review whose result is known.
 *
 * - `elapsedDays`: whole days since the card's previous review, 1 or more.
 * - `expected`: the recall that was predicted, after calibration, above 0 and below 1.
 */
export type PredictedReview = {
  readonly elapsedDays: number;
  readonly expected: number;
  readonly recalled: boolean;
};

/** The misfit of a learner without reviews, chosen by simulating people fitted on real logs. */
export const DEFAULT_MISFIT = 0.15;

/** The prior: the default misfit counts as much as this many groups of reviews. */
const PRIOR_KINDS = 2;

/** After this many rounds the estimate hardly changes any more. */
const ROUNDS = 50;

/** The number of recalled reviews minus the expected number, and the variance of that by chance alone. */
type ReviewGroup = { surplus: number; variance: number };

/**
 * Estimates how much the offset `b` of a learner's calibration differs between groups of reviews, beyond chance: a
 * standard deviation. The groups differ in the days since the previous review, as the cards of a forecast differ from
 * those reviewed so far.
 *
 * The result is the likeliest spread of the groups' own offsets around 0, where `surplus / variance` measures an offset
 * with an error of `1 / sqrt(variance)`. Source: expectation maximisation for one component of variance (Dempster,
 * Laird, Rubin 1977).
 *
 * @param reviews Reviews whose predictions were made before their results were known. The more there are, the less the
 *   default misfit counts.
 * @returns A number above 0; {@link DEFAULT_MISFIT} without reviews.
 */
export function estimateMisfit(reviews: Iterable<PredictedReview>): number {
  const groups = groupReviews(reviews);
  let square = DEFAULT_MISFIT ** 2;
  for (let round = 0; round < ROUNDS; round++) {
    let sum = PRIOR_KINDS * DEFAULT_MISFIT ** 2;
    for (const { surplus, variance } of groups) {
      const certainty = variance + 1 / square;
      sum += (surplus / certainty) ** 2 + 1 / certainty;
    }
    square = sum / (PRIOR_KINDS + groups.length);
  }
  return Math.sqrt(square);
}

/** Makes one group for each doubling of the days. */
function groupReviews(reviews: Iterable<PredictedReview>): ReviewGroup[] {
  const groups: ReviewGroup[] = [];
  for (const { elapsedDays, expected, recalled } of reviews) {
    const group = Math.floor(Math.log2(elapsedDays));
    const { surplus, variance } = groups[group] ?? { surplus: 0, variance: 0 };
    groups[group] = {
      surplus: surplus + (recalled ? 1 : 0) - expected,
      variance: variance + expected * (1 - expected),
    };
  }
  return Object.values(groups); // leaves out the holes of the array
}
