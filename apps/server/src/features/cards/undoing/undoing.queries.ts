import { arrayParam, isAmong } from "#platform/db/array-params.ts";
import { getTableColumns, sql, toSnakeCase } from "#platform/db/drizzle.cjs";
import { at } from "#platform/db/instants.ts";
import { isOwn } from "#platform/db/own-rows.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { countChanged } from "#platform/scale-out/statements.ts";
import { batchCards, batches, cards } from "#schema/cards.ts";
import { folders } from "#schema/folders.ts";
import { followedCards } from "#schema/following.ts";
import { type BatchRow, batchCardIds, currentDigest, MEMORY_COLUMNS } from "../batch/batch.queries.ts";

export async function selectBatch(db: Queryable, owner: OwnerId, id: string): Promise<BatchRow | undefined> {
  return batchQuery(db, owner, id).then(([row]) => row);
}

/** Selects a batch and locks it, so that no other request undoes it before the transaction ends. */
export async function lockBatch(db: Queryable, owner: OwnerId, id: string): Promise<BatchRow | undefined> {
  const [row] = await batchQuery(db, owner, id).for("update");
  return row;
}

function batchQuery(db: Queryable, owner: OwnerId, id: string) {
  return db
    .select()
    .from(batches)
    .where(isOwn(batches, owner, { id }));
}

/** Returns the ids of the cards of a batch, and of the folders that they were in. */
export async function selectBatchCards(db: Queryable, owner: OwnerId, id: string) {
  const { rows } = await db.execute<{ cardIds: number[] | null; folderIds: number[] | null }>(sql`
    select json_agg(card_id) as "cardIds", json_agg(distinct (before->>'folder_id')::bigint) as "folderIds"
    from ${batchCards} where user_id = ${owner} and batch_id = ${id}::uuid`);
  return { cardIds: rows[0]?.cardIds ?? [], folderIds: rows[0]?.folderIds ?? [] };
}

/** Locks the given folders that exist, marks them as changed at `now`, and returns their number. */
export async function touchFoldersById(db: Queryable, owner: OwnerId, ids: readonly number[], now: Date) {
  const { rowCount } = await db.execute(sql`
    with locked as materialized (
      select id from ${folders} where user_id = ${owner} and id ${isAmong(ids)} order by id for no key update
    )
    update ${folders} as folder set updated_at = ${at(now)} from locked
    where folder.user_id = ${owner} and folder.id = locked.id`);
  return rowCount ?? 0;
}

