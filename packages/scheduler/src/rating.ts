/** The buttons Fácil, Medio and Difícil. */
export type Difficulty = "easy" | "medium" | "hard";

export type AnswerResult = "correct" | "incorrect";

/** What the learner says about a card. "No la recordé" is `{ difficulty: "hard", answerResult: "incorrect" }`. */
export type Answer = { readonly difficulty: Difficulty; readonly answerResult: AnswerResult };

/** The grade of the memory model: 1 Again, 2 Hard, 3 Good, 4 Easy. Grade 1, and only it, means "not recalled". */
export type Grade = 1 | 2 | 3 | 4;

/**
 * The model's grade for an answer. Whether it was recalled is a fact, and how hard it was an opinion, so that incorrect
 * is Again whatever button came with it.
 *
 * @returns 1 for every incorrect answer; otherwise hard 2, medium 3, easy 4.
 */
export function gradeOf(difficulty: Difficulty, answerResult: AnswerResult): Grade {
  if (answerResult === "incorrect") return 1;
  return difficulty === "easy" ? 4 : difficulty === "medium" ? 3 : 2;
}

/**
 * The difficulty that a card has after an answer, and whose promised interval it gets.
 *
 * @returns The button pressed, or `"hard"` for every incorrect answer.
 */
export function difficultyAfter({ difficulty, answerResult }: Answer): Difficulty {
  return answerResult === "incorrect" ? "hard" : difficulty;
}
