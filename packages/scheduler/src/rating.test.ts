import { expect, it } from "vitest";
import { type AnswerResult, type Difficulty, difficultyAfter, gradeOf } from "#rating.ts";

it.each<[Difficulty, AnswerResult | undefined, number | null, Difficulty]>([
  ["hard", "correct", 2, "hard"],
  ["medium", "correct", 3, "medium"],
  ["easy", "correct", 4, "easy"],
  ["hard", "incorrect", 1, "hard"],
  ["medium", "incorrect", 1, "hard"],
  ["easy", "incorrect", 1, "hard"],
  ["hard", undefined, null, "hard"],
  ["medium", undefined, 3, "medium"],
  ["easy", undefined, 4, "easy"],
])("%s, %s: grade %s, and the card becomes %s", (difficulty, answerResult, expected, after) => {
  const grade = gradeOf({ difficulty, answerResult });
  expect(grade).toBe(expected);
  expect(difficultyAfter(grade)).toBe(after);
});