/** Returns the ids of the remaining siblings of the cards that a batch deleted. */
export async function selectRemainingSiblings(db: Queryable, owner: OwnerId, id: string, groups: readonly string[]) {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from ${cards} where user_id = ${owner} and (group_id = any(${arrayParam(groups)}::uuid[])
      or id in (select (before->>'last_sibling')::bigint from ${batchCards}
        where user_id = ${owner} and batch_id = ${id}::uuid))`);
  return rows.map((row) => row.id);
}

/**
 * Adds remaining cards to the groups of the deleted ones, which have been inserted again.
 *
 * @returns False if a remaining card has other texts by now, or the same variant as a restored one.
 */
export async function updateRegrouped(db: Queryable, owner: OwnerId, id: string): Promise<boolean> {
  const formerCards = sql`${batchCards} cross join jsonb_populate_record(null::cards, before) as old`;
  const isInBatch = sql`batch_cards.user_id = ${owner} and batch_id = ${id}::uuid`;
  await db.execute(sql`
    update ${cards} as card set group_id = old.group_id,
      variant = case when card.variant is null and old.variant is null then 'reverse' else card.variant end
    from ${formerCards}
    where ${isInBatch} and card.user_id = ${owner} and card.id = (before->>'last_sibling')::bigint
      and card.group_id is null`);
  const isReverse = (alias: string) => sql`(coalesce(${sql.raw(alias)}.variant, '') = 'reverse')`;
  const { rows } = await db.execute(sql`
    select 1 from ${formerCards}
    join ${cards} as card on card.user_id = ${owner}
      and (card.group_id = old.group_id or card.id = (batch_cards.before->>'last_sibling')::bigint)
    where ${isInBatch} and card.id not in (${batchCardIds(owner, id)}) and (
      card.group_id is distinct from old.group_id or card.variant is not distinct from old.variant
      or (card.format, card.front, card.back) is distinct from (old.format,
        case when ${isReverse("card")} = ${isReverse("old")} then old.front else old.back end,
        case when ${isReverse("card")} = ${isReverse("old")} then old.back else old.front end))
    limit 1`);
  return rows.length === 0 && !(await hasFollowedConflict(db, owner, id));
}

/**
 * Returns whether a restored card of a gap shares a followed text with a card that has another text by now, or the same gap. An edit
 * may have left that one alone, without the group.
 */
async function hasFollowedConflict(db: Queryable, owner: OwnerId, id: string): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select 1 from ${formerRows(owner, id)}
    join ${followedCards} as restored on restored.user_id = ${owner} and restored.card_id = old.id
    join ${followedCards} as other on other.user_id = ${owner} and other.text_id = restored.text_id
    join ${cards} as card on card.user_id = ${owner} and card.id = other.card_id
    where old.variant <> 'reverse' and restored.former_text is null and other.former_text is null
      and card.id not in (${batchCardIds(owner, id)})
      and (card.variant = old.variant or (card.format, card.front, card.back) is distinct from (old.format, old.front, old.back))
    limit 1`);
  return rows.length > 0;
}

/** Counts the cards of a batch that were changed or deleted since. */
export async function countChangedSince(db: Queryable, owner: OwnerId, id: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*) as count from ${batchCards} as batch_card
    left join lateral (
      select ${currentDigest(owner, sql`card`)} as digest from ${cards} as card
      where card.user_id = ${owner} and card.id = batch_card.card_id
    ) as present on true
    where batch_card.user_id = ${owner} and batch_id = ${id}::uuid and digest_after is distinct from digest`);
  return rows[0]?.count ?? 0;
}

const listColumnsExcept = (excluded: readonly string[]) =>
  Object.keys(getTableColumns(cards))
    .filter((name) => !excluded.includes(name))
    .map((name) => sql.identifier(toSnakeCase(name)));

const formerRows = (owner: OwnerId, id: string) => sql`(
  select old.* from ${batchCards}, jsonb_populate_record(null::cards, before) as old
  where batch_cards.user_id = ${owner} and batch_id = ${id}::uuid) as old`;

/** Inserts the deleted cards of a batch again; returns false if a row conflicts with one of them. */
export async function insertDeletedCards(db: Queryable, owner: OwnerId, id: string, count: number): Promise<boolean> {
  const names = sql.join(listColumnsExcept([]), sql`, `);
  const inserted = await countChanged(
    db,
    sql`insert into ${cards} (${names}) overriding system value select ${names} from ${formerRows(owner, id)} order by id
      on conflict do nothing returning 1`,
  );
  return inserted === count;
}

/** Restores the changed cards of a batch. The memory state is restored only if the batch changed it. */
export async function updateToFormerRows(
  db: Queryable,
  owner: OwnerId,
  { id, action }: Pick<BatchRow, "id" | "action">,
): Promise<void> {
  const names = listColumnsExcept(["id", "userId", ...(action === "reset" ? [] : MEMORY_COLUMNS)]);
  const values = sql.join(
    names.map((name) => sql`${name} = old.${name}`),
    sql`, `,
  );
  await db.execute(sql`
    update ${cards} as card set ${values} from ${formerRows(owner, id)}
    where card.user_id = ${owner} and card.id = old.id`);
}

export async function updateUndoneBatch(db: Queryable, owner: OwnerId, id: string, undoneAt: Date): Promise<void> {
  await db
    .update(batches)
    .set({ undoneAt })
    .where(isOwn(batches, owner, { id }));
}
