import type { Upstream } from "@repasa/contract/following.rows.ts";
import { arrayParam, isAmong } from "#platform/db/array-params.ts";
import { and, asc, eq, inArray, isNotNull, type SQL, sql } from "#platform/db/drizzle.cjs";
import { at } from "#platform/db/instants.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { type CardRow, cards } from "#schema/cards.ts";
import { followedCards, followedTexts } from "#schema/following.ts";
import { cardFields } from "../cards.queries.ts";

export type TextRow = typeof followedTexts.$inferSelect;
export type FollowedCardRow = typeof followedCards.$inferSelect;

// ---- Reading ----

/** Which texts of a follower: those with certain cards of the author, or of hers, or those that the next pull merges anyway. */
export type WantedTexts =
  | { folderId: number; sources: readonly number[] }
  | { cardIds: readonly number[] }
  | { folderId: number; sources: readonly number[]; cardIds: readonly number[] }
  | { ids: readonly string[] }
  | { folderId: number; behind: true };

export async function selectTextRows(db: Queryable, owner: OwnerId, wanted: WantedTexts): Promise<TextRow[]> {
  const rows = await db
    .select()
    .from(followedTexts)
    .where(and(eq(followedTexts.userId, owner), conditionOf(owner, wanted)))
    .orderBy(asc(followedTexts.id));
  return rows;
}

function conditionOf(owner: OwnerId, wanted: WantedTexts): SQL {
  const textOf = (condition: SQL) =>
    sql`${followedTexts.id} in (select text_id from ${followedCards} where user_id = ${owner} and ${condition})`;
  if ("behind" in wanted) return sql`${followedTexts.folderId} = ${wanted.folderId} and ${followedTexts.behind}`;
  if ("ids" in wanted) return sql`${followedTexts.id} = any(${arrayParam(wanted.ids)}::uuid[])`;
  if ("cardIds" in wanted && "sources" in wanted) {
    return textOf(
      sql`folder_id = ${wanted.folderId} and (source ${isAmong(wanted.sources)} or card_id ${isAmong(wanted.cardIds)})`,
    );
  }
  if ("cardIds" in wanted) return textOf(sql`card_id ${isAmong(wanted.cardIds)}`);
  return textOf(sql`folder_id = ${wanted.folderId} and source ${isAmong(wanted.sources)}`);
}

export async function selectFollowedCards(
  db: Queryable,
  owner: OwnerId,
  textIds: readonly string[],
): Promise<FollowedCardRow[]> {
  return db
    .select()
    .from(followedCards)
    .where(and(eq(followedCards.userId, owner), inArray(followedCards.textId, [...textIds])))
    .orderBy(asc(followedCards.textId), asc(followedCards.place));
}

/** Selects whole cards; with `locks`, until the transaction ends. */
export async function selectCardRows(
  db: Queryable,
  owner: OwnerId,
  ids: readonly number[],
  locks: boolean,
): Promise<CardRow[]> {
  const lock = locks ? sql`for update` : sql``;
  const { rows } = await db.execute<CardRow>(
    sql`select ${cardFields} from ${cards} where user_id = ${owner} and id ${isAmong(ids)} order by id ${lock}`,
  );
  return rows;
}

/** Returns those of the given cards that are stored as following an author's. */
export async function selectUpstreams(db: Queryable, owner: OwnerId, ids: readonly number[]) {
  return db
    .select({ id: cards.id, upstream: cards.upstream })
    .from(cards)
    .where(and(eq(cards.userId, owner), sql`${cards.id} ${isAmong(ids)}`, isNotNull(cards.upstream)));
}

/** Returns those of the author's cards that a folder has a card of, or had. */
export async function selectKnownSources(
  db: Queryable,
  owner: OwnerId,
  folderId: number,
  sources: readonly number[],
): Promise<number[]> {
  const { rows } = await db.execute<{ source: number }>(sql`
    select source from ${followedCards}
    where user_id = ${owner} and folder_id = ${folderId} and source ${isAmong(sources)}`);
  return rows.map(({ source }) => source);
}

