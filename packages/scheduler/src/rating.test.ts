import { expect, it } from "vitest";
import { type AnswerResult, type Difficulty, difficultyAfter, gradeOf } from "#rating.ts";

it.each<[Difficulty, AnswerResult, number, Difficulty]>([
  ["hard", "correct", 2, "hard"],
  ["medium", "correct", 3, "medium"],
  ["easy", "correct", 4, "easy"],
  ["hard", "incorrect", 1, "hard"],
  ["medium", "incorrect", 1, "hard"],
  ["easy", "incorrect", 1, "hard"],
])("%s, %s: grade %i, and the card becomes %s", (difficulty, answerResult, grade, after) => {
  expect(gradeOf(difficulty, answerResult)).toBe(grade);
  expect(difficultyAfter({ difficulty, answerResult })).toBe(after);
});
