import type { BatchAction } from "@repasa/contract/cards.ts";
import { scheduleColumnNames } from "#features/schedule/schedule.state.ts";
import { lte, type SQL, sql, toSnakeCase } from "#platform/db/drizzle.cjs";
import { at } from "#platform/db/instants.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { batchCards, batches, type CardRow, cards } from "#schema/cards.ts";
import { folders } from "#schema/folders.ts";
import { reviews } from "#schema/schedule.ts";

export type BatchRow = typeof batches.$inferSelect;

export const column = (values: readonly unknown[]) => sql`${sql.param([...values])}`;
export const among = (ids: readonly number[]) => sql`= any(${column(ids)}::bigint[])`;

// ---- Locks: folders, then cards by their ids, then the schedule, as whoever else changes cards ----

/** Those of the cards' folders and of one more that exist; they are changed as of now. */
export async function touchFolders(
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
        or id in (select folder_id from ${cards} where user_id = ${owner} and id ${among(cardIds)}))
      order by id for no key update
    )
    update ${folders} as folder set updated_at = ${at(now)} from locked
    where folder.user_id = ${owner} and folder.id = locked.id returning folder.id`);
  return new Set(rows.map(({ id }) => id));
}

/** @returns Those of some cards that exist, with their tags. */
export async function lockCards(db: Queryable, owner: OwnerId, ids: readonly number[]) {
  const { rows } = await db.execute<{ id: number; tags: string[] }>(sql`
    select id, tags from ${cards} where user_id = ${owner} and id ${among(ids)} order by id for update`);
  return rows;
}

/** Some cards with all their siblings, the lowest id first. */
export async function selectWithSiblings(db: Queryable, owner: OwnerId, ids: readonly number[]): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from ${cards} where user_id = ${owner} and (id ${among(ids)} or group_id in (
      select group_id from ${cards} where user_id = ${owner} and id ${among(ids)} and group_id is not null))
    order by id`);
  return rows.map(({ id }) => id);
}

// ---- What a batch does to the cards that it changes ----

/** Which of the cards an action changes, and how: null takes them away. `given` joins what is different for each. */
type Work = { which: SQL; changes: SQL | null; given?: SQL };

const assign = (name: string, value: SQL) => sql`${sql.identifier(toSnakeCase(name))} = ${value}`;
const asNew = sql.join(
  scheduleColumnNames.map((name) => assign(name, sql`default`)),
  sql`, `,
);

export const works = {
  move: (folderId: number): Work => ({ which: sql`folder_id <> ${folderId}`, changes: sql`folder_id = ${folderId}` }),
  delete: (): Work => ({ which: sql`true`, changes: null }),
  suspend: (): Work => ({ which: sql`not suspended`, changes: sql`suspended = true` }),
  resume: (): Work => ({ which: sql`suspended`, changes: sql`suspended = false` }),
  reset: (): Work => ({
    which: sql`(next_review_date is not null or review_count > 0 or difficulty <> 'new')`,
    changes: asNew,
  }),
  tag: (tagged: readonly { id: number; tags: string[] }[]): Work => ({
    which: sql`id ${among(tagged.map(({ id }) => id))}`,
    changes: sql`tags = tagged.tags`,
    given: sql`join jsonb_to_recordset(${JSON.stringify(tagged)}::jsonb) as tagged (id bigint, tags text[])
      on tagged.id = changed.card_id`,
  }),
  /** @param space What is trimmed from texts. */
  replace: (find: string, replacement: string, space: string): Work => ({
    which: sql`(position(${find} in front) > 0 or position(${find} in back) > 0)`,
    changes: sql`front = btrim(replace(front, ${find}, ${replacement}), ${space}),
      back = btrim(replace(back, ${find}, ${replacement}), ${space})`,
  }),
};

/** Whether a replacement would leave a side with more characters than some; before it does, since they may be millions. */
export async function wouldBeLonger(
  db: Queryable,
  owner: OwnerId,
  ids: readonly number[],
  { find, replacement, most }: { find: string; replacement: string; most: number },
): Promise<boolean> {
  const after = (
    side: SQL,
  ) => sql`(char_length(${side}) + (char_length(${side}) - char_length(replace(${side}, ${find}, '')))
    / char_length(${find}) * (char_length(${replacement}) - char_length(${find})))`;
  const { rows } = await db.execute(sql`
    select 1 from ${cards} where user_id = ${owner} and id ${among(ids)}
      and (${after(sql`front`)} > ${most} or ${after(sql`back`)} > ${most}) limit 1`);
  return rows.length > 0;
}

