import type { CardState } from "@repasa/contract/cards.ts";
import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import { pendingCardIds } from "#features/schedule/pending/pending.queries.ts";
import type { KnownShares } from "#features/schedule/shares/shares.queries.ts";
import { isForeignKeyViolation } from "#platform/db/database-errors.ts";
import { and, eq, getTableColumns, inArray, type SQL, sql, toSnakeCase } from "#platform/db/drizzle.cjs";
import { at } from "#platform/db/instants.ts";
import { isOwn } from "#platform/db/own-rows.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { type CardRow, cards, cardTexts } from "#schema/cards.ts";

type Text = "front" | "back";

const listFields = (names: readonly string[]) =>
  sql.join(
    names.map((name) => sql`${sql.identifier(toSnakeCase(name))} as ${sql.identifier(name)}`),
    sql`, `,
  );
const names = Object.keys(getTableColumns(cards));
const namesWithoutTexts = names.filter((name) => name !== "front" && name !== "back");

/** All columns as SQL, named like the properties of `CardRow`. */
export const cardFields = listFields(names);

/** A card. Its texts are null if the texts of all selected cards together exceed `MAX_TEXT_BYTES`. */
export type MeasuredCard = Omit<CardRow, Text> & Record<Text, string | null> & { textBytes: number };

/** The limit for texts that are read at once. The texts of 5,000 typical cards are shorter. */
const MAX_TEXT_BYTES = 4 * 1024 * 1024;

/** Selects the rows of a table like `cards` as `MeasuredCard`. PostgreSQL measures a text without reading it. */
const measuredCards = (source: SQL) => sql`
  select ${listFields(namesWithoutTexts)}, text_bytes as "textBytes",
    case when fits then front end as front, case when fits then back end as back
  from (
    select *, sum(text_bytes) over () <= ${sql.raw(String(MAX_TEXT_BYTES))} as fits
    from ${source} as card, lateral (select octet_length(front) + octet_length(back) as text_bytes) as measure
  ) as measured`;

/** The position of a card in the list of its folder. */
export type FolderPlace = { createdAt: Date; id: number };

/** Returns the next cards of a folder after a position, the newest first. */
export async function selectCardsInFolder(
  db: Queryable,
  owner: OwnerId,
  folderId: number,
  after: FolderPlace | null,
  limit: number,
): Promise<MeasuredCard[]> {
  const beyond = after ? sql`(created_at, id) < (${at(after.createdAt)}, ${after.id})` : sql`true`;
  const inFolder = sql`(
    select * from ${cards} where user_id = ${owner} and folder_id = ${folderId} and ${beyond}
    order by created_at desc, id desc limit ${limit})`;
  const { rows } = await db.execute<MeasuredCard>(sql`${measuredCards(inFolder)} order by created_at desc, id desc`);
  return rows;
}

export async function countCardsInFolder(db: Queryable, owner: OwnerId, folderId: number): Promise<number> {
  return db.$count(cards, isOwn(cards, owner, { folderId }));
}

export async function selectCardsById(db: Queryable, owner: OwnerId, ids: number[]): Promise<MeasuredCard[]> {
  const wanted = sql`(select * from ${cards} where user_id = ${owner} and ${inArray(cards.id, ids)})`;
  return (await db.execute<MeasuredCard>(measuredCards(wanted))).rows;
}

export async function selectTexts(db: Queryable, owner: OwnerId, ids: readonly number[]) {
  return db
    .select({ id: cards.id, front: cards.front, back: cards.back })
    .from(cards)
    .where(and(eq(cards.userId, owner), inArray(cards.id, [...ids])));
}

export async function selectCardByClientId(db: Queryable, owner: OwnerId, clientId: string) {
  const [row] = await db
    .select()
    .from(cards)
    .where(isOwn(cards, owner, { clientId }));
  return row;
}

export function isMissingFolder(error: unknown): boolean {
  return isForeignKeyViolation(error, "cards_folder_fk");
}

