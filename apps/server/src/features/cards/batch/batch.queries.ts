import type { BatchAction } from "@repasa/contract/cards.ts";
import { scheduleColumnNames } from "#features/schedule/schedule.state.ts";
import { arrayParam, isAmong } from "#platform/db/array-params.ts";
import { deleteSome } from "#platform/db/delete-some.ts";
import { lte, type SQL, sql, toSnakeCase } from "#platform/db/drizzle.cjs";
import { at } from "#platform/db/instants.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { asInserted } from "#platform/scale-out/statements.ts";
import { batchCards, batches, type CardRow, cards } from "#schema/cards.ts";
import { folders } from "#schema/folders.ts";
import { batchTexts } from "#schema/following.ts";
import { reviews } from "#schema/schedule.ts";
import { insertVersions } from "../versions/versions.queries.ts";

export type BatchRow = typeof batches.$inferSelect;

// ---- Locks, in the order that `writeRecorded` describes ----

/**
 * Locks the folders of the given cards and one other folder, and marks them as changed at `now`.
 *
 * @returns The ids of the folders that exist.
 */
export async function touchFoldersOfCards(
  db: Queryable,
  owner: OwnerId,
  cardIds: readonly number[],
  other: number | null,
  now: Date,
) {
  const { rows } = await db.execute<{ id: number }>(sql`
    with locked as materialized (
      select id from ${folders}
      where user_id = ${owner} and (id = ${other}
        or id in (select folder_id from ${cards} where user_id = ${owner} and id ${isAmong(cardIds)}))
      order by id for no key update
    )
    update ${folders} as folder set updated_at = ${at(now)} from locked
    where folder.user_id = ${owner} and folder.id = locked.id returning folder.id`);
  return new Set(rows.map(({ id }) => id));
}

/** Locks the given cards that exist, and returns their ids, tags and folders. */
export async function lockCards(db: Queryable, owner: OwnerId, ids: readonly number[]) {
  const { rows } = await db.execute<{ id: number; tags: string[]; folderId: number }>(sql`
    select id, tags, folder_id as "folderId" from ${cards} where user_id = ${owner} and id ${isAmong(ids)} order by id for update`);
  return rows;
}

