/** The three steps into which grades fall: easy is Easy, medium Good, hard everything below. Each may be a button. */
export type Difficulty = "easy" | "medium" | "hard";

export type AnswerResult = "correct" | "incorrect";

/**
 * An answer by one of three buttons. A card reported as forgotten is `{ difficulty: "hard", answerResult: "incorrect" }`; a
 * client that does not say whether the card was recalled leaves `answerResult` out.
 *
 * - `isCertain`: true if more than the learner's choice of a button shows whether the card was recalled, as when the answer was
 *   typed. Such an answer says nothing about what this learner's hard means elsewhere. By default false.
 */
export type Answer = {
  readonly difficulty: Difficulty;
  readonly answerResult?: AnswerResult | null | undefined;
  readonly isCertain?: boolean | undefined;
};

/** The grade of the memory model: 1 Again, 2 Hard, 3 Good, 4 Easy. Grade 1, and only it, means "not recalled". */
export type Grade = 1 | 2 | 3 | 4;

/** What a log stores of an answer: its grade, null for one that may be an Again or a Hard. `isCertain` as in {@link Answer}. */
export type GradedAnswer = { readonly grade: Grade | null; readonly isCertain?: boolean | undefined };

/**
 * Returns the model's grade for an answer. The recall bit is a fact and the difficulty an opinion, so an incorrect answer
 * is Again whatever its difficulty. Medium and easy mean that the card was recalled. Hard means that only if the answer is
 * certain, or if the learner reports the cards that they do not recall; otherwise they press hard for both.
 *
 * @param reportsForgotten True if the learner reports the cards that they do not recall.
 * @returns 1 for every incorrect answer; otherwise hard 2, medium 3, easy 4; null for a hard answer if it is not
 *   known whether the card was recalled.
 */
export function gradeAnswer({ difficulty, answerResult, isCertain }: Answer, reportsForgotten: boolean): Grade | null {
  if (answerResult === "incorrect") return 1;
  if (difficulty === "hard") return (reportsForgotten || isCertain) && answerResult === "correct" ? 2 : null;
  return difficulty === "easy" ? 4 : 3;
}

/**
 * Returns the difficulty that a card has after a grade, and whose promised interval it gets: hard for everything below
 * Good.
 */
export function toDifficulty(grade: Grade | null): Difficulty {
  return grade === 4 ? "easy" : grade === 3 ? "medium" : "hard";
}
