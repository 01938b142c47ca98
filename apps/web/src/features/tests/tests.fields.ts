import {
  MAX_TEST_FOLDERS,
  TEST_FOLDERS_TOO_MANY,
  TEST_SOURCE_REQUIRED,
  type TestKind,
} from "@repasa/contract/tests.forms.ts";
import * as z from "zod/mini";
import { parseIds } from "#lib/id-list.ts";

/** The numbers of questions and the time limits that the dialog offers; an empty limit is none. */
export const QUESTION_COUNTS = ["10", "20", "30", "50", "100"] as const;
export const MINUTES = ["", "5", "10", "20", "30", "60"] as const;

export const WAYS: readonly { value: string; kinds: readonly TestKind[]; label: string }[] = [
  { value: "mixed", kinds: ["type", "choose"], label: "Escribir y elegir" },
  { value: "type", kinds: ["type"], label: "Escribir" },
  { value: "choose", kinds: ["choose"], label: "Elegir" },
  { value: "flip", kinds: ["flip"], label: "Dar la vuelta" },
];

export const INITIAL_FIELDS = { questions: "20", way: "mixed", minutes: "" };

/** Validates the fields of the dialog, all of which are text. No folders are chosen for a test of an exam. */
export function createTestFields(ofExam: boolean) {
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
    folderIds: ofExam
      ? z.optional(z.string())
      : z.string().check(
          z.minLength(1, { error: TEST_SOURCE_REQUIRED }),
          z.refine((ids) => parseIds(ids).length <= MAX_TEST_FOLDERS, { error: TEST_FOLDERS_TOO_MANY }),
        ),
  });
}
