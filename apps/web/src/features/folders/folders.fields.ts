import type { AnswerMode, FolderColor } from "@repasa/contract/folders.choices.ts";
import { folderForm } from "@repasa/contract/folders.forms.ts";
import * as z from "zod/mini";

const texts = z.object({
  name: z.string(),
  description: z.optional(z.string()),
  language: z.optional(z.string()),
  color: z.optional(z.string()),
  icon: z.optional(z.string()),
  answerMode: z.optional(z.string()),
  strictAccents: z.optional(z.string()),
});

/** The text of a switch that is on; it is empty if the switch is off. */
export const ON = "sí";

/** Validates the fields of the folder dialog. An empty language, colour or icon becomes null: nothing was chosen. */
export const folderFields = z.pipe(
  z.pipe(
    texts,
    z.transform(
      ({ language, color, icon, answerMode, strictAccents, ...rest }): z.input<typeof folderForm> => ({
        ...rest,
        language: language || null,
        color: (color || null) as FolderColor | null,
        icon: icon?.trim() || null,
        ...(answerMode && { answerMode: answerMode as AnswerMode }),
        strictAccents: strictAccents === ON,
      }),
    ),
  ),
  folderForm,
);
