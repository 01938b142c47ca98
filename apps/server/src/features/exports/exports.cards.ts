import type { Context } from "#context.ts";
import { groupByWeight, readInPortions } from "./exports.portions.ts";
import { type Scope, selectCardIds, selectCardRecords } from "./exports.queries.ts";

/** The number of cards whose ids one statement lists. */
const LISTED_AT_ONCE = 1_000;

/**
 * Yields the records of cards in the order of the export, in texts of roughly the given number of bytes; one card may take more.
 */
export async function* cardTexts(
  db: Context["db"],
  scope: Scope,
  { bytes, withReviews }: { bytes: number; withReviews: boolean },
): AsyncGenerator<string | null> {
  const listed = readInPortions(LISTED_AT_ONCE, (after, size) =>
    selectCardIds(db, scope, { after, size, withReviews }),
  );
  for await (const rows of listed) {
    for (const ids of groupByWeight(rows, bytes)) yield* recordsOf(db, scope, ids, withReviews);
  }
}

function recordsOf(db: Context["db"], { owner }: Scope, ids: readonly number[], withReviews: boolean) {
  return readInPortions(ids.length, async (after, size) => {
    const from = Number(after ?? 0);
    const value = await selectCardRecords(db, owner, ids.slice(from, from + size), withReviews);
    return { value, next: from + size < ids.length ? String(from + size) : null };
  });
}
