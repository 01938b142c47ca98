import { describe, expect, it } from "vitest";
import { newQuiz, QUIZ_ANSWER_REQUIRED, quizAnswer } from "#quizzes.forms.ts";
import { QUIZ_SOURCE_REQUIRED } from "#quizzes.limits.ts";

describe("a new quiz", () => {
  it("has 20 questions by default", () => {
    expect(newQuiz.parse({ folderIds: [1], kinds: ["type"] }).questions).toBe(20);
  });

  it.each([{ kinds: ["type"] }, { folderIds: [1], examId: 2, kinds: ["type"] }, { folderIds: [], kinds: ["type"] }])(
    "covers either folders or an exam: %j",
    (form) => {
      expect(newQuiz.safeParse(form).error?.issues.map(({ message }) => message)).toContain(QUIZ_SOURCE_REQUIRED);
    },
  );

  it.each([
    { questions: 4 },
    { questions: 101 },
    { questions: 5.5 },
    { kinds: [] },
    { kinds: ["paint"] },
    { minutes: 0 },
    { minutes: 241 },
    { clientId: "x" },
  ])("is refused in Spanish with %j", (fields) => {
    const { error } = newQuiz.safeParse({ folderIds: [1], kinds: ["type"], ...fields });
    expect(error?.issues[0]?.message).toMatch(/^(El|Elige) /);
  });
});

describe("an answer", () => {
  it.each([{ text: "" }, { option: 0 }, { recalled: false }, { skipped: true }])("may be %j", (answer) => {
    expect(quizAnswer.parse(answer)).toEqual(answer);
  });

  it.each([{}, { text: "a", option: 1 }])("is given in exactly one way, not as %j", (answer) => {
    expect(quizAnswer.safeParse(answer).error?.issues[0]?.message).toBe(QUIZ_ANSWER_REQUIRED);
  });

  it.each([{ option: -1 }, { option: "0" }, { text: 1 }, { skipped: false }, { recalled: null }])(
    "is refused in Spanish as %j",
    (answer) => {
      expect(quizAnswer.safeParse(answer).error?.issues[0]?.message).toMatch(/^(La opción|Debe ser)/);
    },
  );
});
