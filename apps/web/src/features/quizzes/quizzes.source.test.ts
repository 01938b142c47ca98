import { expect, it } from "vitest";
import { readLastOptions, summarizeOptions } from "#features/quizzes/quizzes.fields.ts";
import { findSource } from "#features/quizzes/quizzes.source.ts";

it.each([
  ["its only folder", null, [1], "/folders/1"],
  ["all folders of several", null, [1, 2], "/folders"],
  ["its exam", 7, [1, 2], "/exams/7"],
  ["all folders if its exam was deleted before the account was copied", -7, [1], "/folders"],
] as const)("a quiz leads back to %s", (_, examId, folderIds, path) => {
  expect(findSource({ examId, folderIds: [...folderIds] })).toBe(path);
});

it.each(["no JSON", '{"questions":"7","way":"guess","minutes":-1}'])(
  "a new quiz begins with its defaults where %s is stored",
  (stored) => {
    localStorage.setItem("repasa:quiz", stored);
    expect(summarizeOptions(readLastOptions())).toBe("20 preguntas · Escribir y elegir · Sin límite");
  },
);
