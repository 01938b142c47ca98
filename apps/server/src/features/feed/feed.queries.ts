import type { ChangeKind } from "@repasa/contract/changes.ts";
import { lte, type SQL, sql } from "#platform/db/drizzle.cjs";
import { at } from "#platform/db/instants.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { changeFeeds, changes } from "#schema/feed.ts";
import { reviews, userScheduling } from "#schema/schedule.ts";

// ---- Recording ----

/** Things of one kind that a transaction has changed or, at `goneAt`, deleted. This is what `record_changes` takes. */
export type ChangedThings = { kind: ChangeKind; ids: number[]; goneAt: string | null };

/**
 * Gives the things the next positions of the feed, in this order. The function is defined in a migration. It locks the feed until
 * the transaction ends, so that positions become visible in their order.
 */
export async function insertChanges(
  db: Queryable,
  owner: OwnerId,
  changed: readonly Readonly<ChangedThings>[],
): Promise<void> {
  await db.execute(sql`select record_changes(${owner}, ${JSON.stringify(changed)}::jsonb)`);
}

// ---- Reading ----

/** `lastReviewId` is the highest id of the log, 0 without a review. */
export type Feed = { feedId: string; lastPosition: number; prunedThrough: number; lastReviewId: number };

/** How far a reader has read: up to a change, and up to a rating in the log. */
export type Place = { position: number; ratedThrough: number };

/** `kind` and its fields are null in the only row of a page without changes. */
type FeedRow = Feed & Place & { kind: ChangeKind | null; id: number; gone: boolean };

/** A change with the place of a reader that has received it. */
export type FeedEntry = Place & { kind: ChangeKind; id: number; gone: boolean };

/** The part of the feed after a place. The reader began when `begunAt` was the last position. Null stands for now. */
export type FeedRange = { after: number; ratedThrough: number | null; begunAt: number | null };

/**
 * Selects the feed with the first changes of a range, then the cards that were rated, each by its last review. A reader that began
 * at the beginning has received the preferences first, and never had the things that were gone by then: both are left out. The
 * reviews of an import are, too: their ids were reserved before, and the import has recorded their cards.
 */
export const feedPage = (owner: OwnerId, { after, ratedThrough, begunAt }: FeedRange, limit: number): SQL => sql`
  select feed_id as "feedId", last_position as "lastPosition", pruned_through as "prunedThrough",
    coalesce(log.last_review_id, 0) as "lastReviewId", change.*
  from ${changeFeeds} as feed left join ${userScheduling} as log on log.user_id = ${owner}
  left join lateral (
    (select kind, thing_id as id, gone_at is not null as gone, position,
      coalesce(${ratedThrough}::bigint, log.last_review_id, 0) as "ratedThrough" from ${changes}
    where user_id = ${owner} and position > ${after}
      and (position > coalesce(${begunAt}::bigint, feed.last_position) or gone_at is null and kind <> 'preferences')
    order by position limit ${limit})
    union all
    (select 'card', card_id, false, feed.last_position, max(id) from ${reviews}
    where user_id = ${owner} and id > coalesce(${ratedThrough}::bigint, log.last_review_id) and import_id is null
    group by card_id order by max(id) limit ${limit})
  ) as change on true
  where feed.user_id = ${owner} order by position, "ratedThrough" limit ${limit}`;

export type FeedPage = { feed: Feed; entries: FeedEntry[] };

/** Returns undefined for a user without a feed. */
export async function selectFeedPage(
  db: Queryable,
  owner: OwnerId,
  range: FeedRange,
  limit: number,
): Promise<FeedPage | undefined> {
  const { rows } = await db.execute<FeedRow>(feedPage(owner, range, limit));
  const [first] = rows;
  if (!first) return undefined;
  const entries = rows.flatMap(({ kind, id, gone, position, ratedThrough }): FeedEntry[] =>
    kind === null ? [] : [{ kind, id, gone, position, ratedThrough }],
  );
  const { feedId, lastPosition, prunedThrough, lastReviewId } = first;
  return { feed: { feedId, lastPosition, prunedThrough, lastReviewId }, entries };
}

/** Creates the feed of a user for whom nothing was recorded yet. */
export async function insertFeed(db: Queryable, owner: OwnerId, feedId: string): Promise<void> {
  await db.insert(changeFeeds).values({ userId: owner, feedId }).onConflictDoNothing();
}

// ---- Cleaning up ----

/** Returns users with things that were gone by an instant. */
export async function selectOwnersToPrune(db: Queryable, until: Date, limit: number): Promise<OwnerId[]> {
  const rows = await db
    .selectDistinct({ userId: changes.userId })
    .from(changes)
    .where(lte(changes.goneAt, until))
    .limit(limit);
  return rows.map(({ userId }) => userId);
}

/** Removes a user's things that were gone by an instant from the feed. Cursors before them are too old from then on. */
export async function pruneFeed(db: Queryable, owner: OwnerId, until: Date): Promise<void> {
  const isOld = sql`user_id = ${owner} and gone_at <= ${at(until)}`;
  await db.execute(sql`
    update ${changeFeeds} set pruned_through = greatest(pruned_through, old.last)
    from (select max(position) as last from ${changes} where ${isOld}) as old where user_id = ${owner}`);
  await db.execute(sql`delete from ${changes} where ${isOld}`);
}
