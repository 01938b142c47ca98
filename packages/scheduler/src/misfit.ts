/**
 * A review whose result is known.
 *
 * - `elapsedDays`: whole days since the card's review before, 1 or more.
 * - `expected`: its predicted recall, calibration included, above 0 and below 1.
 */
export type ForetoldReview = {
  readonly elapsedDays: number;
  readonly expected: number;
  readonly recalled: boolean;
};

/** The misfit of a learner about whom nothing is known, chosen by simulating people fitted on real logs. */
export const USUAL_MISFIT = 0.15;

/** The prior: this many kinds of reviews count as having shown the usual misfit before any of the learner's own. */
const KINDS_BEFORE = 2;

/** After these the estimate hardly moves any more. */
const ROUNDS = 50;

/** How many more were recalled than expected, and the variance of that by luck alone. */
type Kind = { surplus: number; variance: number };

/**
 * How much the offset `b` of a learner's calibration differs between kinds of reviews, beyond chance: a standard
 * deviation. Kinds differ in the days that had gone by, as the cards of a forecast differ from those reviewed so far.
 *
 * The likeliest spread of the kinds' own offsets around 0, given that `surplus / variance` shows one with an error of
 * `1 / sqrt(variance)`. Source: expectation maximisation for one component of variance (Dempster, Laird, Rubin 1977).
 *
 * @param reviews Predictions that learned from their own outcome only afterwards. The more there are, the less the
 *   usual misfit counts.
 * @returns Above 0; {@link USUAL_MISFIT} without reviews.
 */
export function misfitOf(reviews: Iterable<ForetoldReview>): number {
  const kinds = kindsOf(reviews);
  let square = USUAL_MISFIT ** 2;
  for (let round = 0; round < ROUNDS; round++) {
    let sum = KINDS_BEFORE * USUAL_MISFIT ** 2;
    for (const { surplus, variance } of kinds) {
      const certainty = variance + 1 / square;
      sum += (surplus / certainty) ** 2 + 1 / certainty;
    }
    square = sum / (KINDS_BEFORE + kinds.length);
  }
  return Math.sqrt(square);
}

/** One kind for each doubling of the days. */
function kindsOf(reviews: Iterable<ForetoldReview>): Kind[] {
  const kinds: Kind[] = [];
  for (const { elapsedDays, expected, recalled } of reviews) {
    const kind = Math.floor(Math.log2(elapsedDays));
    const { surplus, variance } = kinds[kind] ?? { surplus: 0, variance: 0 };
    kinds[kind] = {
      surplus: surplus + (recalled ? 1 : 0) - expected,
      variance: variance + expected * (1 - expected),
    };
  }
  return Object.values(kinds); // without the holes
}
