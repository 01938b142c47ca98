import * as z from "zod/mini";
import { nullableText, requiredText } from "#fields.ts";

const language = z
  .string({ error: "El idioma no es válido" })
  .check(z.regex(/^[a-z]{2,3}(-[A-Za-z\d]{2,8})*$/, { error: "El idioma no es válido" }), z.maxLength(20));

export const FOLDER_NAME_REQUIRED = "Se requiere el nombre de la carpeta";
export const folderForm = z.object({
  name: requiredText(255, FOLDER_NAME_REQUIRED),
  description: z.optional(nullableText(5000)),
  /** The language in which the folder's cards are read aloud, such as `es-ES`; null for the device's. */
  language: z.optional(z.nullable(language)),
});
