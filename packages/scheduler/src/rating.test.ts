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
  const grade = gradeOf({ difficulty, answerResult }, true);
  expect(grade).toBe(expected);
  expect(difficultyAfter(grade)).toBe(after);
});

it("does not believe the Difícil of a learner who has no other answer for what was forgotten", () => {
  expect(gradeOf({ difficulty: "hard", answerResult: "correct" }, false)).toBeNull();
  expect(gradeOf({ difficulty: "hard", answerResult: "incorrect" }, false)).toBe(1);
  expect(gradeOf({ difficulty: "medium", answerResult: "correct" }, false)).toBe(3);
  expect(gradeOf({ difficulty: "easy" }, false)).toBe(4);
});
