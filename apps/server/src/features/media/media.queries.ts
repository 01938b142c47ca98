import type { MediaFile } from "@repasa/card-files/media/media-file.ts";
import { and, eq, inArray, type SQL, sql } from "#platform/db/drizzle.cjs";
import { accountKeys, MEDIA_LOCK } from "#platform/db/locks.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { cardMedia } from "#schema/cards.ts";
import { media, mediaData } from "#schema/media.ts";

/** Until the transaction ends. Taken last, so that who waits for it holds nobody up for long. */
export async function lockMedia(db: Queryable, owner: OwnerId): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${accountKeys(MEDIA_LOCK, owner)})`);
}

/** Adds files, or lets those that are there wait anew for a card that uses them. */
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

/** A part of a file, from a byte on: no more than that is read. */
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

/** A file's place among all of them; the first part begins after `FIRST_PLACE`. */
export type MediaPlace = { userId: number; id: string };
export const FIRST_PLACE: MediaPlace = { userId: 0, id: "" };

/** Brings up to date since when no card uses a file, of some files after a place; says where they end, null at the last. */
export async function noteUnusedMedia(
  db: Queryable,
  now: Date,
  after: MediaPlace,
  limit: number,
): Promise<MediaPlace | null> {
  const { rows } = await db.execute<MediaPlace>(sql`
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
 * The statement by which files that cards have begun to use no longer wait for their removal. It runs in the transaction that
 * adds the uses, so that a removal waits for it and then leaves the files alone.
 *
 * @param used Selects `media_id`.
 */
export const markMediaUsed = (owner: OwnerId, used: SQL) => sql`
  update ${media} set unused_since = null
  where user_id = ${owner} and unused_since is not null and id in (${used})`;

/**
 * Deletes some of the files that no card has used since an instant, and says how many. A card that begins to use one meanwhile
 * (`markMediaUsed`) makes this wait, and leave it.
 */
export async function deleteUnusedMedia(db: Queryable, before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from ${media} where unused_since <= ${before.toISOString()} and not ${used} and (user_id, id) in (
      select user_id, id from ${media} where unused_since <= ${before.toISOString()} and not ${used} limit ${limit})`);
  return rowCount ?? 0;
}
