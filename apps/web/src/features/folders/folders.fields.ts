import type { AnswerMode, FolderColor } from "@repasa/contract/folders.choices.ts";
import { folderForm } from "@repasa/contract/folders.forms.ts";
import * as z from "zod/mini";

const texts = z.object({
  name: z.string(),
  description: z.string(),
  language: z.string(),
  color: z.string(),
  icon: z.string(),
  answerMode: z.string(),
  strictAccents: z.boolean(),
});

/** Validates the fields of the folder dialog. An empty choice becomes null: nothing was chosen. */
export const folderFields = z.pipe(
  z.pipe(
    texts,
    z.transform(
      ({ language, color, icon, answerMode, ...rest }): z.input<typeof folderForm> => ({
        ...rest,
        language: language || null,
        color: (color || null) as FolderColor | null,
        icon: icon.trim() || null,
        answerMode: (answerMode || null) as AnswerMode | null,
      }),
    ),
  ),
  folderForm,
);
