/** The three steps into which grades fall: easy is Easy, medium Good, hard everything below. Each may be a button. */
export type Difficulty = "easy" | "medium" | "hard";

export type AnswerResult = "correct" | "incorrect";

/**
 * An answer by one of three buttons. A card reported as forgotten is `{ difficulty: "hard", answerResult: "incorrect" }`; a
 * client that does not say whether the card was recalled leaves `answerResult` out.
 */
export type Answer = { readonly difficulty: Difficulty; readonly answerResult?: AnswerResult | null | undefined };

/** The grade of the memory model: 1 Again, 2 Hard, 3 Good, 4 Easy. Grade 1, and only it, means "not recalled". */
export type Grade = 1 | 2 | 3 | 4;

/**
 * Returns the model's grade for an answer. The recall bit is a fact and the difficulty an opinion, so an incorrect answer
 * is Again whatever its difficulty. Medium and easy mean that the card was recalled. Hard means that only if the learner
 * reports the cards that they do not recall; otherwise they press hard for both.
 *
 * @param reportsForgotten True if the learner reports the cards that they do not recall.
 * @returns 1 for every incorrect answer; otherwise hard 2, medium 3, easy 4; null for a hard answer if it is not
 *   known whether the card was recalled.
 */
export function gradeAnswer({ difficulty, answerResult }: Answer, reportsForgotten: boolean): Grade | null {
  if (answerResult === "incorrect") return 1;
  if (difficulty === "hard") return reportsForgotten && answerResult === "correct" ? 2 : null;
  return difficulty === "easy" ? 4 : 3;
}

/**
 * Returns the difficulty that a card has after a grade, and whose promised interval it gets: hard for everything below
 * Good.
 */
export function toDifficulty(grade: Grade | null): Difficulty {
  return grade === 4 ? "easy" : grade === 3 ? "medium" : "hard";
}
