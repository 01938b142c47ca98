import type { MediaFile } from "@repasa/card-files/media/media-file.ts";
import { and, eq, inArray, type SQL, sql } from "#platform/db/drizzle.cjs";
import { accountKeys, MEDIA_LOCK } from "#platform/db/locks.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { cardMedia } from "#schema/cards.ts";
import { media, mediaData } from "#schema/media.ts";

/** Locks the user's files until the transaction ends. It is the last lock taken, so that a waiting transaction blocks others only briefly. */
export async function lockMedia(db: Queryable, owner: OwnerId): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${accountKeys(MEDIA_LOCK, owner)})`);
}

/** Inserts files. For unused files that are already stored, the time until their deletion starts again. */
export async function insertMedia(
  db: Queryable,
  owner: OwnerId,
  files: readonly MediaFile[],
  now: Date,
): Promise<void> {
  const rows = files.map(({ data: _, ...file }) => ({ ...file, userId: owner, createdAt: now, unusedSince: now }));
  await db
    .insert(media)
    .values(rows)
    .onConflictDoUpdate({
      target: [media.userId, media.id],
      set: { unusedSince: sql`excluded.unused_since` },
      setWhere: sql`${media.unusedSince} is not null`,
    });
  await db
    .insert(mediaData)
    .values(files.map(({ id, data }) => ({ userId: owner, mediaId: id, data })))
    .onConflictDoNothing();
}

export async function selectKnownMedia(db: Queryable, owner: OwnerId, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ id: media.id })
    .from(media)
    .where(and(eq(media.userId, owner), inArray(media.id, [...ids])));
  return rows.map(({ id }) => id);
}

export async function selectMediaBytes(db: Queryable, owner: OwnerId): Promise<number> {
  const [row] = await db
    .select({ bytes: sql<number>`coalesce(sum(${media.bytes}), 0)`.mapWith(Number) })
    .from(media)
    .where(eq(media.userId, owner));
  return row?.bytes ?? 0;
}

export async function selectMedia(db: Queryable, owner: OwnerId, id: string) {
  const [row] = await db
    .select({ contentType: media.contentType, bytes: media.bytes, width: media.width, height: media.height })
    .from(media)
    .where(and(eq(media.userId, owner), eq(media.id, id)));
  return row;
}

/** Returns `length` bytes of a file, without reading the rest of it. */
export async function selectMediaPart(
  db: Queryable,
  owner: OwnerId,
  id: string,
  { from, length }: { from: number; length: number },
): Promise<Uint8Array | undefined> {
  const [row] = await db
    .select({ part: sql<Buffer>`substring(${mediaData.data} from ${from + 1}::int for ${length}::int)` })
    .from(mediaData)
    .where(and(eq(mediaData.userId, owner), eq(mediaData.mediaId, id)));
  return row?.part;
}

const used = sql`exists (select 1 from ${cardMedia} as use where use.user_id = ${media.userId} and use.media_id = ${media.id})`;

/** The position of a file in the order of all files. Every file comes after `FIRST_POSITION`. */
export type MediaPosition = { userId: number; id: string };
export const FIRST_POSITION: MediaPosition = { userId: 0, id: "" };

/** Updates `unused_since` of at most `limit` files after a position. Returns the position of the last one; null if there was none. */
export async function updateUnusedMedia(
  db: Queryable,
  now: Date,
  after: MediaPosition,
  limit: number,
): Promise<MediaPosition | null> {
  const { rows } = await db.execute<MediaPosition>(sql`
    with part as (
      select user_id, id from ${media} where (user_id, id) > (${after.userId}, ${after.id}) order by user_id, id limit ${limit}
    ), noted as (
      update ${media} set unused_since = case when ${media.unusedSince} is null then ${now.toISOString()}::timestamptz end
      from part where ${media.userId} = part.user_id and ${media.id} = part.id and (${media.unusedSince} is null) <> ${used}
    )
    select user_id as "userId", id from part order by user_id desc, id desc limit 1`);
  return rows[0] ?? null;
}

/**
 * Returns the statement that marks files as used, so that they are not deleted. It runs in the transaction that adds the uses, so that a
 * concurrent deletion waits for it and then skips the files.
 *
 * @param used Selects `media_id`.
 */
export const markMediaUsed = (owner: OwnerId, used: SQL) => sql`
  update ${media} set unused_since = null
  where user_id = ${owner} and unused_since is not null and id in (${used})`;

/**
 * Deletes at most `limit` files that no card has used since an instant, and returns how many. If a card starts to use one concurrently
 * (`markMediaUsed`), this waits and skips that file.
 */
export async function deleteUnusedMedia(db: Queryable, before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from ${media} where unused_since <= ${before.toISOString()} and not ${used} and (user_id, id) in (
      select user_id, id from ${media} where unused_since <= ${before.toISOString()} and not ${used} limit ${limit})`);
  return rowCount ?? 0;
}
