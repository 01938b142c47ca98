import {
  assignmentForm,
  CODE_LENGTH,
  joinForm,
  MAX_ASSIGNED_FOLDERS,
  normalizeCode,
} from "@repasa/contract/classes.forms.ts";
import { EXAM_DATE_OUT_OF_RANGE, isExamDate } from "@repasa/contract/exams.forms.ts";
import * as z from "zod/mini";

/** A member's own name. */
export const memberFields = z.pick(joinForm, { name: true });

/** Any other text than a whole code would only use up one of the tries of an hour. */
export const joinFields = z.object({
  code: z.string().check(
    z.refine((code) => normalizeCode(code).length === CODE_LENGTH, {
      error: `Escribe el código: ${CODE_LENGTH} letras y números`,
    }),
  ),
  name: joinForm.shape.name,
  sharesProgress: z.boolean(),
});

/**
 * Creates the schema of the form of an assignment. Without a date the text is empty.
 *
 * @param currentDate The date of an existing assignment, which is valid even if it is over.
 */
export function createAssignmentFields(today: string, currentDate: string | null | undefined) {
  const isAllowed = (date: string) => date === "" || date === currentDate || isExamDate(date, today);
  return z.object({
    name: assignmentForm.shape.name,
    date: z.string().check(z.refine(isAllowed, { error: EXAM_DATE_OUT_OF_RANGE })),
    // Not a list of numbers: those schemas would be part of the first screen's bundle.
    folderIds: z.custom<readonly number[]>().check(
      z.refine((ids) => ids.length > 0 && ids.length <= MAX_ASSIGNED_FOLDERS, {
        error: `Elige de 1 a ${MAX_ASSIGNED_FOLDERS} carpetas`,
      }),
    ),
  });
}
