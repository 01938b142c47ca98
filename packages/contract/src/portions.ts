import * as z from "zod/mini";
import { count } from "#fields.ts";

/** Of a list that may be long: the most rows that one call answers when it says how many. */
export const PORTION_MOST = 500;

/** When a call names the place to go on from, but no limit. */
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
 * What asks for a portion of a list in place of the whole: how many rows at most, and after which place, by the `next` of the
 * portion before.
 *
 * @param place What such a place looks like.
 */
export function portionFields(place: RegExp) {
  return {
    limit: z.optional(limit),
    after: z.optional(z.string({ error: AFTER }).check(z.regex(place, { error: AFTER }))),
  };
}

/** Cards of a list from some place on. */
export function portionOf<Card extends z.ZodMiniType>(card: Card) {
  return z.object({
    cards: z.array(card),
    /** Of the whole list, whatever the place. */
    total: count,
    /** From where to go on; null at the end. A portion may hold fewer cards than the limit before the end. */
    next: z.nullable(z.string()),
  });
}

/** @returns How many rows are asked for and after which place; null where the whole list is. */
export function portionAsked({ limit, after }: { limit?: number | undefined; after?: string | undefined }) {
  return limit === undefined && after === undefined ? null : { limit: limit ?? PORTION_USUAL, after };
}
