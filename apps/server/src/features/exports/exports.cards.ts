import type { Context } from "#context.ts";
import { groupByWeight, readInPortions } from "./exports.portions.ts";
import { type Scope, selectCardIds, selectCardRecords } from "./exports.queries.ts";

/** The number of cards whose ids one statement selects. */
const IDS_PER_STATEMENT = 1_000;

/**
 * Yields the records of cards in the order of the export, in texts of roughly the given number of bytes; one card may take more.
 */
export async function* readCardRecords(
  db: Context["db"],
  scope: Scope,
  { bytes, withReviews }: { bytes: number; withReviews: boolean },
): AsyncGenerator<string | null> {
  const listed = readInPortions(IDS_PER_STATEMENT, (after, size) =>
    selectCardIds(db, scope, { after, size, withReviews }),
  );
  for await (const rows of listed) {
    for (const ids of groupByWeight(rows, bytes)) yield* readRecordsById(db, scope, ids, withReviews);
  }
}

function readRecordsById(db: Context["db"], { owner }: Scope, ids: readonly number[], withReviews: boolean) {
  return readInPortions(ids.length, async (after, size) => {
    const from = Number(after ?? 0);
    const value = await selectCardRecords(db, owner, ids.slice(from, from + size), withReviews);
    return { value, next: from + size < ids.length ? String(from + size) : null };
  });
}
