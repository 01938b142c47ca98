import type { CardState } from "@repasa/contract/cards.ts";
import { and, desc, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import { isForeignKeyViolation, type Queryable } from "#db/pool.ts";
import { folders } from "#features/folders/folders.table.ts";
import { pendingCards, sharesOf } from "#features/schedule/schedule.table.ts";
import type { LocalDate } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import { type CardRow, cardFields, cards, cardTexts } from "./cards.table.ts";
import { searchBytesOf } from "./cards.words.ts";

type Sides = { front: string; back: string };

export async function selectCardsInFolder(db: Queryable, owner: OwnerId, folderId: number): Promise<CardRow[]> {
  return db
    .select()
    .from(cards)
    .where(and(eq(cards.userId, owner), eq(cards.folderId, folderId)))
    .orderBy(desc(cards.createdAt), desc(cards.id));
}

export async function selectCardsById(db: Queryable, owner: OwnerId, ids: number[]): Promise<CardRow[]> {
  return db
    .select()
    .from(cards)
    .where(and(eq(cards.userId, owner), inArray(cards.id, ids)));
}

export async function selectCardByClientId(db: Queryable, owner: OwnerId, clientId: string) {
  const [row] = await db
    .select()
    .from(cards)
    .where(and(eq(cards.userId, owner), eq(cards.clientId, clientId)));
  return row;
}

type NewCard = Sides & { folderId: number; clientId: string | null };

/** Adds a card, or returns the one that was added with the same `clientId`; see `isFolderGone`. */
export async function insertCard(db: Queryable, owner: OwnerId, values: NewCard, now: Date): Promise<CardRow> {
  const folder = db.$with("folder").as(
    db
      .update(folders)
      .set({ updatedAt: now })
      .where(and(eq(folders.userId, owner), eq(folders.id, values.folderId)))
      .returning({ id: folders.id }),
  );
  const [row] = await db
    .with(folder)
    .insert(cards)
    .values({ ...values, userId: owner, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: [cards.userId, cards.clientId],
      targetWhere: isNotNull(cards.clientId),
      // Changes nothing: a row that is left alone would not be returned.
      set: { clientId: values.clientId },
    })
    .returning();
  await upsertCardTexts(db, owner, [row as CardRow]);
  return row as CardRow;
}

type WrittenCard = Pick<CardRow, "id" | "front" | "back">;

/** Keeps what searches look at in step with cards that were added or changed, in the transaction that did so. */
export async function upsertCardTexts(db: Queryable, owner: OwnerId, written: readonly WrittenCard[]): Promise<void> {
  await db
    .insert(cardTexts)
    .values(written.map((card) => ({ userId: owner, cardId: card.id, folded: searchBytesOf(card) })))
    .onConflictDoUpdate({ target: [cardTexts.userId, cardTexts.cardId], set: { folded: sql`excluded.folded` } });
}

export function isFolderGone(error: unknown): boolean {
  return isForeignKeyViolation(error, "cards_folder_fk");
}

export async function updateCard(db: Queryable, owner: OwnerId, id: number, { front, back }: Sides, now: Date) {
  const [row] = await db
    .update(cards)
    .set({ front, back, updatedAt: now })
    .where(and(eq(cards.userId, owner), eq(cards.id, id)))
    .returning();
  if (row) await upsertCardTexts(db, owner, [row]);
  return row;
}

export async function deleteCard(db: Queryable, owner: OwnerId, id: number): Promise<boolean> {
  const deleted = await db
    .delete(cards)
    .where(and(eq(cards.userId, owner), eq(cards.id, id)))
    .returning({ id: cards.id });
  return deleted.length > 0;
}

export type WantedCards = {
  /** Folded words and phrases that all must occur. */
  parts: readonly Uint8Array[];
  folderId: number | undefined;
  state: CardState | undefined;
  today: LocalDate;
  beforeId: number | undefined;
};

/** The newest cards that are wanted. With words, the user's texts are scanned from the newest back. */
export async function selectFoundCards(
  db: Queryable,
  owner: OwnerId,
  wanted: WantedCards,
  limit: number,
): Promise<CardRow[]> {
  const { parts, folderId, state, today } = wanted;
  const isDue = state === "due";
  const source = isDue ? pendingCards(owner, today, sharesOf(owner, today)) : sql`${cards}`;
  const card = sql`select ${cardFields} from ${source} as card where ${cardConditions(owner, wanted)}`;
  const texts = textConditions(owner, wanted);
  const statement =
    parts.length === 0
      ? sql`${card} order by id desc limit ${limit}`
      : folderId !== undefined || isDue
        ? sql`${card} and id in (select card_id from ${cardTexts} where ${texts}) order by id desc limit ${limit}`
        : // `offset 0` makes the texts lead. The planner would read all cards between two that match.
          sql`select card.* from ${cardTexts} as text
            cross join lateral (${card} and id = text.card_id offset 0) as card
            where ${texts} order by text.card_id desc limit ${limit}`;
  return (await db.execute<CardRow>(statement)).rows;
}

function cardConditions(owner: OwnerId, { folderId, state, beforeId }: WantedCards): SQL {
  const conditions = [sql`user_id = ${owner}`];
  if (folderId !== undefined) conditions.push(sql`folder_id = ${folderId}`);
  if (state !== undefined && state !== "due") conditions.push(sql`difficulty = ${state}`);
  if (beforeId !== undefined) conditions.push(sql`id < ${beforeId}`);
  return sql.join(conditions, sql` and `);
}

function textConditions(owner: OwnerId, { parts, beforeId }: WantedCards): SQL {
  const conditions = [sql`user_id = ${owner}`];
  if (beforeId !== undefined) conditions.push(sql`card_id < ${beforeId}`);
  conditions.push(...parts.map((part) => sql`position(${part}::bytea in folded) > 0`));
  return sql.join(conditions, sql` and `);
}
