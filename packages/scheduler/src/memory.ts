import { default_w, FSRSAlgorithm, generatorParameters } from "ts-fsrs";
import type { Grade } from "#rating.ts";

/**
 * What the model knows about one card in one learner's memory.
 *
 * - `stability`: days after which recall has fallen to 90 %, within {@link STABILITY_BOUNDS}.
 * - `difficulty`: 1 (easiest) to 10 (hardest).
 *
 * Both are finite and rounded to eight decimals, so JSON and PostgreSQL's `double precision` hold them exactly.
 */
export type MemoryState = { readonly stability: number; readonly difficulty: number };

/** In days. */
export const STABILITY_BOUNDS = { min: 0.001, max: 36_500 } as const;

export const DIFFICULTY_BOUNDS = { min: 1, max: 10 } as const;

// Intervals are whole local days and deterministic, without fuzz or minute-long learning steps. `enable_short_term` gives
// a second rating on one day a formula of its own; without it, it would count as a review after no forgetting at all.
const fsrs = new FSRSAlgorithm(
  generatorParameters({
    w: default_w,
    enable_fuzz: false,
    enable_short_term: true,
    learning_steps: [],
    relearning_steps: [],
  }),
);

function assertMemory({ stability, difficulty }: MemoryState): void {
  const sound =
    stability >= STABILITY_BOUNDS.min &&
    stability <= STABILITY_BOUNDS.max &&
    difficulty >= DIFFICULTY_BOUNDS.min &&
    difficulty <= DIFFICULTY_BOUNDS.max;
  if (!sound) throw new RangeError(`Not a memory state: stability ${stability}, difficulty ${difficulty}`);
}

/**
 * The probability of recall that the model gives, before any calibration to the learner.
 *
 * Source: the FSRS-6 forgetting curve, `R = (1 + factor * t / S) ^ -w20`, with `factor` such that `R(S) = 0.9`.
 *
 * @param memory The memory right after its last review.
 * @param elapsedDays Whole local days since then, 0 or more.
 * @returns 0..1; exactly 1 on the day of the review.
 * @throws RangeError when `memory` is out of bounds or not finite.
 */
export function recallAfter(memory: MemoryState, elapsedDays: number): number {
  assertMemory(memory);
  return fsrs.forgetting_curve(elapsedDays, memory.stability);
}

/**
 * The memory after the very first rating of a card: the FSRS-6 initial stability and difficulty of that grade.
 *
 * @param grade 1 Again, 2 Hard, 3 Good, 4 Easy.
 */
export function firstMemory(grade: Grade): MemoryState {
  const { stability, difficulty } = fsrs.next_state(null, 0, grade);
  return { stability, difficulty };
}

/**
 * The memory after one more rating, by the FSRS-6 state equations (on day 0 by those for a second review on one day).
 *
 * @param memory The memory before it.
 * @param elapsedDays Whole local days since the review that left `memory`, 0 or more.
 * @param grade 1 Again, 2 Hard, 3 Good, 4 Easy.
 * @param recall What {@link recallAfter} gives for the same arguments: to compute it again is a third of the work.
 * @throws RangeError when `memory` is out of bounds or not finite.
 */
export function nextMemory(memory: MemoryState, elapsedDays: number, grade: Grade, recall: number): MemoryState {
  assertMemory(memory);
  const { stability, difficulty } = fsrs.next_state(memory, elapsedDays, grade, recall);
  return { stability, difficulty };
}

/**
 * Days until recall has fallen to a target: the inverse of the forgetting curve.
 *
 * @param stability Days, as in {@link MemoryState}.
 * @param targetRetention Wanted probability of recall when the card comes back, above 0 and below 1.
 * @returns Days, not rounded and not bounded; equal to `stability` for a target of 0.9.
 */
export function daysUntilRecall(stability: number, targetRetention: number): number {
  return stability * fsrs.calculate_interval_modifier(targetRetention);
}