/** Returns the ids of the given cards and all their siblings, the lowest id first. */
export async function selectWithSiblings(db: Queryable, owner: OwnerId, ids: readonly number[]): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from ${cards} where user_id = ${owner} and (id ${isAmong(ids)} or group_id in (
      select group_id from ${cards} where user_id = ${owner} and id ${isAmong(ids)} and group_id is not null))
    order by id`);
  return rows.map(({ id }) => id);
}

// ---- Changes of cards ----

/**
 * The SQL of one action.
 *
 * - `condition`: true for the cards that the action changes.
 * - `assignments`: the new values; null to delete the cards.
 * - `join`: joins values that differ from card to card.
 * - `makesVersions`: true for an action that replaces texts or tags.
 */
type CardChange = { condition: SQL; assignments: SQL | null; join?: SQL; makesVersions?: true };

const assign = (name: string, value: SQL) => sql`${sql.identifier(toSnakeCase(name))} = ${value}`;
const scheduleReset = sql.join(
  scheduleColumnNames.map((name) => assign(name, sql`default`)),
  sql`, `,
);

export const cardChanges = {
  move: (folderId: number): CardChange => ({
    condition: sql`folder_id <> ${folderId}`,
    assignments: sql`folder_id = ${folderId}`,
  }),
  delete: (): CardChange => ({ condition: sql`true`, assignments: null }),
  suspend: (): CardChange => ({ condition: sql`not suspended`, assignments: sql`suspended = true` }),
  resume: (): CardChange => ({ condition: sql`suspended`, assignments: sql`suspended = false` }),
  reset: (): CardChange => ({
    condition: sql`(next_review_date is not null or review_count > 0 or difficulty <> 'new')`,
    assignments: scheduleReset,
  }),
  tag: (tagged: readonly { id: number; tags: string[] }[]): CardChange => ({
    condition: sql`id ${isAmong(tagged.map(({ id }) => id))}`,
    assignments: sql`tags = tagged.tags`,
    join: sql`join jsonb_to_recordset(${JSON.stringify(tagged)}::jsonb) as tagged (id bigint, tags text[])
      on tagged.id = changed.card_id`,
    makesVersions: true,
  }),
  /** @param space The characters that are trimmed from both ends of texts. */
  replace: (find: string, replacement: string, space: string): CardChange => ({
    condition: sql`(position(${find} in front) > 0 or position(${find} in back) > 0)`,
    assignments: sql`front = btrim(replace(front, ${find}, ${replacement}), ${space}),
      back = btrim(replace(back, ${find}, ${replacement}), ${space})`,
    makesVersions: true,
  }),
};

/**
 * Returns whether a replacement would make a side longer than `maxLength` characters. It computes the length without replacing,
 * because the result might have millions of characters.
 */
export async function wouldExceedLength(
  db: Queryable,
  owner: OwnerId,
  ids: readonly number[],
  { find, replacement, maxLength }: { find: string; replacement: string; maxLength: number },
): Promise<boolean> {
  const lengthAfter = (
    side: SQL,
  ) => sql`(char_length(${side}) + (char_length(${side}) - char_length(replace(${side}, ${find}, '')))
    / char_length(${find}) * (char_length(${replacement}) - char_length(${find})))`;
  const { rows } = await db.execute(sql`
    select 1 from ${cards} where user_id = ${owner} and id ${isAmong(ids)}
      and (${lengthAfter(sql`front`)} > ${maxLength} or ${lengthAfter(sql`back`)} > ${maxLength}) limit 1`);
  return rows.length > 0;
}

export async function insertBatch(db: Queryable, owner: OwnerId, id: string, action: BatchAction, now: Date) {
  await db.insert(batches).values({ userId: owner, id, action, createdAt: now });
}

/** Stores the current rows of the cards that the batch changes, then changes them. Returns the ids of these cards. */
export async function changeCards(
  db: Queryable,
  owner: OwnerId,
  batchId: string,
  ids: readonly number[],
  { condition, assignments, join = sql``, makesVersions }: CardChange,
  now: Date,
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    insert into ${asInserted(batchCards)} (user_id, batch_id, card_id, before)
    select user_id, ${batchId}::uuid, id, to_jsonb(card) from ${cards} as card
    where user_id = ${owner} and id ${isAmong(ids)} and ${condition} returning inserted.card_id as id`);
  const changed = rows.map(({ id }) => id);
  if (makesVersions) await insertVersions(db, owner, changed, now);
  if (assignments === null) {
    await db.execute(sql`delete from ${cards} where user_id = ${owner} and id in (${batchCardIds(owner, batchId)})`);
  } else {
    await db.execute(sql`
      with updated as (
        update ${cards} as card set ${assignments}, updated_at = ${at(now)}
        from (${batchCardIds(owner, batchId)}) as changed ${join} where card.user_id = ${owner} and card.id = changed.card_id
        returning card.*
      ),
      digests as (select id, ${currentDigest(owner, sql`updated`)} as digest from updated)
      update ${batchCards} as changed set digest_after = digest from digests
      where changed.user_id = ${owner} and batch_id = ${batchId}::uuid and card_id = digests.id`);
  }
  return changed;
}

export const batchCardIds = (owner: OwnerId, batchId: string) =>
  sql`select card_id from ${batchCards} where user_id = ${owner} and batch_id = ${batchId}::uuid`;

export const MEMORY_COLUMNS = ["stability", "memoryDifficulty", "easeFactor"];

/** What a digest omits: the memory state, which new weights change too, and what is described anew when a batch is undone. */
const OMITTED_COLUMNS = [...MEMORY_COLUMNS, "upstream"];

/** Digests a card and the number of its reviews that are not undone. */
export const currentDigest = (
  owner: OwnerId,
  card: SQL,
) => sql`md5((to_jsonb(${card}) - ${arrayParam(OMITTED_COLUMNS.map(toSnakeCase))}::text[])::text || (
  select count(*) from ${reviews} as review
  where review.user_id = ${owner} and review.card_id = ${card}.id and review.undone_at is null))`;

