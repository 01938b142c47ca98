import { DIFFICULTY_BOUNDS, STABILITY_BOUNDS, type Weights } from "#memory.ts";
import type { Grade } from "#rating.ts";
import { estimateRecallShare, RECALL_SHARE_AT_FIRST, RECALL_SHARE_ON_ONE_DAY } from "#recall-share.ts";

/** The number of weights of the model, and so the length of every vector of slopes. */
export const WEIGHT_COUNT = 21;

/** Difficulty depends on `w4` to `w7` only. */
const DIFFICULTY_WEIGHTS = { first: 4, count: 4 } as const;

const LOG_STABILITY_BOUNDS = { min: Math.log(STABILITY_BOUNDS.min), max: Math.log(STABILITY_BOUNDS.max) } as const;

/** The lowest first stability in the library's model, in days, whatever the weights. */
export const LOWEST_FIRST_STABILITY = 0.1;

/**
 * A memory together with its derivatives by the weights, which fitting them needs. Stability is stored as its logarithm,
 * and the derivatives by the first stabilities `w0` to `w3` are those by their logarithms. Each step overwrites it.
 *
 * - `stabilitySlopes`: the derivatives of `logStability` by all weights.
 * - `difficultySlopes`: the derivatives of `difficulty` by `w4` to `w7`.
 */
export type SlopedMemory = {
  logStability: number;
  difficulty: number;
  readonly stabilitySlopes: Float64Array;
  readonly difficultySlopes: Float64Array;
};

/** A probability of recall with its derivatives by the logarithm of the stability and by `w20` alone. */
export type SlopedRecall = { recall: number; byStability: number; byDecay: number };

/** The equations of `MemoryModel`, with slopes. A grade is null for a rating that may be an Again or a Hard. */
export type SlopedModel = {
  /** Sets a memory to that of a card after its first rating. */
  readonly begin: (memory: SlopedMemory, grade: Grade | null) => void;
  /** Writes the recall after some days, 1 or more, into `recalled`. */
  readonly recallAfter: (memory: SlopedMemory, elapsedDays: number, recalled: SlopedRecall) => void;
  /** Updates a memory by one more rating. `recalled` is the result of `recallAfter`; it is ignored on day 0. */
  readonly step: (memory: SlopedMemory, elapsedDays: number, grade: Grade | null, recalled: SlopedRecall) => void;
};

type TwentyOne<T> = [T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T];

/** Creates a memory for `SlopedModel.begin` to fill; until then it means nothing. It is reused for card after card. */
export function createSlopedMemory(): SlopedMemory {
  return {
    logStability: 0,
    difficulty: 0,
    stabilitySlopes: new Float64Array(WEIGHT_COUNT),
    difficultySlopes: new Float64Array(DIFFICULTY_WEIGHTS.count),
  };
}

/** Creates the FSRS-6 memory model with a set of weights, within its bounds, and with the slopes of all its results. */
export function createSlopedModel(weights: Weights): SlopedModel {
  const recallAfter = createForgetting(weights);
  const stability = createStabilityModel(weights);
  const difficulty = createDifficultyModel(weights);
  const other = createSlopedMemory();

  const begin = (memory: SlopedMemory, grade: Grade): void => {
    stability.begin(memory, grade);
    difficulty.begin(memory, grade);
  };
  const step = (memory: SlopedMemory, elapsedDays: number, grade: Grade, recalled: SlopedRecall): void => {
    if (elapsedDays === 0) stability.onOneDay(memory, grade);
    else if (grade === 1) stability.forgotten(memory, recalled);
    else stability.recalled(memory, grade, recalled);
    clampStability(memory);
    difficulty.step(memory, grade);
  };
  return {
    recallAfter,
    begin(memory, grade) {
      begin(memory, grade ?? 2);
      if (grade !== null) return;
      begin(other, 1);
      mix(memory, other, 1 - RECALL_SHARE_AT_FIRST);
    },
    step(memory, elapsedDays, grade, recalled) {
      if (grade !== null) return step(memory, elapsedDays, grade, recalled);
      copy(memory, other);
      step(memory, elapsedDays, 2, recalled);
      step(other, elapsedDays, 1, recalled);
      mix(memory, other, 1 - (elapsedDays === 0 ? RECALL_SHARE_ON_ONE_DAY : estimateRecallShare(recalled.recall)));
    },
  };
}

