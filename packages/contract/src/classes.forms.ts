// Apart from the calls, so that the forms of the web load only these.
import * as z from "zod/mini";
import { id, localDate } from "#fields.ts";
import { freeText, requiredText } from "#texts.ts";

const MAX_NAME_LENGTH = 100;
export const MAX_CLASSES = 20;
/** The teacher counts. */
export const MAX_CLASS_MEMBERS = 200;
export const MAX_ASSIGNMENTS = 200;
export const MAX_ASSIGNED_FOLDERS = 20;

/** The number of letters and digits of a code. */
export const CODE_LENGTH = 8;

/** Returns a code as it is stored: case does not count, nor do the spaces and dashes that people write between its signs. */
export function normalizeCode(typed: string): string {
  return typed.replace(/[\s-]/g, "").toUpperCase();
}

const FOLDERS = `Elige de 1 a ${MAX_ASSIGNED_FOLDERS} carpetas`;
const SHARES_PROGRESS = "Elige si la clase ve tu progreso";

export const classForm = z.object({ name: requiredText(MAX_NAME_LENGTH, "Escribe el nombre de la clase") });

const memberName = requiredText(MAX_NAME_LENGTH, "Escribe tu nombre");
const sharesProgress = z.boolean({ error: SHARES_PROGRESS });

export const joinForm = z.object({
  /** Any other text is a code, too: one that no class has. */
  code: freeText(100, "Escribe el código de la clase"),
  name: memberName,
  sharesProgress: z._default(sharesProgress, false),
});

export const memberForm = z.object({ name: z.optional(memberName), sharesProgress: z.optional(sharesProgress) });

const folderIds = z
  .array(id, { error: FOLDERS })
  .check(z.minLength(1, { error: FOLDERS }), z.maxLength(MAX_ASSIGNED_FOLDERS, { error: FOLDERS }));

export const assignmentForm = z.object({
  name: requiredText(MAX_NAME_LENGTH, "Escribe el nombre de la tarea"),
  folderIds,
  /** That of an exam for each student; null for none. */
  date: z.optional(z.nullable(localDate)),
});
