import {
  EXAM_DATE_OUT_OF_RANGE,
  EXAM_FOLDERS_REQUIRED,
  EXAM_FOLDERS_TOO_MANY,
  examName,
  isExamDate,
  MAX_EXAM_FOLDERS,
} from "@repasa/contract/exams.forms.ts";
import * as z from "zod/mini";
import { parseIds } from "#lib/id-list.ts";

/**
 * Creates the schema of the exam form. All fields are text; `folderIds` are ids separated by commas.
 *
 * @param currentDate The date of an existing exam, which is valid even if it is over.
 */
export function createExamFields(today: string, currentDate: string | undefined) {
  const isAllowed = (date: string) => date === currentDate || isExamDate(date, today);
  const isWithin = (text: string) => parseIds(text).length <= MAX_EXAM_FOLDERS;
  return z.object({
    name: examName,
    date: z.string().check(z.refine(isAllowed, { error: EXAM_DATE_OUT_OF_RANGE })),
    folderIds: z
      .string()
      .check(z.minLength(1, { error: EXAM_FOLDERS_REQUIRED }), z.refine(isWithin, { error: EXAM_FOLDERS_TOO_MANY })),
  });
}
