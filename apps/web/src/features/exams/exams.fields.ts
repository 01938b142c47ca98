import {
  EXAM_DATE_OUT_OF_RANGE,
  EXAM_FOLDERS_REQUIRED,
  EXAM_FOLDERS_TOO_MANY,
  EXAM_MOST_FOLDERS,
  examName,
  isExamDate,
} from "@repasa/contract/exams.forms.ts";
import * as z from "zod/mini";

/**
 * The fields of the form as text; `folderIds` are the ids with commas between them.
 *
 * @param kept The date that the exam has, which may stay when it is over.
 */
export function examFieldsOn(today: string, kept: string | undefined) {
  const isAllowed = (date: string) => date === kept || isExamDate(date, today);
  const isWithin = (text: string) => idsIn(text).length <= EXAM_MOST_FOLDERS;
  return z.object({
    name: examName,
    date: z.string().check(z.refine(isAllowed, { error: EXAM_DATE_OUT_OF_RANGE })),
    folderIds: z
      .string()
      .check(z.minLength(1, { error: EXAM_FOLDERS_REQUIRED }), z.refine(isWithin, { error: EXAM_FOLDERS_TOO_MANY })),
  });
}

export function idsIn(text: string): number[] {
  return text.split(",").filter(Boolean).map(Number);
}

/** With the folder taken out if it is in, and put in if it is not. */
export function toggled(ids: readonly number[], id: number): number[] {
  return ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
}
