import { folderForm } from "@repasa/contract/folders.forms.ts";
import * as z from "zod/mini";

const texts = z.object({
  name: z.string(),
  description: z.optional(z.string()),
  language: z.optional(z.string()),
});

/** The folder dialog's fields as a folder's values: no language is the device's. */
export const folderFields = z.pipe(
  z.pipe(
    texts,
    z.transform(({ language, ...rest }): z.input<typeof folderForm> => ({ ...rest, language: language || null })),
  ),
  folderForm,
);
