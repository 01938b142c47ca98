import { and, eq, getTableColumns, sql, toSnakeCase } from "#platform/db/drizzle.cjs";
import { at } from "#platform/db/instants.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { countChanged } from "#platform/scale-out/statements.ts";
import { batchCards, batches, cards } from "#schema/cards.ts";
import { folders } from "#schema/folders.ts";
import { among, type BatchRow, cardsOf, column, digestOf, MEMORY } from "../batch/batch.queries.ts";

export async function selectBatch(db: Queryable, owner: OwnerId, id: string): Promise<BatchRow | undefined> {
  return batchQuery(db, owner, id).then(([row]) => row);
}

/** The same, and nobody else undoes it before the transaction ends. */
export async function lockBatch(db: Queryable, owner: OwnerId, id: string): Promise<BatchRow | undefined> {
  const [row] = await batchQuery(db, owner, id).for("update");
  return row;
}

function batchQuery(db: Queryable, owner: OwnerId, id: string) {
  return db
    .select()
    .from(batches)
    .where(and(eq(batches.userId, owner), eq(batches.id, id)));
}

/** The cards of a batch, and the folders that they were in. */
export async function selectBatchCards(db: Queryable, owner: OwnerId, id: string) {
  const { rows } = await db.execute<{ cardIds: number[] | null; folderIds: number[] | null }>(sql`
    select json_agg(card_id) as "cardIds", json_agg(distinct (before->>'folder_id')::bigint) as "folderIds"
    from ${batchCards} where user_id = ${owner} and batch_id = ${id}::uuid`);
  return { cardIds: rows[0]?.cardIds ?? [], folderIds: rows[0]?.folderIds ?? [] };
}

/** Which folders of some exist; they are changed as of now. */
export async function touchFoldersById(db: Queryable, owner: OwnerId, ids: readonly number[], now: Date) {
  const { rowCount } = await db.execute(sql`
    with locked as materialized (
      select id from ${folders} where user_id = ${owner} and id ${among(ids)} order by id for no key update
    )
    update ${folders} as folder set updated_at = ${at(now)} from locked
    where folder.user_id = ${owner} and folder.id = locked.id`);
  return rowCount ?? 0;
}

/** The siblings that a batch left of the cards that it deleted, the lowest id first. */
export async function selectLeftSiblings(db: Queryable, owner: OwnerId, id: string, groups: readonly string[]) {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from ${cards} where user_id = ${owner} and (group_id = any(${column(groups)}::uuid[])
      or id in (select (before->>'last_sibling')::bigint from ${batchCards}
        where user_id = ${owner} and batch_id = ${id}::uuid))`);
  return rows.map((row) => row.id);
}

/**
 * Makes the cards that were left alone siblings again of the deleted ones, which are back. False where one of those that
 * stayed has other texts by now, or asks what one of those asks that are back.
 */
export async function updateRegrouped(db: Queryable, owner: OwnerId, id: string): Promise<boolean> {
  const ofBatch = sql`${batchCards} cross join jsonb_populate_record(null::cards, before) as old`;
  const isOfBatch = sql`batch_cards.user_id = ${owner} and batch_id = ${id}::uuid`;
  await db.execute(sql`
    update ${cards} as card set group_id = old.group_id,
      variant = case when card.variant is null and old.variant is null then 'reverse' else card.variant end
    from ${ofBatch}
    where ${isOfBatch} and card.user_id = ${owner} and card.id = (before->>'last_sibling')::bigint
      and card.group_id is null`);
  const isReverse = (alias: string) => sql`(coalesce(${sql.raw(alias)}.variant, '') = 'reverse')`;
  const { rows } = await db.execute(sql`
    select 1 from ${ofBatch}
    join ${cards} as card on card.user_id = ${owner}
      and (card.group_id = old.group_id or card.id = (batch_cards.before->>'last_sibling')::bigint)
    where ${isOfBatch} and card.id not in (${cardsOf(owner, id)}) and (
      card.group_id is distinct from old.group_id or card.variant is not distinct from old.variant
      or (card.format, card.front, card.back) is distinct from (old.format,
        case when ${isReverse("card")} = ${isReverse("old")} then old.front else old.back end,
        case when ${isReverse("card")} = ${isReverse("old")} then old.back else old.front end))
    limit 1`);
  return rows.length === 0;
}

/** How many cards of a batch are no longer as it left them. */
export async function countChangedSince(db: Queryable, owner: OwnerId, id: string): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*) as count from ${batchCards} as left_as
    left join lateral (
      select ${digestOf(owner, sql`card`)} as digest from ${cards} as card
      where card.user_id = ${owner} and card.id = left_as.card_id
    ) as now_is on true
    where left_as.user_id = ${owner} and batch_id = ${id}::uuid and digest_after is distinct from digest`);
  return rows[0]?.count ?? 0;
}

const namesOf = (left: readonly string[]) =>
  Object.keys(getTableColumns(cards))
    .filter((name) => !left.includes(name))
    .map((name) => sql.identifier(toSnakeCase(name)));

const before = (owner: OwnerId, id: string) => sql`(
  select old.* from ${batchCards}, jsonb_populate_record(null::cards, before) as old
  where batch_cards.user_id = ${owner} and batch_id = ${id}::uuid) as old`;

/** Brings the deleted cards of a batch back; false where that is no longer possible. */
export async function insertDeleted(db: Queryable, owner: OwnerId, id: string, count: number): Promise<boolean> {
  const names = sql.join(namesOf([]), sql`, `);
  const inserted = await countChanged(
    db,
    sql`insert into ${cards} (${names}) overriding system value select ${names} from ${before(owner, id)} order by id
      on conflict do nothing returning 1`,
  );
  return inserted === count;
}

/** Puts the changed cards of a batch back. Only a batch that changed memories puts those back. */
export async function updateToBefore(
  db: Queryable,
  owner: OwnerId,
  { id, action }: Pick<BatchRow, "id" | "action">,
): Promise<void> {
  const names = namesOf(["id", "userId", ...(action === "reset" ? [] : MEMORY)]);
  const values = sql.join(
    names.map((name) => sql`${name} = old.${name}`),
    sql`, `,
  );
  await db.execute(sql`
    update ${cards} as card set ${values} from ${before(owner, id)}
    where card.user_id = ${owner} and card.id = old.id`);
}

export async function updateUndoneBatch(db: Queryable, owner: OwnerId, id: string, undoneAt: Date): Promise<void> {
  await db
    .update(batches)
    .set({ undoneAt })
    .where(and(eq(batches.userId, owner), eq(batches.id, id)));
}
