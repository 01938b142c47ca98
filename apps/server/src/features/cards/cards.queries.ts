import { and, desc, eq } from "drizzle-orm";
import { isForeignKeyViolation, type Queryable } from "#db/pool.ts";
import { folders } from "#features/folders/folders.table.ts";
import type { OwnerId } from "#owner.ts";
import { cards } from "./cards.table.ts";

export type CardRow = typeof cards.$inferSelect;

type Sides = { front: string; back: string };

/** A folder's cards, newest first. */
export async function selectCardsInFolder(db: Queryable, owner: OwnerId, folderId: number): Promise<CardRow[]> {
  return db
    .select()
    .from(cards)
    .where(and(eq(cards.userId, owner), eq(cards.folderId, folderId)))
    .orderBy(desc(cards.createdAt), desc(cards.id));
}

export async function hasFolder(db: Queryable, owner: OwnerId, id: number): Promise<boolean> {
  const [row] = await db
    .select({ id: folders.id })
    .from(folders)
    .where(and(eq(folders.userId, owner), eq(folders.id, id)));
  return row !== undefined;
}

/** Adds a card to the user's folder and marks the folder as changed, in one statement; see `isFolderGone`. */
export async function insertCard(
  db: Queryable,
  owner: OwnerId,
  folderId: number,
  sides: Sides,
  now: Date,
): Promise<CardRow> {
  const folder = db.$with("folder").as(
    db
      .update(folders)
      .set({ updatedAt: now })
      .where(and(eq(folders.userId, owner), eq(folders.id, folderId)))
      .returning({ id: folders.id }),
  );
  const [row] = await db
    .with(folder)
    .insert(cards)
    .values({ userId: owner, folderId, front: sides.front, back: sides.back, createdAt: now, updatedAt: now })
    .returning();
  // Without a conflict clause an insert returns its row, or throws.
  return row as CardRow;
}

/** Whether a card could not be added because the user has no such folder. */
export function isFolderGone(error: unknown): boolean {
  return isForeignKeyViolation(error, "cards_folder_fk");
}

/** Changes a card's texts and nothing of its schedule. */
export async function updateCard(db: Queryable, owner: OwnerId, id: number, sides: Sides, now: Date) {
  const [row] = await db
    .update(cards)
    .set({ front: sides.front, back: sides.back, updatedAt: now })
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
