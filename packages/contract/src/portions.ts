import * as z from "zod/mini";
import { count } from "#fields.ts";

/** The largest number of rows of a long list that a call may request. */
const MAX_PORTION_ROWS = 500;

/** The limit of a call that sets `after` but no `limit`. */
const DEFAULT_PORTION_ROWS = 100;

const LIMIT = `El límite debe ser un número de 1 a ${MAX_PORTION_ROWS}`;

const limit = z.pipe(
  z.string({ error: LIMIT }).check(z.regex(/^[1-9]\d{0,2}$/, { error: LIMIT })),
  z.pipe(
    z.transform((text: string) => Number(text)),
    z.int().check(z.lte(MAX_PORTION_ROWS, { error: LIMIT })),
  ),
);

const AFTER = "La página no existe";

/**
 * Returns the query fields that request a portion of a list instead of the whole: `limit` is the largest number of rows, and
 * `after` the place to continue from, which is the `next` of the previous portion.
 *
 * @param place Matches a valid place.
 */
export function definePortionFields(place: RegExp) {
  return {
    limit: z.optional(limit),
    after: z.optional(z.string({ error: AFTER }).check(z.regex(place, { error: AFTER }))),
  };
}

/**
 * Returns the schema of a portion of a list of cards.
 *
 * @param card The schema of one card in the list.
 */
export function definePortion<Card extends z.ZodMiniType>(card: Card) {
  return z.object({
    cards: z.array(card),
    /** The number of cards in the whole list. */
    total: count,
    /** The place to continue from; null at the end. A portion may have fewer cards than the limit even before the end. */
    next: z.nullable(z.string()),
  });
}

/** Returns the portion that a query requests; null for the whole list. */
export function parsePortion({ limit, after }: { limit?: number | undefined; after?: string | undefined }) {
  return limit === undefined && after === undefined ? null : { limit: limit ?? DEFAULT_PORTION_ROWS, after };
}
