import { requiredText } from "#texts.ts";

const EXAM_NAME_REQUIRED = "Escribe el nombre del examen";
export const EXAM_DATE_OUT_OF_RANGE = "La fecha debe estar entre mañana y dentro de un año";
export const EXAM_FOLDERS_REQUIRED = "Elige al menos una carpeta";
export const EXAM_FOLDERS_TOO_MANY = "Un examen puede tener hasta 200 carpetas";

export const MAX_EXAM_FOLDERS = 200;
export const MAX_DAYS_TO_EXAM = 365;

const DAY_MS = 86_400_000;

/** Returns whether an exam may be on a date: from the day after `today` to 365 days after it. Both are `YYYY-MM-DD`. */
export function isExamDate(date: string, today: string): boolean {
  const days = (Date.parse(date) - Date.parse(today)) / DAY_MS;
  return days >= 1 && days <= MAX_DAYS_TO_EXAM;
}

export const examName = requiredText(255, EXAM_NAME_REQUIRED);
