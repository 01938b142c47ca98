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
 * The model's grade for an answer. Whether the card was recalled is a fact, and how hard it was an opinion, so
 * incorrect is Again whatever button came with it. Medio and Fácil mean that it was recalled. Difícil means that only
 * from a learner who uses another button for cards not recalled: somebody who knows only three buttons presses Difícil
 * for both.
 *
 * @param saysForgotten Whether the learner presses "No la recordé" for cards not recalled.
 * @returns 1 for every incorrect answer; otherwise hard 2, medium 3, easy 4; null for a Difícil if it is not known
 *   whether the card was recalled.
 */
export function gradeOf({ difficulty, answerResult }: Answer, saysForgotten: boolean): Grade | null {
  if (answerResult === "incorrect") return 1;
  if (difficulty === "hard") return saysForgotten && answerResult === "correct" ? 2 : null;
  return difficulty === "easy" ? 4 : 3;
}

/**
 * The difficulty that a card has after a grade, and whose promised interval it gets: hard for everything below Good.
 */
export function difficultyAfter(grade: Grade | null): Difficulty {
  return grade === 4 ? "easy" : grade === 3 ? "medium" : "hard";
}
