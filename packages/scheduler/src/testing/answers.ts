import type { Answer, Difficulty } from "#rating.ts";

/** Creates the answer of a learner who recalled the card and presses a button. */
export function press(difficulty: Difficulty) {
  return { difficulty, answerResult: "correct" } as const satisfies Answer;
}
