import { describe, expect, it } from "vitest";
import { type AnswerResult, type Difficulty, gradeAnswer, toDifficulty } from "#rating.ts";

describe("gradeAnswer", () => {
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
  ])("turns %s, %s into grade %s, which toDifficulty turns into %s", (difficulty, answerResult, expected, after) => {
    const grade = gradeAnswer({ difficulty, answerResult }, true);
    expect(grade).toBe(expected);
    expect(toDifficulty(grade)).toBe(after);
  });

  it("returns null for Difícil from a learner who does not report forgotten cards", () => {
    expect(gradeAnswer({ difficulty: "hard", answerResult: "correct" }, false)).toBeNull();
    expect(gradeAnswer({ difficulty: "hard", answerResult: "incorrect" }, false)).toBe(1);
    expect(gradeAnswer({ difficulty: "medium", answerResult: "correct" }, false)).toBe(3);
    expect(gradeAnswer({ difficulty: "easy" }, false)).toBe(4);
  });

  it("believes a certain Difícil, whether or not the learner reports forgotten cards, if it has a result", () => {
    const certain = { difficulty: "hard", isCertain: true } as const;
    for (const reports of [false, true]) {
      expect(gradeAnswer({ ...certain, answerResult: "correct" }, reports)).toBe(2);
      expect(gradeAnswer({ ...certain, answerResult: "incorrect" }, reports)).toBe(1);
      expect(gradeAnswer(certain, reports)).toBeNull();
    }
  });
});
