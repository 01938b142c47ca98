import type { QuizKind } from "@repasa/contract/quizzes.forms.ts";
import { MAX_QUIZ_FOLDERS, QUIZ_FOLDERS_TOO_MANY, QUIZ_SOURCE_REQUIRED } from "@repasa/contract/quizzes.limits.ts";
import * as z from "zod/mini";

/** The numbers of questions and the time limits that the dialog offers; an empty limit is none. */
export const QUESTION_COUNTS = ["10", "20", "30", "50", "100"] as const;
export const MINUTES = ["", "5", "10", "20", "30", "60"] as const;

export const WAYS: readonly { value: string; kinds: readonly QuizKind[]; label: string }[] = [
  { value: "mixed", kinds: ["type", "choose"], label: "Escribir y elegir" },
  { value: "type", kinds: ["type"], label: "Escribir" },
  { value: "choose", kinds: ["choose"], label: "Elegir" },
  { value: "flip", kinds: ["flip"], label: "Dar la vuelta" },
];

export const INITIAL_FIELDS = { questions: "20", way: "mixed", minutes: "", folderIds: [] as readonly number[] };

/** Validates the fields of the dialog. No folders are chosen for a quiz of an exam. */
export function createQuizFields(ofExam: boolean) {
  return z.object({
    questions: z.pipe(z.string(), z.transform(Number)),
    way: z.pipe(
      z.string(),
      z.transform((way) => [...(WAYS.find(({ value }) => value === way)?.kinds ?? [])]),
    ),
    minutes: z.pipe(
      z.string(),
      z.transform((text) => (text === "" ? undefined : Number(text))),
    ),
    // Not a list of numbers: those schemas would be part of the first screen's bundle.
    folderIds: z.custom<readonly number[]>().check(
      z.refine((ids) => ofExam || ids.length > 0, { error: QUIZ_SOURCE_REQUIRED }),
      z.refine((ids) => ids.length <= MAX_QUIZ_FOLDERS, { error: QUIZ_FOLDERS_TOO_MANY }),
    ),
  });
}
