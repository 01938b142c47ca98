import type { MediaFile } from "@repasa/card-files/media/media-file.ts";
import { arrayParam } from "#platform/db/array-params.ts";
import { and, asc, type Column, eq, inArray, lte, type SQL, sql } from "#platform/db/drizzle.cjs";
import { at } from "#platform/db/instants.ts";
import { accountKeys, MEDIA_LOCK } from "#platform/db/locks.ts";
import { isOwn } from "#platform/db/own-rows.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { cardMedia } from "#schema/cards.ts";
import { media, mediaData, sharedMedia } from "#schema/media.ts";

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
    .where(isOwn(media, owner, { id }));
  return row;
}

/** Returns `length` bytes of a file, without reading the rest of it. */
export async function selectMediaPart(
  db: Queryable,
  owner: OwnerId,
  id: string,
  { from, length }: { from: number; length: number },
): Promise<Uint8Array | undefined> {
  const partOf = (data: Column) => ({ part: sql<Buffer>`substring(${data} from ${from + 1}::int for ${length}::int)` });
  const [row] = await db
    .select(partOf(mediaData.data))
    .from(mediaData)
    .where(isOwn(mediaData, owner, { mediaId: id }));
  if (row) return row.part;
  if ((await db.$count(media, isOwn(media, owner, { id, shared: true }))) === 0) return undefined;
  const [shared] = await db.select(partOf(sharedMedia.data)).from(sharedMedia).where(eq(sharedMedia.id, id));
  return shared?.part;
}

// ---- Files that come with a followed folder ----

export type MediaRow = typeof media.$inferSelect;

/** Returns those of an account's files that exist, the smallest id first. */
export async function selectMediaRows(db: Queryable, owner: OwnerId, ids: readonly string[]): Promise<MediaRow[]> {
  return db
    .select()
    .from(media)
    .where(and(eq(media.userId, owner), inArray(media.id, [...ids])))
    .orderBy(asc(media.id));
}

/** How long ago a file may have been noted as used before it is noted again. */
const NOTED_MS = 86_400_000;

/** Shares the bytes of an account's files, each once for all accounts. */
export async function shareBytes(db: Queryable, author: OwnerId, ids: readonly string[], now: Date): Promise<void> {
  const known = await db
    .select({ id: sharedMedia.id })
    .from(sharedMedia)
    .where(inArray(sharedMedia.id, [...ids]));
  const missing = ids.filter((id) => known.every((one) => one.id !== id));
  await db.execute(sql`
    insert into ${sharedMedia} (id, data, used_at) select media_id, data, ${at(now)} from ${mediaData}
    where user_id = ${author} and media_id = any(${arrayParam(missing)}::text[]) order by media_id
    on conflict (id) do nothing`);
  const noted = new Date(now.getTime() - NOTED_MS);
  // In the order of all followers, who may pull at once.
  await db.execute(sql`
    update ${sharedMedia} set used_at = ${at(now)} where id in (
      select id from ${sharedMedia} where id = any(${arrayParam(ids)}::text[]) and used_at <= ${at(noted)}
      order by id for update)`);
}

/** Gives an account files whose bytes are shared. */
export async function insertSharedMedia(
  db: Queryable,
  owner: OwnerId,
  rows: readonly MediaRow[],
  now: Date,
): Promise<void> {
  const values = rows.map((row) => ({ ...row, userId: owner, createdAt: now, unusedSince: null, shared: true }));
  if (values.length > 0) await db.insert(media).values(values).onConflictDoNothing();
}

/** Returns shared files that nobody was known to have since an instant, the oldest first. */
export async function selectUncertainMedia(db: Queryable, before: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: sharedMedia.id })
    .from(sharedMedia)
    .where(lte(sharedMedia.usedAt, before))
    .orderBy(asc(sharedMedia.usedAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

/** Returns those of shared files that an account has, whichever. */
export async function selectHeldMedia(db: Queryable, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectDistinct({ id: media.id })
    .from(media)
    .where(and(eq(media.shared, true), inArray(media.id, [...ids])));
  return rows.map(({ id }) => id);
}

/** Notes that some shared files are held, and deletes the others unless an account has got one meanwhile. */
export async function updateSharedMedia(
  db: Queryable,
  { held, others, before, now }: { held: readonly string[]; others: readonly string[]; before: Date; now: Date },
): Promise<void> {
  await db
    .update(sharedMedia)
    .set({ usedAt: now })
    .where(inArray(sharedMedia.id, [...held]));
  await db.delete(sharedMedia).where(and(inArray(sharedMedia.id, [...others]), lte(sharedMedia.usedAt, before)));
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
