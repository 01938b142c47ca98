import { MAX_TAG_LENGTH } from "@repasa/contract/cards.limits.ts";
import { isAmong } from "#platform/db/array-params.ts";
import { deleteSome } from "#platform/db/delete-some.ts";
import { and, desc, eq, gt, lte, sql } from "#platform/db/drizzle.cjs";
import { at } from "#platform/db/instants.ts";
import { isOwn } from "#platform/db/own-rows.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { cards, cardVersions } from "#schema/cards.ts";

/** A card keeps its newest versions, so that a device that saves without an end does not fill the database. */
const MAX_VERSIONS = 100;

/** The size of all versions of an account, the newest of which are kept. An edit is never refused because of them. */
const MAX_VERSION_BYTES = 20_000_000;
/** What a version takes beside its texts and tags: its row and its entries in three indexes. */
const ROW_BYTES = 500;

/** Each tag counts as one of the greatest length: on a cluster, no function that is only stable may measure a column here. */
const versionBytes = sql.raw(
  `(octet_length(front) + octet_length(back) + ${MAX_TAG_LENGTH} * cardinality(tags) + ${ROW_BYTES})`,
);

/**
 * Stores the present texts and tags of cards that are about to be edited and that the transaction has locked. Deletes the oldest
 * versions of each of them, and then of the account, beyond the limits.
 */
export async function insertVersions(
  db: Queryable,
  owner: OwnerId,
  cardIds: readonly number[],
  now: Date,
): Promise<void> {
  if (cardIds.length === 0) return;
  await db.execute(sql`
    insert into ${cardVersions} (user_id, card_id, replaced_at, front, back, format, tags)
    select user_id, id, ${at(now)}, front, back, format, tags from (
      select *, sum(${versionBytes}) over (order by id desc rows unbounded preceding) as total from ${cards}
      where user_id = ${owner} and id ${isAmong(cardIds)}
    ) as edited where total <= ${MAX_VERSION_BYTES} order by id`);
  await db.execute(sql`
    delete from ${cardVersions} as old where user_id = ${owner}
      and card_id ${isAmong(cardIds)}
      and id <= (
        select newer.id from ${cardVersions} as newer where newer.user_id = ${owner} and newer.card_id = old.card_id
        order by newer.id desc offset ${MAX_VERSIONS} limit 1)`);
  await deleteVersionsBeyond(db, owner, MAX_VERSION_BYTES);
}

/** Leaves out versions that another transaction is deleting, so that it waits for nobody whose cards it has not locked. */
async function deleteVersionsBeyond(db: Queryable, owner: OwnerId, bytes: number): Promise<void> {
  await db.execute(sql`
    with summed as (
      select id, sum(${versionBytes}) over (order by id desc rows unbounded preceding) as total
      from ${cardVersions} where user_id = ${owner}
    ), locked as materialized (
      select id from ${cardVersions} where user_id = ${owner} and id in (select id from summed where total > ${bytes})
      order by id for update skip locked
    )
    delete from ${cardVersions} where user_id = ${owner} and id in (select id from locked)`);
}

export type VersionRow = Pick<
  typeof cardVersions.$inferSelect,
  "id" | "replacedAt" | "front" | "back" | "format" | "tags"
>;

/** `versionId`: leaves out all other versions. */
export type WantedVersions = { cardId: number; versionId?: number };

/** Returns the versions of a card that were replaced after an instant, the newest first. */
export async function selectVersions(
  db: Queryable,
  owner: OwnerId,
  { cardId, versionId }: WantedVersions,
  after: Date,
): Promise<VersionRow[]> {
  return db
    .select({
      id: cardVersions.id,
      replacedAt: cardVersions.replacedAt,
      front: cardVersions.front,
      back: cardVersions.back,
      format: cardVersions.format,
      tags: cardVersions.tags,
    })
    .from(cardVersions)
    .where(
      and(
        eq(cardVersions.userId, owner),
        eq(cardVersions.cardId, cardId),
        gt(cardVersions.replacedAt, after),
        versionId === undefined ? undefined : eq(cardVersions.id, versionId),
      ),
    )
    .orderBy(desc(cardVersions.id));
}

export async function cardExists(db: Queryable, owner: OwnerId, id: number): Promise<boolean> {
  return (await db.$count(cards, isOwn(cards, owner, { id }))) > 0;
}

/** Deletes at most `limit` versions that were replaced by an instant, and returns how many. */
export async function deleteOldVersions(db: Queryable, until: Date, limit: number): Promise<number> {
  return deleteSome(db, cardVersions, lte(cardVersions.replacedAt, until), limit);
}
