import { gapNumbers, MAX_GAPS } from "@repasa/card-text/gaps.ts";
import { formatGapVariant } from "@repasa/card-text/variants.ts";

/** The text that siblings share. A reverse shows its sides exchanged. */
export type Text = {
  readonly front: string;
  readonly back: string;
  readonly format: "plain" | "markdown";
};

/** A field that is merged by itself. */
export type Field = keyof Text;

/** `reverse`; `c1`, `c2` and so on for the gap that a card asks for; null for a card that asks for the back. */
export type Variant = string | null;

const FIELDS = ["front", "back", "format"] as const satisfies Field[];

/** Returns the fields for which a condition holds, in a fixed order. */
export function filterFields(condition: (field: Field) => boolean): Field[] {
  return FIELDS.filter(condition);
}

/** Returns a text with some of its fields replaced by those of another one. */
export function copyFields(text: Text, fields: readonly Field[], from: Partial<Text>): Text {
  return { ...text, ...Object.fromEntries(fields.map((field) => [field, from[field]])) };
}

/** Returns whether two texts are the same in all fields, letter by letter. */
export function isSameText(one: Text, other: Text): boolean {
  return FIELDS.every((field) => one[field] === other[field]);
}

/** Exchanges the sides for a reverse: turns those of a text into those that a card of a variant shows, and the other way round. */
export function turnSides<Sides extends { front?: string | undefined; back?: string | undefined }>(
  sides: Sides,
  variant: Variant,
): Sides {
  return variant === "reverse" ? { ...sides, front: sides.back, back: sides.front } : sides;
}

/** Returns whether two texts have the same front in the same format, so that the same cards can be made of them. */
export function hasSameFront(one: Text, other: Text): boolean {
  return one.front === other.front && one.format === other.format;
}

/** Returns whether a card of a variant can be made of a text. A text without gaps makes a card, and its reverse. */
export function asksFor(text: Text, variant: Variant): boolean {
  const gaps = listGapVariants(text);
  return gaps.length > 0 ? gaps.includes(variant ?? "") : variant === null || variant === "reverse";
}

/** Returns the variants of the gaps of a text, the lowest first; an empty list if it has none. */
export function listGapVariants({ front, format }: Text): string[] {
  return format === "markdown" ? gapNumbers(front).map(formatGapVariant) : [];
}

/** Returns whether a text makes cards: it has a question and an answer, and gaps with valid numbers. */
export function makesCards({ front, back, format }: Text): boolean {
  const gaps = format === "markdown" ? gapNumbers(front) : [];
  return front !== "" && (back !== "" || gaps.length > 0) && gaps.every((number) => number >= 1 && number <= MAX_GAPS);
}
