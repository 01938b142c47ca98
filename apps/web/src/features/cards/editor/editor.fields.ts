import { createSideChecks } from "@repasa/contract/cards.checks.ts";
import type { CardFormat } from "@repasa/contract/cards.forms.ts";
import {
  CARD_SIDES_REQUIRED,
  MAX_SIDE_LENGTH,
  MAX_TAG_LENGTH,
  MAX_TAGS,
  TOO_MANY_TAGS,
} from "@repasa/contract/cards.limits.ts";
import type { Card } from "@repasa/contract/cards.ts";
import { freeText, requiredText, toStorable } from "@repasa/contract/texts.ts";
import * as z from "zod/mini";

const TOO_LONG_TAG = `Una etiqueta puede tener hasta ${MAX_TAG_LENGTH} caracteres`;

/** Text pasted from slides and documents may contain invisible characters, which the server rejects. */
const typed = z.pipe(z.string(), z.transform(toStorable));

/**
 * Validates the fields of the card dialog. Not derived from the contract's form, whose lists and enumerations would add more of Zod to
 * the bundle of the first screen; only the dialog sets what is not typed.
 */
export const cardFields = z
  .object({
    front: z.pipe(typed, requiredText(MAX_SIDE_LENGTH, CARD_SIDES_REQUIRED)),
    back: z.pipe(typed, freeText(MAX_SIDE_LENGTH, CARD_SIDES_REQUIRED)),
    format: z.custom<CardFormat>(),
    tags: z.custom<readonly string[]>().check(
      z.refine((tags) => tags.length <= MAX_TAGS, { error: TOO_MANY_TAGS }),
      z.refine((tags) => !tags.some(isTooLong), { error: TOO_LONG_TAG }),
    ),
    /** Whether the reverse of a new card is created too. */
    reverse: z.custom<boolean>(),
  })
  .check(...createSideChecks<Pick<Card, "front" | "back" | "format">>("plain"));
export type CardFields = typeof cardFields;
export type CardValues = z.output<CardFields>;

/** The fields that successive cards of a series usually have in common. */
export const CARD_OPTIONS = ["format", "tags", "reverse"] as const;

export const NEW_CARD_FIELDS: CardValues = { front: "", back: "", format: "plain", tags: [], reverse: false };

export function toCardFields({ front, back, format, tags }: Card): CardValues {
  return { front, back, format, tags, reverse: false };
}

/** Validates tags before anything is sent; undefined if they are valid. */
export function findTagsError(tags: readonly string[]): string | undefined {
  if (tags.length > MAX_TAGS) return TOO_MANY_TAGS;
  return tags.some(isTooLong) ? TOO_LONG_TAG : undefined;
}

function isTooLong(tag: string): boolean {
  return tag.length > MAX_TAG_LENGTH;
}
