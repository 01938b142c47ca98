import { DIFFICULTY_BOUNDS, type MemoryState, STABILITY_BOUNDS, type Weights } from "#memory.ts";

/** The assumed retention of an SM-2 schedule. */
const SM2_RETENTION = 0.9;

/**
 * Estimates the memory of a card of which only the SM-2 interval and ease are known.
 *
 * Source: the authors of FSRS, `memory_state_from_sm2`: recall is assumed to be 90 % at the end of the interval, and the
 * ease to be the factor by which a successful review would multiply the stability.
 *
 * @param interval In days, above 0.
 * @param ease A factor above 0, such as 2.5.
 * @param weights The weights of FSRS-6.
 * @returns A memory within the bounds of the model, rounded to eight decimals.
 */
export function estimateMemory(interval: number, ease: number, weights: Weights): MemoryState {
  const [growth = 0, saturation = 0, spacing = 0] = weights.slice(8, 11);
  const stability = clamp(interval, STABILITY_BOUNDS);
  const gain = Math.exp(growth) * stability ** -saturation * Math.expm1((1 - SM2_RETENTION) * spacing);
  return { stability: round(stability), difficulty: round(clamp(11 - (ease - 1) / gain, DIFFICULTY_BOUNDS)) };
}

function clamp(value: number, { min, max }: { readonly min: number; readonly max: number }): number {
  return Math.min(max, Math.max(min, value));
}

function round(value: number): number {
  return Number(value.toFixed(8));
}
