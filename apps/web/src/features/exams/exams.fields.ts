import {
  EXAM_DATE_OUT_OF_RANGE,
  EXAM_FOLDERS_REQUIRED,
  EXAM_FOLDERS_TOO_MANY,
  examName,
  isExamDate,
  MAX_EXAM_FOLDERS,
} from "@repasa/contract/exams.forms.ts";
import * as z from "zod/mini";

/**
 * Creates the schema of the exam form. The name and the date are text.
 *
 * @param currentDate The date of an existing exam, which is valid even if it is over.
 */
export function createExamFields(today: string, currentDate: string | undefined) {
  const isAllowed = (date: string) => date === currentDate || isExamDate(date, today);
  return z.object({
    name: examName,
    date: z.string().check(z.refine(isAllowed, { error: EXAM_DATE_OUT_OF_RANGE })),
    // Not a list of numbers: those schemas would be part of the first screen's bundle.
    folderIds: z.custom<readonly number[]>().check(
      z.refine((ids) => ids.length > 0, { error: EXAM_FOLDERS_REQUIRED }),
      z.refine((ids) => ids.length <= MAX_EXAM_FOLDERS, { error: EXAM_FOLDERS_TOO_MANY }),
    ),
  });
}
