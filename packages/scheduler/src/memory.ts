import { default_w, FSRSAlgorithm, generatorParameters } from "ts-fsrs";
import type { Grade } from "#rating.ts";
import { estimateRecallShare, RECALL_SHARE_AT_FIRST, RECALL_SHARE_ON_ONE_DAY } from "#recall-share.ts";

/**
 * The model's state of one card in one learner's memory.
 *
 * - `stability`: days after which recall has fallen to 90 %, within {@link STABILITY_BOUNDS}.
 * - `difficulty`: 1 (easiest) to 10 (hardest).
 *
 * Both are finite and rounded to eight decimals, so JSON and PostgreSQL's `double precision` hold them exactly.
 */
export type MemoryState = { readonly stability: number; readonly difficulty: number };

/** The bounds of a stability, in days. */
export const STABILITY_BOUNDS = { min: 0.001, max: 36_500 } as const;

export const DIFFICULTY_BOUNDS = { min: 1, max: 10 } as const;

/** The 21 parameters of FSRS-6, `w0` to `w20`, as published and as its optimizers return them. */
export type Weights = readonly number[];

/** The weights that the authors of FSRS-6 fitted to the reviews of some 10,000 people. */
export const DEFAULT_WEIGHTS: Weights = Object.freeze([...default_w]);

/** The growth and decay of memories under one set of weights. Its functions have no side effects. */
export type MemoryModel = {
  /** The weights, within the bounds of FSRS-6. */
  readonly weights: Weights;

  /**
   * Computes the probability of recall, before calibration to the learner.
   *
   * Source: the FSRS-6 forgetting curve, `R = (1 + factor * t / S) ^ -w20`, with `factor` such that `R(S) = 0.9`.
   *
   * @param memory The memory right after its last review.
   * @param elapsedDays Whole local days since then, 0 or more.
   * @returns 0..1; exactly 1 on the day of the review.
   * @throws RangeError when `memory` is out of bounds or not finite.
   */
  readonly recallAfter: (memory: MemoryState, elapsedDays: number) => number;

  /**
   * Computes the memory after the first rating of a card: the FSRS-6 initial stability and difficulty of that grade.
   *
   * @param grade 1 Again, 2 Hard, 3 Good, 4 Easy; null for a rating that may be an Again or a Hard.
   */
  readonly firstMemory: (grade: Grade | null) => MemoryState;

  /**
   * Computes the memory after one more rating, by the FSRS-6 state equations (on day 0 by those for a second review on
   * one day). If the grade is null, the result is a mean of Again and Hard, weighted by the probability of each: of the
   * logarithms of the stabilities, and of the difficulties.
   *
   * @param memory The memory before the rating.
   * @param elapsedDays Whole local days since the review before it, 0 or more.
   * @param grade 1 Again, 2 Hard, 3 Good, 4 Easy; null for a rating that may be an Again or a Hard.
   * @param recall The result of `recallAfter` for the same arguments; computing it again would be a third of the work.
   * @throws RangeError when `memory` is out of bounds or not finite.
   */
  readonly nextMemory: (memory: MemoryState, elapsedDays: number, grade: Grade | null, recall: number) => MemoryState;

  /**
   * Computes the days until recall has fallen to a target: the inverse of the forgetting curve.
   *
   * @param stability In days, as in {@link MemoryState}.
   * @param targetRetention The desired probability of recall when the card comes back, above 0 and below 1.
   * @returns Days, not rounded and not bounded; equal to `stability` for a target of 0.9.
   */
  readonly daysUntilRecall: (stability: number, targetRetention: number) => number;
};

/**
 * Creates the FSRS-6 memory model with a set of weights.
 *
 * @param weights 21 finite numbers. Those outside the bounds of FSRS-6 are moved to the nearest bound.
 * @throws RangeError when the weights are not 21 finite numbers.
 */
export function createModel(weights: Weights): MemoryModel {
  if (weights.length !== default_w.length || !weights.every(Number.isFinite)) {
    throw new RangeError(`Not the ${default_w.length} weights of FSRS-6: ${weights}`);
  }
  // Intervals are whole local days and deterministic, without fuzz or minute-long learning steps. `enable_short_term`
  // gives a second rating on one day a formula of its own; without it, the rating would count as an ordinary review.
  const fsrs = new FSRSAlgorithm(
    generatorParameters({
      w: weights,
      enable_fuzz: false,
      enable_short_term: true,
      learning_steps: [],
      relearning_steps: [],
    }),
  );
  return Object.freeze<MemoryModel>({
    weights: Object.freeze([...fsrs.parameters.w]),
    recallAfter(memory, elapsedDays) {
      assertMemory(memory);
      return fsrs.forgetting_curve(elapsedDays, memory.stability);
    },
    firstMemory(grade) {
      const after = (known: Grade) => fsrs.next_state(null, 0, known);
      return grade === null ? mix(after(1), after(2), RECALL_SHARE_AT_FIRST) : stateOf(after(grade));
    },
    nextMemory(memory, elapsedDays, grade, recall) {
      assertMemory(memory);
      const after = (known: Grade) => fsrs.next_state(memory, elapsedDays, known, recall);
      if (grade !== null) return stateOf(after(grade));
      return mix(after(1), after(2), elapsedDays === 0 ? RECALL_SHARE_ON_ONE_DAY : estimateRecallShare(recall));
    },
    daysUntilRecall: (stability, targetRetention) => stability * fsrs.calculate_interval_modifier(targetRetention),
  });
}

/** The model of a learner without reviews. */
export const DEFAULT_MODEL: MemoryModel = createModel(DEFAULT_WEIGHTS);

function stateOf({ stability, difficulty }: MemoryState): MemoryState {
  return { stability, difficulty };
}

function mix(again: MemoryState, hard: MemoryState, shareOfHard: number): MemoryState {
  const between = (a: number, b: number) => a + shareOfHard * (b - a);
  return {
    stability: round(Math.exp(between(Math.log(again.stability), Math.log(hard.stability)))),
    difficulty: round(between(again.difficulty, hard.difficulty)),
  };
}

/** Rounds to eight decimals, like the library. */
function round(value: number): number {
  return Math.round(value * 1e8) / 1e8;
}

function assertMemory({ stability, difficulty }: MemoryState): void {
  const isValid =
    stability >= STABILITY_BOUNDS.min &&
    stability <= STABILITY_BOUNDS.max &&
    difficulty >= DIFFICULTY_BOUNDS.min &&
    difficulty <= DIFFICULTY_BOUNDS.max;
  if (!isValid) throw new RangeError(`Not a memory state: stability ${stability}, difficulty ${difficulty}`);
}
