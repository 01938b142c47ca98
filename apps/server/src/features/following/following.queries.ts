// What following reads of the author's account, and marks in the follower's.

import { isAmong } from "#platform/db/array-params.ts";
import { and, asc, eq, gt, sql } from "#platform/db/drizzle.cjs";
import { isOwn } from "#platform/db/own-rows.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { type CardRow, cards } from "#schema/cards.ts";
import { changeFeeds, changes } from "#schema/feed.ts";
import { folders } from "#schema/folders.ts";
import { followedCards, follows } from "#schema/following.ts";

/** Returns what a follower's folder begins with. */
export async function selectSharedFields(db: Queryable, author: OwnerId, folderId: number) {
  const { name, description, language, color, icon, answerMode, strictAccents } = folders;
  const [row] = await db
    .select({ name, description, language, color, icon, answerMode, strictAccents })
    .from(folders)
    .where(isOwn(folders, author, { id: folderId }));
  return row;
}

/** Returns the cards of a folder, the oldest first. */
export async function selectSharedCardIds(db: Queryable, author: OwnerId, folderId: number): Promise<number[]> {
  const rows = await db
    .select({ id: cards.id })
    .from(cards)
    .where(isOwn(cards, author, { folderId }))
    .orderBy(asc(cards.createdAt), asc(cards.id));
  return rows.map(({ id }) => id);
}

export type SharedCardRow = Pick<CardRow, "id" | "front" | "back" | "format" | "tags" | "groupId" | "variant">;

/** Returns those of the given cards that are in a folder, with their siblings there. */
export async function selectSharedCards(
  db: Queryable,
  author: OwnerId,
  folderId: number,
  ids: readonly number[],
): Promise<SharedCardRow[]> {
  const { rows } = await db.execute<SharedCardRow>(sql`
    select id, front, back, format, tags, group_id as "groupId", variant from ${cards}
    where user_id = ${author} and folder_id = ${folderId} and (id ${isAmong(ids)} or group_id in (
      select group_id from ${cards} where user_id = ${author} and id ${isAmong(ids)} and group_id is not null))
    order by created_at, id`);
  return rows;
}

/** Returns the last position of an author's feed, 0 if nothing was recorded yet. */
export async function selectLastPosition(db: Queryable, author: OwnerId): Promise<number> {
  const [row] = await db
    .select({ position: changeFeeds.lastPosition })
    .from(changeFeeds)
    .where(eq(changeFeeds.userId, author));
  return row?.position ?? 0;
}

/**
 * - `id`: a card that has changed since; null in the only row if none has.
 * - `isShared`: true if it is in the shared folder now.
 * - `isPruned`: true if the feed no longer names all cards that were deleted since.
 */
type NewsRow = { position: number; isPruned: boolean; id: number | null; isShared: boolean };

export async function selectNews(
  db: Queryable,
  author: OwnerId,
  { folderId, cursor }: { folderId: number; cursor: number },
): Promise<NewsRow[]> {
  const { rows } = await db.execute<NewsRow>(sql`
    select last_position as position, pruned_through > ${cursor} as "isPruned", change.thing_id as id,
      card.id is not null as "isShared"
    from ${changeFeeds} as feed
    left join ${changes} as change on change.user_id = ${author} and change.position > ${cursor} and change.kind = 'card'
    left join ${cards} as card on card.user_id = ${author} and card.id = change.thing_id and card.folder_id = ${folderId}
    where feed.user_id = ${author} order by change.position`);
  return rows;
}

/** Notes that a class has assigned a folder: it and the cards that follow the author's count in no limit. */
export async function updateAssigned(db: Queryable, owner: OwnerId, folderId: number): Promise<void> {
  await db.execute(sql`update ${folders} set assigned = true where user_id = ${owner} and id = ${folderId}`);
  await db.execute(sql`
    update ${cards} set assigned = true where user_id = ${owner} and assigned is null and id in (
      select card_id from ${followedCards} where user_id = ${owner} and folder_id = ${folderId} and source is not null)`);
}

// ---- Daily pulls ----

const isPulled = and(eq(follows.ended, false), eq(follows.paused, false));

/** Returns the next accounts that follow a folder, after one of them; null for the first ones. */
export async function selectOwnersToPull(db: Queryable, after: OwnerId | null, limit: number): Promise<OwnerId[]> {
  const rows = await db
    .selectDistinct({ userId: follows.userId })
    .from(follows)
    .where(and(isPulled, after === null ? undefined : gt(follows.userId, after)))
    .orderBy(asc(follows.userId))
    .limit(limit);
  return rows.map(({ userId }) => userId);
}

export async function selectFoldersToPull(db: Queryable, owner: OwnerId): Promise<number[]> {
  const rows = await db
    .select({ folderId: follows.folderId })
    .from(follows)
    .where(and(eq(follows.userId, owner), isPulled))
    .orderBy(asc(follows.folderId));
  return rows.map(({ folderId }) => folderId);
}
