import type { CardState } from "@repasa/contract/cards.ts";
import { and, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import { at } from "#db/instants.ts";
import { isForeignKeyViolation, type Queryable } from "#db/pool.ts";
import { folders } from "#features/folders/folders.table.ts";
import { newShare, pendingCards } from "#features/schedule/schedule.table.ts";
import type { DatedEnd } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import { type CardRow, cardFields, cards } from "./cards.table.ts";

type Sides = { front: string; back: string };

export async function selectCardsInFolder(db: Queryable, owner: OwnerId, folderId: number): Promise<CardRow[]> {
  return db
    .select()
    .from(cards)
    .where(and(eq(cards.userId, owner), eq(cards.folderId, folderId)))
    .orderBy(desc(cards.createdAt), desc(cards.id));
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
  return row as CardRow;
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
  return row;
}

export async function deleteCard(db: Queryable, owner: OwnerId, id: number): Promise<boolean> {
  const deleted = await db
    .delete(cards)
    .where(and(eq(cards.userId, owner), eq(cards.id, id)))
    .returning({ id: cards.id });
  return deleted.length > 0;
}

const folded = (text: SQL) => sql`lower(regexp_replace(normalize(${text}, NFKD), '[\\u0300-\\u036f]', '', 'g'))`;

export type WantedCards = {
  /** Words and phrases that all must occur. */
  parts: readonly string[];
  folderId: number | undefined;
  state: CardState | undefined;
  today: DatedEnd;
  beforeId: number | undefined;
};

// A scan of the user's own cards, from the newest back. `strpos` knows no wildcards to escape.
export async function selectFoundCards(
  db: Queryable,
  owner: OwnerId,
  { parts, folderId, state, today, beforeId }: WantedCards,
  limit: number,
): Promise<CardRow[]> {
  const isDue = state === "due";
  const source = isDue ? pendingCards(owner, at(today.end), newShare(owner, today.date)) : cards;
  const conditions: SQL[] = [sql`user_id = ${owner}`];
  if (folderId !== undefined) conditions.push(sql`folder_id = ${folderId}`);
  if (state !== undefined && !isDue) conditions.push(sql`difficulty = ${state}`);
  if (beforeId !== undefined) conditions.push(sql`id < ${beforeId}`);
  for (const part of parts)
    conditions.push(sql`strpos(${folded(sql`front || chr(10) || back`)}, ${folded(sql`${part}::text`)}) > 0`);
  const { rows } = await db.execute<CardRow>(sql`
    select ${cardFields} from ${source} as card where ${sql.join(conditions, sql` and `)} order by id desc limit ${limit}`);
  return rows;
}
