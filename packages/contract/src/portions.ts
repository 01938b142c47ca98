import * as z from "zod/mini";
import { count } from "#fields.ts";

/** The most rows of a long list that a call may ask for. */
export const PORTION_MOST = 500;

/** The limit of a call that names the place to continue from, but no limit. */
export const PORTION_USUAL = 100;

const LIMIT = `El límite debe ser un número de 1 a ${PORTION_MOST}`;

const limit = z.pipe(
  z.string({ error: LIMIT }).check(z.regex(/^[1-9]\d{0,2}$/, { error: LIMIT })),
  z.pipe(
    z.transform((text: string) => Number(text)),
    z.int().check(z.lte(PORTION_MOST, { error: LIMIT })),
  ),
);

const AFTER = "La página no existe";

/**
 * The query fields that ask for a portion of a list instead of the whole: how many rows at most, and after which place,
 * which is the `next` of the previous portion.
 *
 * @param place The form of such a place.
 */
export function portionFields(place: RegExp) {
  return {
    limit: z.optional(limit),
    after: z.optional(z.string({ error: AFTER }).check(z.regex(place, { error: AFTER }))),
  };
}

/** The cards of a list from some place on. */
export function portionOf<Card extends z.ZodMiniType>(card: Card) {
  return z.object({
    cards: z.array(card),
    /** How many the whole list has, whatever the place. */
    total: count,
    /** Where to continue; null at the end. A portion may hold fewer cards than the limit even before the end. */
    next: z.nullable(z.string()),
  });
}

/** @returns How many rows are wanted and after which place; null for the whole list. */
export function portionAsked({ limit, after }: { limit?: number | undefined; after?: string | undefined }) {
  return limit === undefined && after === undefined ? null : { limit: limit ?? PORTION_USUAL, after };
}
