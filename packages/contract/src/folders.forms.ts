import * as z from "zod/mini";
import { nullableText, requiredText } from "#fields.ts";

export const FOLDER_NAME_REQUIRED = "Se requiere el nombre de la carpeta";
export const folderForm = z.object({
  name: requiredText(255, FOLDER_NAME_REQUIRED),
  description: z.optional(nullableText(5000)),
});
