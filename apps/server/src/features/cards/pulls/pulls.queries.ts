import { and, asc, eq, gt, sql } from "#platform/db/drizzle.cjs";
import { isOwn } from "#platform/db/own-rows.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { batches } from "#schema/cards.ts";
import { batchTexts } from "#schema/following.ts";

/** @param from The position in the author's feed from which the pull began. */
export async function insertPull(
  db: Queryable,
  owner: OwnerId,
  { id, folderId, from }: { id: string; folderId: number; from: number },
  now: Date,
): Promise<void> {
  const pull = { action: "pull", followingFolderId: folderId, pulledFrom: from } as const;
  await db.insert(batches).values({ userId: owner, id, createdAt: now, ...pull });
}

export async function deleteBatch(db: Queryable, owner: OwnerId, id: string): Promise<void> {
  await db.delete(batches).where(isOwn(batches, owner, { id }));
}

/** A text before a pull and after it, and its place among those of the pull. */
export type PulledRow = Pick<typeof batchTexts.$inferSelect, "place" | "before" | "after">;

export async function insertBatchTexts(
  db: Queryable,
  owner: OwnerId,
  batchId: string,
  rows: readonly PulledRow[],
): Promise<void> {
  await db.execute(sql`
    insert into ${batchTexts} (user_id, batch_id, place, before, after)
    select ${owner}, ${batchId}::uuid, place, nullif(before, 'null'::jsonb), after
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as pulled (place integer, before jsonb, after jsonb)`);
}

/** Returns the texts of a pull after a place, in their order. */
export async function selectBatchTexts(
  db: Queryable,
  owner: OwnerId,
  batchId: string,
  after: number,
  limit: number,
): Promise<PulledRow[]> {
  const { place, before, after: left } = batchTexts;
  return db
    .select({ place, before, after: left })
    .from(batchTexts)
    .where(and(eq(batchTexts.userId, owner), eq(batchTexts.batchId, batchId), gt(place, after)))
    .orderBy(asc(place))
    .limit(limit);
}
