import { foldText } from "@repasa/card-text/folding.ts";
import { GAPS_MOST, gapNumbers } from "@repasa/card-text/gaps.ts";
import * as z from "zod/mini";
import { freeText, requiredText } from "#fields.ts";

export const CARD_SIDES_REQUIRED = "Se requieren tanto el anverso como el reverso";
/** The longest front or back of a card, in UTF-16 units. */
export const SIDE_LONGEST = 20_000;
export const TAGS_MOST = 20;
export const TAG_LONGEST = 50;
export const CARDS_IN_BATCH = 5000;

export const cardFormat = z.enum(["plain", "markdown"], { error: "El formato debe ser plain o markdown" });
/** How a card's texts are shown: exactly as typed, or as Markdown with formulas and gaps. */
export type CardFormat = z.output<typeof cardFormat>;

const tag = requiredText(TAG_LONGEST, "Una etiqueta no puede estar vacía").check(
  z.refine((text) => !/[\r\n]/.test(text), { error: "Una etiqueta no puede tener saltos de línea" }),
);
export const TOO_MANY_TAGS = `Una carta puede tener hasta ${TAGS_MOST} etiquetas`;

/** At most 20 tags, each once; tags that differ only in case or accents are the same. */
export const tagList = z.pipe(
  z
    .array(tag, { error: "Las etiquetas deben ser una lista de textos" })
    .check(z.maxLength(TAGS_MOST, { error: TOO_MANY_TAGS })),
  z.transform((tags) => [...new Map(tags.toReversed().map((tag) => [foldTag(tag), tag])).values()].toReversed()),
);

/** The form in which tags are compared: without case and accents. */
export function foldTag(tag: string): string {
  return foldText(tag);
}

export const GAP_NUMBERS = `Los números de los huecos van del 1 al ${GAPS_MOST}`;

const fields = z.object({
  front: requiredText(SIDE_LONGEST, CARD_SIDES_REQUIRED),
  /** May be empty if the front has gaps; it is extra text then. */
  back: z._default(freeText(SIDE_LONGEST, CARD_SIDES_REQUIRED), ""),
  format: z.optional(cardFormat),
  tags: z.optional(tagList),
  suspended: z.optional(z.boolean({ error: "Debe ser verdadero o falso" })),
});

/** A changed card. What is left out stays as it is, so only the server knows the format: it checks the sides again. */
export const cardForm = fields.check(...sideRules<z.output<typeof fields>>("markdown"));

const newFields = z.extend(fields, {
  /** Also makes the card that asks for the front and shows the back. */
  reverse: z.optional(z.boolean({ error: "Debe ser verdadero o falso" })),
});

export const newCardForm = newFields.check(...sideRules<z.output<typeof newFields>>("plain"));

type Sides = { front: string; back: string };

/** Whether a card's sides make a question: its back may only be empty if the front has gaps. */
export function hasSides({ front, back }: Sides, format: CardFormat): boolean {
  return back !== "" || (format === "markdown" && gapNumbers(front).length > 0);
}

/** Whether the numbers of a card's gaps are valid, so that each makes a card. */
export function hasValidGaps({ front }: Pick<Sides, "front">, format: CardFormat): boolean {
  return format === "plain" || gapNumbers(front).every((number) => number >= 1 && number <= GAPS_MOST);
}

/**
 * The rules that front and back must meet together.
 *
 * @param unsaid The format that applies where the form names none.
 */
export function sideRules<Fields extends Sides & { format?: CardFormat | undefined }>(unsaid: CardFormat) {
  // These checks also run when the front itself is invalid, and then it may be anything.
  const hasText = ({ front }: Fields) => typeof front === "string";
  return [
    z.refine<Fields>((fields) => fields.back !== "" || (hasText(fields) && hasSides(fields, fields.format ?? unsaid)), {
      path: ["back"],
      error: CARD_SIDES_REQUIRED,
      // Run even if the front is invalid, so that a form shows all problems at once.
      when: ({ value }) => typeof value === "object" && value !== null,
    }),
    z.refine<Fields>((fields) => !hasText(fields) || hasValidGaps(fields, fields.format ?? "plain"), {
      path: ["front"],
      error: GAP_NUMBERS,
    }),
  ] as const;
}