export type WantedCards = {
  /** Folded words, phrases and tags that all must occur. */
  parts: readonly Uint8Array[];
  folderId: number | undefined;
  state: CardState | undefined;
  /** Set if only pending cards are wanted. */
  pending: { date: LocalDate; shares: KnownShares } | undefined;
  beforeId: number | undefined;
};

/** Returns the newest cards that match. Words are searched in the user's texts from the newest backwards. */
export async function selectFoundCards(
  db: Queryable,
  owner: OwnerId,
  wanted: WantedCards,
  limit: number,
  timeoutMs: number,
): Promise<CardRow[]> {
  const { parts, folderId, state, pending } = wanted;
  // These conditions usually match few cards, so the cards are scanned first.
  const isSelective = pending !== undefined || state === "suspended" || folderId !== undefined;
  const card = sql`select ${cardFields} from ${cards} as card where ${cardConditions(owner, wanted, limit)}`;
  const texts = textConditions(owner, wanted);
  const statement =
    parts.length === 0
      ? sql`${card} order by id desc limit ${limit}`
      : isSelective
        ? sql`${card} and id in (select card_id from ${cardTexts} where ${texts}) order by id desc limit ${limit}`
        : // `offset 0` makes PostgreSQL scan the texts first. Otherwise the planner reads all cards between two matches.
          sql`select card.* from ${cardTexts} as text
            cross join lateral (${card} and id = text.card_id offset 0) as card
            where ${texts} order by text.card_id desc limit ${limit}`;
  return db.transaction(async (transaction) => {
    await transaction.execute(sql.raw(`set local statement_timeout = ${timeoutMs}`));
    return (await transaction.execute<CardRow>(statement)).rows;
  });
}

function cardConditions(owner: OwnerId, wanted: WantedCards, limit: number): SQL {
  const { folderId, state, beforeId, pending } = wanted;
  const conditions = [sql`user_id = ${owner}`];
  if (folderId !== undefined) conditions.push(sql`folder_id = ${folderId}`);
  if (pending !== undefined) conditions.push(sql`id in (${selectPendingIds(owner, wanted, pending, limit)})`);
  else if (state === "suspended") conditions.push(sql`suspended`);
  else if (state !== undefined) conditions.push(sql`difficulty = ${state}`);
  if (beforeId !== undefined) conditions.push(sql`id < ${beforeId}`);
  return sql.join(conditions, sql` and `);
}

/** Selects the ids of pending cards; only as many as a page shows if there are no other conditions. */
function selectPendingIds(
  owner: OwnerId,
  { parts, folderId, beforeId }: WantedCards,
  { date, shares }: NonNullable<WantedCards["pending"]>,
  limit: number,
): SQL {
  const ids = sql`select id from ${pendingCardIds(owner, date, shares)} as pending`;
  const before = beforeId === undefined ? sql`` : sql` where id < ${beforeId}`;
  return parts.length > 0 || folderId !== undefined ? ids : sql`${ids}${before} order by id desc limit ${limit}`;
}

function textConditions(owner: OwnerId, { parts, beforeId }: WantedCards): SQL {
  const conditions = [sql`user_id = ${owner}`];
  if (beforeId !== undefined) conditions.push(sql`card_id < ${beforeId}`);
  conditions.push(...parts.map((part) => sql`position(${part}::bytea in folded) > 0`));
  return sql.join(conditions, sql` and `);
}

export async function deleteCards(db: Queryable, owner: OwnerId, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await db.delete(cards).where(and(eq(cards.userId, owner), inArray(cards.id, [...ids])));
}

/** The limit of a list of tags, which few accounts reach and one response can hold. */
const MAX_LISTED_TAGS = 2_000;

export async function selectTags(db: Queryable, owner: OwnerId): Promise<{ tag: string; cards: number }[]> {
  const { rows } = await db.execute<{ tag: string; cards: number }>(sql`
    select tag, count(*) as cards from ${cards}, unnest(tags) as tag where user_id = ${owner} and tags <> '{}'
    group by tag order by count(*) desc, tag limit ${MAX_LISTED_TAGS}`);
  return rows;
}
