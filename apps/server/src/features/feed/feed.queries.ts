import type { ChangeKind } from "@repasa/contract/changes.ts";
import { lte, type SQL, sql } from "#platform/db/drizzle.cjs";
import { at } from "#platform/db/instants.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { changeFeeds, changes } from "#schema/feed.ts";

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

export type Feed = { feedId: string; lastPosition: number; prunedThrough: number };

/** `kind` and its fields are null in the only row of a page without changes. */
type FeedRow = Feed & { kind: ChangeKind | null; id: number; position: number; gone: boolean };

export type FeedEntry = { kind: ChangeKind; id: number; position: number; gone: boolean };

/** The part of the feed after a position. The reader began when `begunAt` was the last one, and null stands for now. */
export type FeedRange = { after: number; begunAt: number | null };

/**
 * Selects the feed with the first changes of a range. A reader that began at the beginning has received the preferences first, and
 * never had the things that were gone by then: both are left out.
 */
export const feedPage = (owner: OwnerId, { after, begunAt }: FeedRange, limit: number): SQL => sql`
  select feed_id as "feedId", last_position as "lastPosition", pruned_through as "prunedThrough", change.*
  from ${changeFeeds} as feed left join lateral (
    select kind, thing_id as id, position, gone_at is not null as gone from ${changes}
    where user_id = ${owner} and position > ${after}
      and (position > coalesce(${begunAt}::bigint, feed.last_position) or gone_at is null and kind <> 'preferences')
    order by position limit ${limit}
  ) as change on true
  where feed.user_id = ${owner} order by position`;

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
  const entries = rows.flatMap(({ kind, id, position, gone }): FeedEntry[] =>
    kind === null ? [] : [{ kind, id, position, gone }],
  );
  const feed: Feed = { feedId: first.feedId, lastPosition: first.lastPosition, prunedThrough: first.prunedThrough };
  return { feed, entries };
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
