import * as z from "zod/mini";
import { createSideChecks } from "#cards.checks.ts";
import {
  CARD_SIDES_REQUIRED,
  foldTag,
  MAX_SIDE_LENGTH,
  MAX_TAG_LENGTH,
  MAX_TAGS,
  TOO_MANY_TAGS,
} from "#cards.limits.ts";
import { freeText, requiredText } from "#texts.ts";

export const cardFormat = z.enum(["plain", "markdown"], { error: "El formato debe ser plain o markdown" });
/** The way in which a card's texts are shown: exactly as typed, or as Markdown with formulas and gaps. */
export type CardFormat = z.output<typeof cardFormat>;

const tag = requiredText(MAX_TAG_LENGTH, "Una etiqueta no puede estar vacía").check(
  z.refine((text) => !/[\r\n]/.test(text), { error: "Una etiqueta no puede tener saltos de línea" }),
);

/** At most 20 tags, each once; tags that differ only in case or accents are the same. */
export const tagList = z.pipe(
  z
    .array(tag, { error: "Las etiquetas deben ser una lista de textos" })
    .check(z.maxLength(MAX_TAGS, { error: TOO_MANY_TAGS })),
  z.transform((tags) => [...new Map(tags.toReversed().map((tag) => [foldTag(tag), tag])).values()].toReversed()),
);

const fields = z.object({
  front: requiredText(MAX_SIDE_LENGTH, CARD_SIDES_REQUIRED),
  /** May be empty if the front has gaps: the back is only additional text then. */
  back: z._default(freeText(MAX_SIDE_LENGTH, CARD_SIDES_REQUIRED), ""),
  format: z.optional(cardFormat),
  tags: z.optional(tagList),
  suspended: z.optional(z.boolean({ error: "Debe ser verdadero o falso" })),
});

const foundText = freeText(MAX_SIDE_LENGTH, CARD_SIDES_REQUIRED);

/** A card's fields as an editor found them; any of them may be left out. */
const foundFields = z.object({
  front: z.optional(foundText),
  back: z.optional(foundText),
  format: z.optional(cardFormat),
  tags: z.optional(
    z
      .array(freeText(MAX_TAG_LENGTH), { error: "Las etiquetas deben ser una lista de textos" })
      .check(z.maxLength(MAX_TAGS, { error: TOO_MANY_TAGS })),
  ),
  suspended: z.optional(z.boolean({ error: "Debe ser verdadero o falso" })),
});

const changedFields = z.extend(fields, {
  /** A field that is the same here is not written, so that what another device made of it meanwhile stays. */
  base: z.optional(foundFields),
});

/**
 * A changed card. Fields that are left out remain unchanged, so only the server knows the format: it checks the sides again. With
 * a base it alone knows the sides, too.
 */
export const cardForm = changedFields.check(
  ...createSideChecks<z.output<typeof changedFields>>("markdown", ({ base = {} }) => Object.keys(base).length === 0),
);

const newFields = z.extend(fields, {
  /** Also creates the reverse: the card that shows the back and asks for the front. */
  reverse: z.optional(z.boolean({ error: "Debe ser verdadero o falso" })),
});

export const newCardForm = newFields.check(...createSideChecks<z.output<typeof newFields>>("plain"));
