import { CLAMP_PARAMETERS, W17_W18_Ceiling } from "ts-fsrs";
import { DEFAULT_WEIGHTS, type Weights } from "#memory.ts";
import { LOWEST_FIRST_STABILITY } from "#memory-slopes.ts";
import { type Loss, minimize } from "#minimum.ts";
import { computeLoss, type TrainingLog } from "#training.ts";

/**
 * The range of each weight: that of FSRS-6 with its formula for a second review on one day, except for first
 * stabilities that the model would not accept. Source: `ts-fsrs`.
 */
export const WEIGHT_BOUNDS: readonly { readonly min: number; readonly max: number }[] = CLAMP_PARAMETERS(
  W17_W18_Ceiling,
  true,
).map(([min, max], i) => ({ min: i < 4 ? LOWEST_FIRST_STABILITY : (min as number), max: max as number }));

/** The number of reviews after which the learner's own weights count as much as the defaults. */
const REVIEWS_OF_DEFAULTS = 400;

// The distances of learners' weights from the defaults, as standard deviations (of the logarithm for the first four).
// They are one and a half times those of seven people's fitted weights, since the fits themselves are drawn towards the
// defaults.
const SPREADS = [
  1.6, 0.8, 0.95, 2, 0.17, 0.22, 0.46, 0.1, 0.27, 0.17, 0.25, 0.15, 0.05, 0.28, 0.21, 0.36, 0.46, 0.14, 0.1, 0.07, 0.13,
] as const;

// Weights are fitted as points of a space in which the stabilities are replaced by their logarithms.
const toPoint = (weights: Weights) => Float64Array.from(weights, (weight, i) => (i < 4 ? Math.log(weight) : weight));
const toWeights = (point: Float64Array) => Array.from(point, (value, i) => (i < 4 ? Math.exp(value) : value));

const DEFAULT_POINT = toPoint(DEFAULT_WEIGHTS);
const LOWEST = toPoint(WEIGHT_BOUNDS.map(({ min }) => min));
const HIGHEST = toPoint(WEIGHT_BOUNDS.map(({ max }) => max));

/**
 * Fits weights to a learner: the most likely ones given the learner's reviews and the variation between people, moved
 * towards the defaults by {@link blendWithDefaults} if few reviews teach. Deterministic.
 *
 * @param log The learner's reviews.
 * @param oldest The number of teaching reviews to learn from, by default all; newer ones are ignored.
 * @param near Weights to start the search from, within {@link WEIGHT_BOUNDS}: the nearer to the result, the faster.
 * @returns 21 weights within {@link WEIGHT_BOUNDS}; the defaults if no review teaches.
 */
export function fitWeights(log: TrainingLog, oldest = log.teaching, near: Weights = DEFAULT_WEIGHTS): Weights {
  if (oldest === 0) return DEFAULT_WEIGHTS;
  const lossAt = (point: Float64Array) => addPrior(computeLoss(log, toWeights(point), oldest), point);
  const likeliest = minimize(lossAt, toPoint(near), { min: LOWEST, max: HIGHEST });
  return blendWithDefaults(toWeights(likeliest), oldest);
}

/**
 * Computes weights between the defaults and a learner's own, nearer to the latter the more reviews they were fitted to:
 * `n / (n + 400)` of the way, on a logarithmic scale for the first four.
 *
 * @param own Weights within {@link WEIGHT_BOUNDS}, as is the result.
 * @param reviews n, 0 or more.
 */
export function blendWithDefaults(own: Weights, reviews: number): Weights {
  const share = reviews / (reviews + REVIEWS_OF_DEFAULTS);
  const point = toPoint(own).map((value, i) => {
    const standard = DEFAULT_POINT[i] as number;
    return standard + share * (value - standard);
  });
  // Rounding in the logarithm and the exponential may move a weight past a bound.
  return toWeights(point).map((weight, i) => {
    const { min, max } = WEIGHT_BOUNDS[i] as (typeof WEIGHT_BOUNDS)[number];
    return Math.min(max, Math.max(min, weight));
  });
}

/** Adds the penalty for weights that few people have. */
function addPrior({ loss, slopes, curvature }: Loss, point: Float64Array): Loss {
  let total = loss;
  for (const [i, spread] of SPREADS.entries()) {
    const distance = ((point[i] as number) - (DEFAULT_POINT[i] as number)) / spread;
    total += distance ** 2 / 2;
    slopes[i] = (slopes[i] as number) + distance / spread;
    const diagonal = i * SPREADS.length + i;
    curvature[diagonal] = (curvature[diagonal] as number) + 1 / spread ** 2;
  }
  return { loss: total, slopes, curvature };
}
