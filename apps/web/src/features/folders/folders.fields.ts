import { type FolderColor, folderForm } from "@repasa/contract/folders.forms.ts";
import * as z from "zod/mini";

const texts = z.object({
  name: z.string(),
  description: z.optional(z.string()),
  language: z.optional(z.string()),
  color: z.optional(z.string()),
  icon: z.optional(z.string()),
});

/** Validates the fields of the folder dialog. An empty language, colour or icon becomes null: nothing was chosen. */
export const folderFields = z.pipe(
  z.pipe(
    texts,
    z.transform(
      ({ language, color, icon, ...rest }): z.input<typeof folderForm> => ({
        ...rest,
        language: language || null,
        color: (color || null) as FolderColor | null,
        icon: icon?.trim() || null,
      }),
    ),
  ),
  folderForm,
);
