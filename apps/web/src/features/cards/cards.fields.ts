import {
  CARD_SIDES_REQUIRED,
  type CardFormat,
  createSideChecks,
  MAX_SIDE_LENGTH,
  MAX_TAG_LENGTH,
  MAX_TAGS,
  TOO_MANY_TAGS,
} from "@repasa/contract/cards.forms.ts";
import type { Card } from "@repasa/contract/cards.ts";
import { freeText, requiredText, toStorable } from "@repasa/contract/fields.ts";
import * as z from "zod/mini";
import type { FormFields } from "#lib/form-fields.ts";

const text = z.optional(z.string());

const TOO_LONG_TAG = `Una etiqueta puede tener hasta ${MAX_TAG_LENGTH} caracteres`;

type Typed = { front: string; back: string; format?: CardFormat | undefined };

/** Text pasted from slides and documents may contain invisible characters, which the server rejects. */
const typed = z.pipe(z.string(), z.transform(toStorable));

/**
 * Not derived from the contract's form, whose lists and enumerations would add more of Zod to the bundle of the first
 * screen.
 */
const fields = z
  .object({
    front: z.pipe(typed, requiredText(MAX_SIDE_LENGTH, CARD_SIDES_REQUIRED)),
    back: z.pipe(typed, freeText(MAX_SIDE_LENGTH, CARD_SIDES_REQUIRED)),
    /** Empty for a plain card. */
    format: z.optional(
      z.pipe(
        z.string(),
        z.transform((format: string) => parseFormat(format)),
      ),
    ),
    /** One tag per line, because no tag contains line breaks. */
    tags: text.check(
      z.refine((tags) => parseTags(tags).length <= MAX_TAGS, { error: TOO_MANY_TAGS }),
      z.refine((tags) => !parseTags(tags).some(isTooLong), { error: TOO_LONG_TAG }),
    ),
    /** "true" or empty. */
    reverse: text,
  })
  .check(...createSideChecks<Typed>("plain"));

/** Validates the fields of the card dialog and converts them to the values of a card. */
export const cardFields = z.pipe(
  fields,
  z.transform(({ front, back, format, tags, reverse }) => ({
    front,
    back,
    format: format ?? "plain",
    tags: parseTags(tags),
    reverse: reverse === "true",
  })),
);
export type CardValues = z.output<typeof cardFields>;

/** The fields that successive cards of a series usually have in common. */
export const CARD_OPTIONS = ["format", "tags", "reverse"] as const;

export const NEW_CARD_FIELDS: FormFields = { front: "", back: "" };

export function toCardFields({
  front,
  back,
  format,
  tags,
}: Pick<Card, "front" | "back" | "format" | "tags">): FormFields {
  return { front, back, format: format === "plain" ? "" : format, tags: joinTags(tags) };
}

export function parseFormat(field: string | undefined): CardFormat {
  return field === "markdown" ? "markdown" : "plain";
}

export function parseTags(field: string | undefined): string[] {
  return (field ?? "").split("\n").filter((tag) => tag !== "");
}

/** Validates tags before anything is sent; undefined if they are valid. */
export function findTagsError(tags: readonly string[]): string | undefined {
  if (tags.length > MAX_TAGS) return TOO_MANY_TAGS;
  return tags.some(isTooLong) ? TOO_LONG_TAG : undefined;
}

function isTooLong(tag: string): boolean {
  return tag.length > MAX_TAG_LENGTH;
}

export function joinTags(tags: readonly string[]): string {
  return tags.join("\n");
}