export async function insertBatch(db: Queryable, owner: OwnerId, id: string, action: BatchAction, now: Date) {
  await db.insert(batches).values({ userId: owner, id, action, createdAt: now });
}

/** Keeps the cards that the batch changes as they are, then changes them. Returns how many they are. */
export async function changeCards(
  db: Queryable,
  owner: OwnerId,
  batchId: string,
  ids: readonly number[],
  { which, changes, given = sql`` }: Work,
  now: Date,
): Promise<number> {
  const { rowCount } = await db.execute(sql`
    insert into ${batchCards} (user_id, batch_id, card_id, before)
    select user_id, ${batchId}::uuid, id, to_jsonb(card) from ${cards} as card
    where user_id = ${owner} and id ${among(ids)} and ${which}`);
  if (changes === null) {
    await db.execute(sql`delete from ${cards} where user_id = ${owner} and id in (${cardsOf(owner, batchId)})`);
  } else {
    await db.execute(sql`
      with now_is as (
        update ${cards} as card set ${changes}, updated_at = ${at(now)}
        from (${cardsOf(owner, batchId)}) as changed ${given} where card.user_id = ${owner} and card.id = changed.card_id
        returning card.*
      ),
      digests as (select id, ${digestOf(owner, sql`now_is`)} as digest from now_is)
      update ${batchCards} as changed set digest_after = digest from digests
      where changed.user_id = ${owner} and batch_id = ${batchId}::uuid and card_id = digests.id`);
  }
  return rowCount ?? 0;
}

export const cardsOf = (owner: OwnerId, batchId: string) =>
  sql`select card_id from ${batchCards} where user_id = ${owner} and batch_id = ${batchId}::uuid`;

export const MEMORY = ["stability", "memoryDifficulty", "easeFactor"];

/** Of a card and how many of its reviews stand. What learning from the log may change by itself is not in it. */
export const digestOf = (
  owner: OwnerId,
  card: SQL,
) => sql`md5((to_jsonb(${card}) - ${column(MEMORY.map(toSnakeCase))}::text[])::text || (
  select count(*) from ${reviews} as review
  where review.user_id = ${owner} and review.card_id = ${card}.id and review.undone_at is null))`;

/** The groups of the cards that a batch deleted. */
export async function selectGroupsBefore(db: Queryable, owner: OwnerId, id: string): Promise<string[]> {
  const { rows } = await db.execute<{ groupId: string }>(sql`
    select distinct before->>'group_id' as "groupId" from ${batchCards}
    where user_id = ${owner} and batch_id = ${id}::uuid and before->>'group_id' is not null`);
  return rows.map(({ groupId }) => groupId);
}

/** Keeps with deleted cards which of their siblings was left alone and is in no group any more. */
export async function updateLastSiblings(
  db: Queryable,
  owner: OwnerId,
  id: string,
  lone: readonly { id: number; groupId: string }[],
): Promise<void> {
  if (lone.length === 0) return;
  await db.execute(sql`
    with lone as (
      select gone.card_id, gone.before || jsonb_build_object('last_sibling', lone.id) as before
      from ${batchCards} as gone
      join jsonb_to_recordset(${JSON.stringify(lone)}::jsonb) as lone (id bigint, "groupId" text)
        on before->>'group_id' = lone."groupId"
      where gone.user_id = ${owner} and batch_id = ${id}::uuid
    )
    update ${batchCards} as gone set before = lone.before from lone
    where gone.user_id = ${owner} and batch_id = ${id}::uuid and gone.card_id = lone.card_id`);
}

// ---- Deriving, and tidying up ----

/** The cards of a batch that there are, with the bytes of their texts. */
export async function selectSizes(db: Queryable, owner: OwnerId, batchId: string) {
  const { rows } = await db.execute<{ id: number; bytes: number }>(sql`
    select id, octet_length(front) + octet_length(back) as bytes from ${cards}
    where user_id = ${owner} and id in (${cardsOf(owner, batchId)}) order by id`);
  return rows;
}

export type ChangedTexts = Pick<CardRow, "id" | "front" | "back" | "format" | "tags"> & {
  before: { front: string; back: string };
};

/** The cards of a batch from one id through another. */
export async function selectTexts(
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

export async function deleteOldBatches(db: Queryable, until: Date, limit: number): Promise<number> {
  const old = db
    .select({ userId: batches.userId, id: batches.id })
    .from(batches)
    .where(lte(batches.createdAt, until))
    .limit(limit);
  const { rowCount } = await db.delete(batches).where(sql`(${batches.userId}, ${batches.id}) in ${old}`);
  return rowCount ?? 0;
}