/** Returns the next of the user's cards that follow an author's, or are stored as doing so. */
export async function selectFollowingIds(
  db: Queryable,
  owner: OwnerId,
  after: number,
  limit: number,
): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select id from ${cards} where user_id = ${owner} and id > ${after} and (upstream is not null or id in (
      select card_id from ${followedCards} where user_id = ${owner} and card_id is not null))
    order by id limit ${limit}`);
  return rows.map(({ id }) => id);
}

/** Returns all of the author's cards that a folder has a card of, or had. */
export async function selectAllSources(db: Queryable, owner: OwnerId, folderId: number): Promise<number[]> {
  const { rows } = await db.execute<{ source: number }>(sql`
    select source from ${followedCards} where user_id = ${owner} and folder_id = ${folderId} and source is not null`);
  return rows.map(({ source }) => source);
}

// ---- Writing texts ----

export type NewText = Pick<TextRow, "id" | "folderId" | "pulled" | "earlier" | "kept" | "behind">;
export type NewFollowedCard = Omit<FollowedCardRow, "userId">;

export async function deleteTexts(db: Queryable, owner: OwnerId, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await db.delete(followedTexts).where(and(eq(followedTexts.userId, owner), inArray(followedTexts.id, [...ids])));
}

/** Inserts texts, or replaces those with the same ids. */
export async function upsertTexts(db: Queryable, owner: OwnerId, texts: readonly NewText[]): Promise<void> {
  if (texts.length === 0) return;
  await db.execute(sql`
    insert into ${followedTexts} as text (user_id, id, folder_id, pulled, earlier, kept, behind)
    select ${owner}, id, "folderId", pulled, earlier, kept, behind
    from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb)
      as written (id uuid, "folderId" bigint, pulled jsonb, earlier jsonb, kept jsonb, behind boolean)
    on conflict (user_id, id) do update set pulled = excluded.pulled, earlier = excluded.earlier, kept = excluded.kept,
      behind = excluded.behind`);
}

/** Replaces the cards of texts. */
export async function replaceFollowedCards(
  db: Queryable,
  owner: OwnerId,
  textIds: readonly string[],
  rows: readonly NewFollowedCard[],
): Promise<void> {
  await db
    .delete(followedCards)
    .where(and(eq(followedCards.userId, owner), inArray(followedCards.textId, [...textIds])));
  if (rows.length === 0) return;
  await db.execute(sql`
    insert into ${followedCards} (user_id, text_id, place, folder_id, source, source_variant, source_tags, state,
      suspended_by_pull, former_text, card_id)
    select ${owner}, "textId", place, "folderId", source, "sourceVariant", "sourceTags", state, "suspendedByPull",
      nullif("formerText", 'null'::jsonb), "cardId"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as written ("textId" uuid, place integer, "folderId" bigint,
      source bigint, "sourceVariant" text, "sourceTags" text[], state text, "suspendedByPull" boolean, "formerText" jsonb,
      "cardId" bigint)`);
}

export async function updateBehind(db: Queryable, owner: OwnerId, ids: readonly string[], behind: boolean) {
  await db
    .update(followedTexts)
    .set({ behind })
    .where(and(eq(followedTexts.userId, owner), inArray(followedTexts.id, [...ids])));
}

/** Makes cards that their author deleted ordinary ones: the follower resumes them. */
export async function updateResumed(db: Queryable, owner: OwnerId, cardIds: readonly number[]): Promise<void> {
  await db.execute(sql`
    with resumed as (
      update ${followedCards} set state = 'own', suspended_by_pull = false
      where user_id = ${owner} and state = 'deleted' and card_id ${isAmong(cardIds)} returning card_id
    )
    update ${cards} as card set upstream = null from resumed
    where card.user_id = ${owner} and card.id = resumed.card_id`);
}

// ---- Writing cards ----

type Shown = Pick<CardRow, "front" | "back" | "format" | "tags" | "suspended" | "groupId" | "variant" | "upstream">;

export type AddedCard = Shown & Pick<CardRow, "folderId" | "assigned">;
export type ChangedCard = Shown & {
  id: number;
  /** False if only `upstream` differs. */
  isEdited: boolean;
};

const SHOWN = sql.raw(`front text, back text, format text, tags text[], suspended boolean, "groupId" uuid, variant text,
  upstream jsonb`);

/** Adds cards in their order, which their ids keep. */
export async function insertFollowingCards(
  db: Queryable,
  owner: OwnerId,
  added: readonly AddedCard[],
  now: Date,
): Promise<CardRow[]> {
  const { rows } = await db.execute<CardRow>(sql`
    insert into ${cards} (user_id, folder_id, front, back, format, tags, suspended, group_id, variant, upstream, assigned,
      created_at, updated_at)
    select ${owner}, "folderId", front, back, format, tags, suspended, "groupId", variant,
      nullif(upstream, 'null'::jsonb), assigned, ${at(now)}, ${at(now)}
    from rows from (jsonb_to_recordset(${JSON.stringify(added)}::jsonb)
      as ("folderId" bigint, assigned boolean, ${SHOWN})) with ordinality as added
    order by ordinality returning ${cardFields}`);
  return rows.toSorted((one, other) => one.id - other.id);
}

export async function updateFollowingCards(
  db: Queryable,
  owner: OwnerId,
  changed: readonly ChangedCard[],
  now: Date,
): Promise<CardRow[]> {
  const { rows } = await db.execute<CardRow>(sql`
    update ${cards} as card set front = change.front, back = change.back, format = change.format, tags = change.tags,
      suspended = change.suspended, group_id = change."groupId", variant = change.variant,
      upstream = nullif(change.upstream, 'null'::jsonb),
      updated_at = case when change."isEdited" then ${at(now)} else card.updated_at end
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as change (id bigint, "isEdited" boolean, ${SHOWN})
    where card.user_id = ${owner} and card.id = change.id returning card.*`);
  return rows;
}

/** Stores how cards follow their author's. */
export async function updateUpstream(
  db: Queryable,
  owner: OwnerId,
  changed: readonly { id: number; upstream: Upstream | null }[],
): Promise<void> {
  await db.execute(sql`
    update ${cards} as card set upstream = nullif(change.upstream, 'null'::jsonb)
    from jsonb_to_recordset(${JSON.stringify(changed)}::jsonb) as change (id bigint, upstream jsonb)
    where card.user_id = ${owner} and card.id = change.id`);
}