function createForgetting(weights: Weights): SlopedModel["recallAfter"] {
  const decay = weights[20] as number;
  const toNinety = 0.9 ** (-1 / decay);
  const factor = toNinety - 1;
  const factorSlope = (toNinety * Math.log(0.9)) / (decay * decay * factor); // of log(factor), by the decay
  return (memory, elapsedDays, into) => {
    const aged = factor * elapsedDays * Math.exp(-memory.logStability);
    const fall = Math.log1p(aged);
    const share = aged / (1 + aged);
    const recall = Math.exp(-decay * fall);
    into.recall = recall;
    into.byStability = recall * decay * share;
    into.byDecay = -recall * (fall + decay * share * factorSlope);
  };
}

function createStabilityModel(weights: Weights) {
  const [w0, w1, w2, w3, , , , , w8, w9, w10, , , , , w15, w16, w17, w18, w19] = weights as TwentyOne<number>;
  const first = { 1: w0, 2: w1, 3: w2, 4: w3 };

  return {
    forgotten: createLapseModel(weights),

    begin(memory: SlopedMemory, grade: Grade): void {
      const stability = Math.max(LOWEST_FIRST_STABILITY, first[grade]);
      memory.logStability = Math.log(stability);
      memory.stabilitySlopes.fill(0);
      if (stability === first[grade]) memory.stabilitySlopes[grade - 1] = 1;
    },

    recalled(memory: SlopedMemory, grade: Grade, { recall, byStability, byDecay }: SlopedRecall): void {
      const { logStability, difficulty, stabilitySlopes: slopes } = memory;
      const boost = Math.exp(w10 * (1 - recall));
      const plain = Math.exp(w8 - w9 * logStability) * (11 - difficulty);
      const bonus = grade === 2 ? w15 : grade === 4 ? w16 : 1;
      const gain = plain * bonus * (boost - 1);
      const share = 1 / (1 + gain);
      const byRecall = -share * plain * bonus * w10 * boost;
      carry(memory, 1 - share * w9 * gain + byRecall * byStability, (-share * gain) / (11 - difficulty));
      memory.logStability = logStability + Math.log1p(gain);
      add(slopes, 8, share * gain);
      add(slopes, 9, -share * gain * logStability);
      add(slopes, 10, share * plain * bonus * (1 - recall) * boost);
      if (grade === 2) add(slopes, 15, share * plain * (boost - 1));
      if (grade === 4) add(slopes, 16, share * plain * (boost - 1));
      add(slopes, 20, byRecall * byDecay);
    },

    onOneDay(memory: SlopedMemory, grade: Grade): void {
      const { logStability, stabilitySlopes: slopes } = memory;
      const gain = w17 * (grade - 3 + w18) - w19 * logStability;
      if (grade >= 2 && gain < 0) return;
      carry(memory, 1 - w19, 0);
      memory.logStability = logStability + gain;
      add(slopes, 17, grade - 3 + w18);
      add(slopes, 18, w17);
      add(slopes, 19, -logStability);
    },
  };
}

/** Returns a function that updates the stability after an answer that was not recalled. */
function createLapseModel(weights: Weights) {
  const [, , , , , , , , , , , w11, w12, w13, w14, , , w17, w18] = weights as TwentyOne<number>;
  return (memory: SlopedMemory, { recall, byStability, byDecay }: SlopedRecall): void => {
    const { logStability, difficulty, stabilitySlopes: slopes } = memory;
    const stability = Math.exp(logStability);
    const power = (stability + 1) ** w13;
    const left = Math.log(w11) - w12 * Math.log(difficulty) + Math.log(power - 1) + (1 - recall) * w14;
    if (left < logStability - w17 * w18) {
      const bySize = (w13 * power * stability) / ((stability + 1) * (power - 1));
      carry(memory, bySize - w14 * byStability, -w12 / difficulty);
      memory.logStability = left;
      add(slopes, 11, 1 / w11);
      add(slopes, 12, -Math.log(difficulty));
      add(slopes, 13, (power * Math.log(stability + 1)) / (power - 1));
      add(slopes, 14, 1 - recall);
      add(slopes, 20, -w14 * byDecay);
    } else {
      memory.logStability = logStability - w17 * w18;
      add(slopes, 17, -w18);
      add(slopes, 18, -w17);
    }
  };
}

