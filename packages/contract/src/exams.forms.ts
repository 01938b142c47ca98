import * as z from "zod/mini";
import { localDate, requiredText } from "#fields.ts";

export const EXAM_NAME_REQUIRED = "Escribe el nombre del examen";
export const EXAM_DATE_REQUIRED = "Elige la fecha del examen";
export const EXAM_DATE_OUT_OF_RANGE = "La fecha debe estar entre mañana y dentro de un año";
export const EXAM_FOLDERS_REQUIRED = "Elige al menos una carpeta";
export const EXAM_FOLDERS_TOO_MANY = "Un examen puede tener hasta 200 carpetas";

export const EXAM_FARTHEST_DAYS = 365;

const DAY_MS = 86_400_000;

/** Whether an exam may be set for a date: from the day after `today` to 365 days after it. Both `YYYY-MM-DD`. */
export function isExamDate(date: string, today: string): boolean {
  const days = (Date.parse(date) - Date.parse(today)) / DAY_MS;
  return days >= 1 && days <= EXAM_FARTHEST_DAYS;
}

const folderIds = z
  .array(z.int({ error: "La carpeta no es válida" }).check(z.positive({ error: "La carpeta no es válida" })), {
    error: EXAM_FOLDERS_REQUIRED,
  })
  .check(z.minLength(1, { error: EXAM_FOLDERS_REQUIRED }), z.maxLength(200, { error: EXAM_FOLDERS_TOO_MANY }));

const name = requiredText(255, EXAM_NAME_REQUIRED);

export const examForm = z.object({ name, date: localDate, folderIds });

/** The fields of a form are text: the ids stand one after another, with commas between them. */
export const examFields = z.object({
  name,
  date: z.iso.date({ error: EXAM_DATE_REQUIRED }),
  folderIds: z.pipe(
    z.pipe(
      z.string(),
      z.transform((text) => text.split(",").filter(Boolean).map(Number)),
    ),
    folderIds,
  ),
});
