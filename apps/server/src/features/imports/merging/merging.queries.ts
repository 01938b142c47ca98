import { scheduleColumnNames } from "#features/schedule/schedule.state.ts";
import { idList } from "#platform/db/array-params.ts";
import { and, asc, eq, inArray, sql, toSnakeCase } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { cards } from "#schema/cards.ts";
import { importCards } from "#schema/imports.ts";
import { type ReviewRow, reviews, type StoredSchedule } from "#schema/schedule.ts";
import type { MergedCard } from "./merging.fold.ts";

/** Returns the instants of all reviews of the given cards, in milliseconds since 1970, oldest first. */
export async function selectInstants(
  db: Queryable,
  owner: OwnerId,
  cardIds: readonly number[],
): Promise<Map<number, number[]>> {
  const { rows } = await db.execute<{ cardId: number; instants: number[] }>(sql`
    select card_id as "cardId", json_agg(round(extract(epoch from reviewed_at) * 1000) order by reviewed_at) as instants
    from ${reviews} where user_id = ${owner} and card_id = any(${idList(cardIds)}) group by card_id`);
  return new Map(rows.map(({ cardId, instants }) => [cardId, instants]));
}

export async function selectMergedCards(
  db: Queryable,
  owner: OwnerId,
  cardIds: readonly number[],
): Promise<MergedCard[]> {
  const columns = Object.fromEntries(scheduleColumnNames.map((name) => [name, cards[name]])) as {
    [Name in keyof StoredSchedule]: (typeof cards)[Name];
  };
  return db
    .select({ id: cards.id, folderId: cards.folderId, updatedAt: cards.updatedAt, ...columns })
    .from(cards)
    .where(and(eq(cards.userId, owner), inArray(cards.id, [...cardIds])))
    .orderBy(asc(cards.id));
}

/** Returns all reviews of the given cards, including undone ones, in the order in which they were applied. */
export async function selectLogs(db: Queryable, owner: OwnerId, cardIds: readonly number[]): Promise<ReviewRow[]> {
  return db
    .select()
    .from(reviews)
    .where(and(eq(reviews.userId, owner), inArray(reviews.cardId, [...cardIds])))
    .orderBy(asc(reviews.id));
}

/** Stores the current state of cards and those of their reviews that are reapplied, so that the import can be undone. */
export async function insertStatesBefore(
  db: Queryable,
  owner: OwnerId,
  importId: string,
  cardIds: readonly number[],
  reapplied: readonly number[],
): Promise<void> {
  const log = sql`(
    select coalesce(jsonb_agg(to_jsonb(review) order by review.id), '[]') from ${reviews} as review
    where review.user_id = ${owner} and review.card_id = card.id and review.id = any(${idList(reapplied)}))`;
  await db.execute(sql`
    insert into ${importCards} as imported (user_id, import_id, card_id, before, digest_after)
    select ${owner}, ${importId}::uuid, card.id, to_jsonb(card) || jsonb_build_object('log', ${log}), ''
    from ${cards} as card where card.user_id = ${owner} and card.id = any(${idList(cardIds)})
    on conflict (user_id, import_id, card_id) do update
      -- Citus takes only immutable functions here.
      set before = jsonb_set(imported.before, '{log}', excluded.before->'log')`);
}

/** Deletes the reviews that are written again under new ids. */
export async function deleteReapplied(db: Queryable, owner: OwnerId, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.execute(sql`delete from ${reviews} where user_id = ${owner} and id = any(${idList(ids)})`);
}

export async function updateSchedules(
  db: Queryable,
  owner: OwnerId,
  schedules: readonly (StoredSchedule & { id: number })[],
): Promise<void> {
  const names = scheduleColumnNames.map((name) => sql.identifier(toSnakeCase(name)));
  const changes = sql.join(
    names.map((name) => sql`${name} = merged.${name}`),
    sql`, `,
  );
  const rows = schedules.map((schedule) =>
    Object.fromEntries([
      ["id", schedule.id],
      ...scheduleColumnNames.map((name) => [toSnakeCase(name), schedule[name]]),
    ]),
  );
  await db.execute(sql`
    update ${cards} as card set ${changes}
    from jsonb_populate_recordset(null::cards, ${JSON.stringify(rows)}::jsonb) as merged
    where card.user_id = ${owner} and card.id = merged.id`);
}
