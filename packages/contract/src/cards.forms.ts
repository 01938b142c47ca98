import { foldText } from "@repasa/card-text/folding.ts";
import { gapNumbers, MAX_GAPS } from "@repasa/card-text/gaps.ts";
import * as z from "zod/mini";
import { freeText, requiredText } from "#fields.ts";

export const CARD_SIDES_REQUIRED = "Se requieren tanto el anverso como el reverso";
/** The longest front or back of a card, in UTF-16 units. */
export const MAX_SIDE_LENGTH = 20_000;
export const MAX_TAGS = 20;
export const MAX_TAG_LENGTH = 50;
export const MAX_BATCH_CARDS = 5000;

export const cardFormat = z.enum(["plain", "markdown"], { error: "El formato debe ser plain o markdown" });
/** The way in which a card's texts are shown: exactly as typed, or as Markdown with formulas and gaps. */
export type CardFormat = z.output<typeof cardFormat>;

const tag = requiredText(MAX_TAG_LENGTH, "Una etiqueta no puede estar vacía").check(
  z.refine((text) => !/[\r\n]/.test(text), { error: "Una etiqueta no puede tener saltos de línea" }),
);
export const TOO_MANY_TAGS = `Una carta puede tener hasta ${MAX_TAGS} etiquetas`;

/** At most 20 tags, each once; tags that differ only in case or accents are the same. */
export const tagList = z.pipe(
  z
    .array(tag, { error: "Las etiquetas deben ser una lista de textos" })
    .check(z.maxLength(MAX_TAGS, { error: TOO_MANY_TAGS })),
  z.transform((tags) => [...new Map(tags.toReversed().map((tag) => [foldTag(tag), tag])).values()].toReversed()),
);

/** Returns the form in which tags are compared: without case and accents. */
export function foldTag(tag: string): string {
  return foldText(tag);
}

export const GAP_NUMBERS = `Los números de los huecos van del 1 al ${MAX_GAPS}`;

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

type Sides = { front: string; back: string };

/** Returns whether a card's sides make a question: the back may be empty only if the front has gaps. */
export function hasSides({ front, back }: Sides, format: CardFormat): boolean {
  return back !== "" || (format === "markdown" && gapNumbers(front).length > 0);
}

/** Returns whether all gaps of a card have valid numbers, so that each number makes a card. */
export function hasValidGaps({ front }: Pick<Sides, "front">, format: CardFormat): boolean {
  return format === "plain" || gapNumbers(front).every((number) => number >= 1 && number <= MAX_GAPS);
}

/**
 * Returns the checks that concern the front and the back together.
 *
 * @param defaultFormat The format of a form that names none.
 * @param isComplete Returns whether the sides of a form are those that the card gets.
 */
export function createSideChecks<Fields extends Sides & { format?: CardFormat | undefined }>(
  defaultFormat: CardFormat,
  isComplete: (fields: Fields) => boolean = () => true,
) {
  // These checks also run when the front itself is invalid: it may then be a value of any type.
  const hasText = ({ front }: Fields) => typeof front === "string";
  return [
    z.refine<Fields>(
      (fields) =>
        fields.back !== "" ||
        !isComplete(fields) ||
        (hasText(fields) && hasSides(fields, fields.format ?? defaultFormat)),
      {
        path: ["back"],
        error: CARD_SIDES_REQUIRED,
        // Runs even if the front is invalid, so that a form shows all problems at once.
        when: ({ value }) => typeof value === "object" && value !== null,
      },
    ),
    z.refine<Fields>(
      (fields) => !hasText(fields) || !isComplete(fields) || hasValidGaps(fields, fields.format ?? "plain"),
      { path: ["front"], error: GAP_NUMBERS },
    ),
  ] as const;
}
