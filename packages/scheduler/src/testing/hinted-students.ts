import { pickPart } from "#futures.ts";
import { createModel, type MemoryState, type Weights } from "#memory.ts";
import type { Grade } from "#rating.ts";
import { createRandom } from "#testing/simulated-log.ts";
import { FELT } from "#testing/simulated-students.ts";

/** The seconds that a question takes, as in simulated courses, and those for the letters of a hint. */
const SECONDS = { recalled: 8, forgotten: 12, hint: 4 } as const;
/** The share of cards whose answer comes to mind by its letters. An assumption: the log does not have it yet. */
const CUED = 0.5;

/**
 * - `cueWorth`: how much an answer that came to mind by its letters is worth for the memory: 1 as much as a recall that was hard, 0 no
 *   more than reading the answer. Null for a student who meets cards without hints.
 */
export type FirstSession = {
  readonly weights: Weights;
  readonly cueWorth: number | null;
  readonly minutes: number;
  readonly seed: number;
};

/**
 * Simulates one session of new cards, as long as its time lasts, and returns the number of cards that were met, and how many of them
 * are expected to be recalled on the next day. Without hints, a card that was not recalled is asked again at the end, and recalled
 * then. With them its letters are given first; if they do not help, it is chosen from options and asked again, too.
 *
 * Diminishing cues help where recall would fail, and only there (Fiechter, Benjamin 2018, Psychonomic Bulletin & Review 25), so
 * that only these cards get hints. How much they help depends on `cueWorth`.
 */
export function meetCards({ weights, cueWorth, minutes, seed }: FirstSession): { met: number; known: number } {
  const model = createModel(weights);
  const random = createRandom(seed);
  const relearn = (memory: MemoryState) => model.nextMemory(memory, 0, 3, model.recallAfter(memory, 0));
  let seconds = minutes * 60;
  let met = 0;
  let known = 0;
  const meet = (memory: MemoryState, took: number) => {
    seconds -= took;
    met += 1;
    known += model.recallAfter(memory, 1);
  };
  while (seconds > 0) {
    const felt = (1 + pickPart(FELT.first, random())) as Grade;
    const forgotten = model.firstMemory(1);
    if (felt > 1) meet(model.firstMemory(felt), SECONDS.recalled);
    else if (cueWorth === null) meet(relearn(forgotten), SECONDS.forgotten + SECONDS.recalled);
    else if (random() < CUED) meet(mix(forgotten, model.firstMemory(2), cueWorth), SECONDS.forgotten + SECONDS.hint);
    else meet(relearn(forgotten), SECONDS.forgotten + 2 * SECONDS.hint + SECONDS.recalled);
  }
  return { met, known };
}

/** Mixes two memories by a share of the second one; stabilities are ratios. */
function mix(one: MemoryState, other: MemoryState, share: number): MemoryState {
  const stability = one.stability ** (1 - share) * other.stability ** share;
  return { stability, difficulty: one.difficulty + share * (other.difficulty - one.difficulty) };
}