function createDifficultyModel(weights: Weights) {
  const [, , , , w4, w5, w6, w7] = weights as TwentyOne<number>;
  const atFirst = (grade: Grade) => w4 - Math.exp(w5 * (grade - 1)) + 1;
  const atFirstSlope = (grade: Grade) => -(grade - 1) * Math.exp(w5 * (grade - 1)); // by w5
  const easiest = atFirst(4);
  const easiestSlope = atFirstSlope(4);

  return {
    begin(memory: SlopedMemory, grade: Grade): void {
      memory.difficultySlopes.fill(0);
      add(memory.difficultySlopes, 0, 1);
      add(memory.difficultySlopes, 1, atFirstSlope(grade));
      setDifficulty(memory, atFirst(grade));
    },

    step(memory: SlopedMemory, grade: Grade): void {
      const { difficulty, difficultySlopes: slopes } = memory;
      const room = (10 - difficulty) / 9;
      const moved = difficulty - w6 * (grade - 3) * room;
      const retained = (1 - w7) * (1 + (w6 * (grade - 3)) / 9);
      for (let i = 0; i < slopes.length; i++) slopes[i] = retained * (slopes[i] as number);
      add(slopes, 0, w7);
      add(slopes, 1, w7 * easiestSlope);
      add(slopes, 2, -(1 - w7) * (grade - 3) * room);
      add(slopes, 3, easiest - moved);
      setDifficulty(memory, w7 * easiest + (1 - w7) * moved);
    },
  };
}

function add(slopes: Float64Array, at: number, amount: number): void {
  slopes[at] = (slopes[at] as number) + amount;
}

/** Applies the chain rule: multiplies the slopes of the state before by the derivatives of the next state by it. */
function carry({ stabilitySlopes, difficultySlopes }: SlopedMemory, byStability: number, byDifficulty: number): void {
  for (let i = 0; i < stabilitySlopes.length; i++) stabilitySlopes[i] = byStability * (stabilitySlopes[i] as number);
  for (let i = 0; i < difficultySlopes.length; i++) {
    add(stabilitySlopes, DIFFICULTY_WEIGHTS.first + i, byDifficulty * (difficultySlopes[i] as number));
  }
}

/** Moves the stability into its bounds. At a bound the weights have no effect. */
function clampStability(memory: SlopedMemory): void {
  const { min, max } = LOG_STABILITY_BOUNDS;
  if (memory.logStability >= min && memory.logStability <= max) return;
  memory.logStability = memory.logStability < min ? min : max;
  memory.stabilitySlopes.fill(0);
}

function setDifficulty(memory: SlopedMemory, difficulty: number): void {
  const { min, max } = DIFFICULTY_BOUNDS;
  memory.difficulty = difficulty < min ? min : difficulty > max ? max : difficulty;
  if (memory.difficulty !== difficulty) memory.difficultySlopes.fill(0);
}

function copy(from: SlopedMemory, to: SlopedMemory): void {
  to.logStability = from.logStability;
  to.difficulty = from.difficulty;
  to.stabilitySlopes.set(from.stabilitySlopes);
  to.difficultySlopes.set(from.difficultySlopes);
}

/** Moves a memory towards another by a share. The derivatives of the share itself are small and left out. */
function mix(memory: SlopedMemory, other: SlopedMemory, share: number): void {
  const between = (a: number, b: number) => a + share * (b - a);
  const all = (to: Float64Array, from: Float64Array) => {
    for (let i = 0; i < to.length; i++) to[i] = between(to[i] as number, from[i] as number);
  };
  memory.logStability = between(memory.logStability, other.logStability);
  memory.difficulty = between(memory.difficulty, other.difficulty);
  all(memory.stabilitySlopes, other.stabilitySlopes);
  all(memory.difficultySlopes, other.difficultySlopes);
}
