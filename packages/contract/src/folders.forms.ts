import * as z from "zod/mini";
import { ANSWER_MODES, FOLDER_COLORS, INVALID_ANSWER_MODE } from "#folders.choices.ts";
import { nullableText, requiredText } from "#texts.ts";

const language = z
  .string({ error: "El idioma no es válido" })
  .check(z.regex(/^[a-z]{2,3}(-[A-Za-z\d]{2,8})*$/, { error: "El idioma no es válido" }), z.maxLength(20));

/** One of several texts. Not an enum, whose schema would be the only one that the forms of the web load. */
function oneOf<Text extends string>(texts: readonly Text[], error: string) {
  return z.pipe(
    z.string({ error }).check(z.refine((text) => (texts as readonly string[]).includes(text), { error })),
    z.transform((text) => text as Text),
  );
}

const folderColor = oneOf(FOLDER_COLORS, "El color no es válido");
const answerMode = oneOf(ANSWER_MODES, INVALID_ANSWER_MODE);

/**
 * One emoji, with the variants and the joined parts that it may have, or one letter or digit with its accents. Written without
 * `\p{RGI_Emoji}`, whose flag `v` the oldest supported browsers do not know.
 */
const EMOJI_OR_LETTER =
  /^(?:\p{RI}{2}|[\d#*]\ufe0f?\u20e3|\p{ExtPict}[\ufe0f\p{EMod}]?(?:\u200d\p{ExtPict}[\ufe0f\p{EMod}]?)*[\u{e0020}-\u{e007f}]*|[\p{L}\p{N}]\p{M}{0,3})$/u;

const INVALID_ICON = "El icono debe ser un solo emoji o una sola letra";
const MAX_ICON_LENGTH = 16;

/** One grapheme of at most 16 UTF-16 units. */
export const folderIcon = z.string({ error: INVALID_ICON }).check(
  z.trim(),
  z.refine((text) => text.length <= MAX_ICON_LENGTH && EMOJI_OR_LETTER.test(text), { error: INVALID_ICON }),
);

const FOLDER_NAME_REQUIRED = "Se requiere el nombre de la carpeta";
export const folderForm = z.object({
  name: requiredText(255, FOLDER_NAME_REQUIRED),
  description: z.optional(nullableText(5000)),
  /** The language in which the folder's cards are read aloud, such as `es-ES`; null for the device's. */
  language: z.optional(z.nullable(language)),
  /** Null for the colour and the icon that are made from the name. */
  color: z.optional(z.nullable(folderColor)),
  icon: z.optional(z.nullable(folderIcon)),
  /** Null for that of the account's preferences. */
  answerMode: z.optional(z.nullable(answerMode)),
  /** True if a typed answer is wrong without its accents. */
  strictAccents: z.optional(z.boolean({ error: "Debe ser verdadero o falso" })),
});

/** A changed folder. A field that is the same in `base`, the fields as an editor found them, is not written. */
export const changedFolderForm = z.extend(folderForm, { base: z.optional(z.partial(folderForm)) });
