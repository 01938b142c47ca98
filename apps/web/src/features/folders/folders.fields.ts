import { folderForm } from "@repasa/contract/folders.forms.ts";
import * as z from "zod/mini";

const texts = z.object({
  name: z.string(),
  description: z.optional(z.string()),
  language: z.optional(z.string()),
});

/** Validates the fields of the folder dialog. An empty language becomes null, the language of the device. */
export const folderFields = z.pipe(
  z.pipe(
    texts,
    z.transform(({ language, ...rest }): z.input<typeof folderForm> => ({ ...rest, language: language || null })),
  ),
  folderForm,
);