/** Returns the groups that the cards of a batch belonged to. */
export async function selectGroupsBefore(db: Queryable, owner: OwnerId, id: string): Promise<string[]> {
  const { rows } = await db.execute<{ groupId: string }>(sql`
    select distinct before->>'group_id' as "groupId" from ${batchCards}
    where user_id = ${owner} and batch_id = ${id}::uuid and before->>'group_id' is not null`);
  return rows.map(({ groupId }) => groupId);
}

/** Stores the id of the only remaining sibling, which no longer belongs to a group, with the deleted cards of its group. */
export async function updateLastSiblings(
  db: Queryable,
  owner: OwnerId,
  id: string,
  lone: readonly { id: number; groupId: string }[],
): Promise<void> {
  if (lone.length === 0) return;
  await db.execute(sql`
    with lone as (
      select deleted.card_id, deleted.before || jsonb_build_object('last_sibling', lone.id) as before
      from ${batchCards} as deleted
      join jsonb_to_recordset(${JSON.stringify(lone)}::jsonb) as lone (id bigint, "groupId" text)
        on before->>'group_id' = lone."groupId"
      where deleted.user_id = ${owner} and batch_id = ${id}::uuid
    )
    update ${batchCards} as deleted set before = lone.before from lone
    where deleted.user_id = ${owner} and batch_id = ${id}::uuid and deleted.card_id = lone.card_id`);
}

// ---- Derived data and cleaning up ----

/** Returns the ids of a batch's cards that exist, with the sizes of their texts in bytes. */
export async function selectTextSizes(db: Queryable, owner: OwnerId, batchId: string) {
  const { rows } = await db.execute<{ id: number; bytes: number }>(sql`
    select id, octet_length(front) + octet_length(back) as bytes from ${cards}
    where user_id = ${owner} and id in (${batchCardIds(owner, batchId)}) order by id`);
  return rows;
}

export type ChangedTexts = Pick<CardRow, "id" | "front" | "back" | "format" | "tags"> & {
  before: { front: string; back: string };
};

/** Returns the cards of a batch with ids from `from` to `to`, inclusive. */
export async function selectChangedTexts(
  db: Queryable,
  owner: OwnerId,
  batchId: string,
  [from, to]: readonly [number, number],
) {
  const { rows } = await db.execute<ChangedTexts>(sql`
    select id, front, back, format, tags, json_build_object('front', before->'front', 'back', before->'back') as before
    from ${cards} as card join ${batchCards} as changed on changed.user_id = card.user_id and card_id = id
    where card.user_id = ${owner} and id between ${from} and ${to}
      and batch_id = ${batchId}::uuid and card_id between ${from} and ${to}`);
  return rows;
}

/**
 * Deletes a user's oldest batches until the rows that the others have stored fit into a number of bytes. The given batch stays.
 * Batches that are being undone are left to the next call, which waits for nobody.
 */
export async function deleteLargeBatches(db: Queryable, owner: OwnerId, newest: string, bytes: number): Promise<void> {
  await db.execute(sql`
    with stored as (
      select batch_id, sum(bytes) as bytes from (
        select batch_id, pg_column_size(before) as bytes from ${batchCards} where user_id = ${owner}
        union all
        select batch_id, coalesce(pg_column_size(before), 0) + pg_column_size(after) as bytes
        from ${batchTexts} where user_id = ${owner}
      ) as things group by batch_id
    ), large as (
      select id from (
        select batch.id, sum(stored.bytes) over (order by batch.id <> ${newest}::uuid, batch.created_at desc, batch.id) as total
        from ${batches} as batch join stored on stored.batch_id = batch.id where batch.user_id = ${owner}
      ) as summed where total > ${bytes} and id <> ${newest}::uuid
    ), locked as materialized (
      select id from ${batches} where user_id = ${owner} and id in (select id from large) order by id for update skip locked
    )
    delete from ${batches} where user_id = ${owner} and id in (select id from locked)`);
}

export async function deleteOldBatches(db: Queryable, until: Date, limit: number): Promise<number> {
  return deleteSome(db, batches, lte(batches.createdAt, until), limit);
}
