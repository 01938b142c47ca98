import { EXAM_DATE_OUT_OF_RANGE, examFields, isExamDate } from "@repasa/contract/exams.forms.ts";
import * as z from "zod/mini";

/** @param kept The date that the exam has, which may stay when it is over. */
export function examFieldsOn(today: string, kept: string | undefined) {
  const isAllowed = (date: string) => date === kept || isExamDate(date, today);
  return z.extend(examFields, {
    date: examFields.shape.date.check(z.refine(isAllowed, { error: EXAM_DATE_OUT_OF_RANGE })),
  });
}

export function idsIn(text: string): number[] {
  return text.split(",").filter(Boolean).map(Number);
}

/** With the folder taken out if it is in, and put in if it is not. */
export function toggled(ids: readonly number[], id: number): number[] {
  return ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id];
}
