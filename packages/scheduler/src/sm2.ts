import { DIFFICULTY_BOUNDS, type MemoryState, STABILITY_BOUNDS, type Weights } from "#memory.ts";

/** The retention that an SM-2 schedule is assumed to have aimed at. */
const SM2_RETENTION = 0.9;

/**
 * The memory of a card when only its SM-2 interval and ease are known.
 *
 * Source: the authors of FSRS, `memory_state_from_sm2`: the interval was to end at 90 % recall, and the ease is what a
 * successful review would multiply the stability by.
 *
 * @param interval In days, above 0.
 * @param ease As a factor, such as 2.5, above 0.
 * @param weights Of FSRS-6.
 * @returns A memory within the bounds of the model, rounded to eight decimals.
 */
export function memoryOfInterval(interval: number, ease: number, weights: Weights): MemoryState {
  const [growth = 0, saturation = 0, spacing = 0] = weights.slice(8, 11);
  const stability = clamp(interval, STABILITY_BOUNDS);
  const gain = Math.exp(growth) * stability ** -saturation * Math.expm1((1 - SM2_RETENTION) * spacing);
  return { stability: rounded(stability), difficulty: rounded(clamp(11 - (ease - 1) / gain, DIFFICULTY_BOUNDS)) };
}

function clamp(value: number, { min, max }: { readonly min: number; readonly max: number }): number {
  return Math.min(max, Math.max(min, value));
}

function rounded(value: number): number {
  return Number(value.toFixed(8));
}
