/** The buttons Fácil, Medio and Difícil. */
export type Difficulty = "easy" | "medium" | "hard";

export type AnswerResult = "correct" | "incorrect";

/**
 * What the learner says about a card. "No la recordé" is `{ difficulty: "hard", answerResult: "incorrect" }`; a client
 * that does not say whether the card was recalled leaves `answerResult` out.
 */
export type Answer = { readonly difficulty: Difficulty; readonly answerResult?: AnswerResult | null | undefined };

/** The grade of the memory model: 1 Again, 2 Hard, 3 Good, 4 Easy. Grade 1, and only it, means "not recalled". */
export type Grade = 1 | 2 | 3 | 4;

/**
 * The model's grade for an answer. Whether it was recalled is a fact, and how hard it was an opinion, so that incorrect
 * is Again whatever button came with it. Medio and Fácil say that it was recalled. Difícil says so only from a learner who
 * has another button for what was not: whoever knows three buttons presses Difícil for both.
 *
 * @param saysForgotten Whether the learner presses "No la recordé" for what was not recalled.
 * @returns 1 for every incorrect answer; otherwise hard 2, medium 3, easy 4; null for a Difícil of which it is not known
 *   whether the card was recalled.
 */
export function gradeOf({ difficulty, answerResult }: Answer, saysForgotten: boolean): Grade | null {
  if (answerResult === "incorrect") return 1;
  if (difficulty === "hard") return saysForgotten && answerResult === "correct" ? 2 : null;
  return difficulty === "easy" ? 4 : 3;
}

/** The difficulty that a card has after a grade, and whose promised interval it gets: hard for all below Good. */
export function difficultyAfter(grade: Grade | null): Difficulty {
  return grade === 4 ? "easy" : grade === 3 ? "medium" : "hard";
}
