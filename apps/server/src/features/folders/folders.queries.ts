import { and, count, desc, eq, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "#db/pool.ts";
import { cards } from "#features/cards/cards.table.ts";
import type { OwnerId } from "#owner.ts";
import { folders } from "./folders.table.ts";

type FolderValues = { name: string; description?: string | null | undefined };

/** The user's folders with what their cards add up to, last changed first, in one statement. */
export async function selectFolders(db: Queryable, owner: OwnerId, endOfToday: Date) {
  return foldersWhere(db, owner, endOfToday, {}).orderBy(desc(folders.updatedAt), desc(folders.id));
}

export async function selectFolder(db: Queryable, owner: OwnerId, endOfToday: Date, id: number) {
  const narrowed = { folder: eq(folders.id, id), cards: eq(cards.folderId, id) };
  const [row] = await foldersWhere(db, owner, endOfToday, narrowed);
  return row;
}

export type FolderRow = Awaited<ReturnType<typeof selectFolders>>[number];

function foldersWhere(db: Queryable, owner: OwnerId, endOfToday: Date, narrowed: { folder?: SQL; cards?: SQL }) {
  const tally = db
    .select({
      folderId: cards.folderId,
      cardCount: count().as("card_count"),
      dueCount: sql<number>`count(*) filter (where ${isDue(endOfToday)})`.as("due_count"),
      // Every rating leaves a difficulty, and undoing the first one takes it back.
      hasStudiedCards: sql<boolean>`bool_or(${cards.difficulty} <> 'new')`.as("has_studied_cards"),
    })
    .from(cards)
    .where(and(eq(cards.userId, owner), narrowed.cards))
    .groupBy(cards.folderId)
    .as("tally");
  return db
    .select({
      id: folders.id,
      name: folders.name,
      description: folders.description,
      difficultyLevel: folders.difficultyLevel,
      createdAt: folders.createdAt,
      updatedAt: folders.updatedAt,
      cardCount: sql<number>`coalesce(${tally.cardCount}, 0)`,
      dueCount: sql<number>`coalesce(${tally.dueCount}, 0)`,
      hasStudiedCards: sql<boolean>`coalesce(${tally.hasStudiedCards}, false)`,
    })
    .from(folders)
    .leftJoin(tally, eq(tally.folderId, folders.id))
    .where(and(eq(folders.userId, owner), narrowed.folder));
}

export async function insertFolder(db: Queryable, owner: OwnerId, values: FolderValues, now: Date) {
  const [row] = await db
    .insert(folders)
    .values({ userId: owner, name: values.name, description: values.description, createdAt: now, updatedAt: now })
    .returning();
  // Without a conflict clause an insert returns its row, or throws.
  return row as typeof folders.$inferSelect;
}

/** Changes what is given: Drizzle leaves out of the statement what is undefined. */
export async function updateFolder(db: Queryable, owner: OwnerId, id: number, values: FolderValues, now: Date) {
  const changed = await db
    .update(folders)
    .set({ name: values.name, description: values.description, updatedAt: now })
    .where(and(eq(folders.userId, owner), eq(folders.id, id)))
    .returning({ id: folders.id });
  return changed.length > 0;
}

export async function deleteFolder(db: Queryable, owner: OwnerId, id: number): Promise<boolean> {
  const deleted = await db
    .delete(folders)
    .where(and(eq(folders.userId, owner), eq(folders.id, id)))
    .returning({ id: folders.id });
  return deleted.length > 0;
}

/** A folder's cards by state; undefined when there is no such folder. */
export async function selectFolderStats(db: Queryable, owner: OwnerId, endOfToday: Date, id: number) {
  const [row] = await db
    .select({
      totalCards: count(cards.id),
      dueCards: sql<number>`count(${cards.id}) filter (where ${isDue(endOfToday)})`,
      masteredCards: sql<number>`count(*) filter (where ${cards.difficulty} = 'easy')`,
      difficultCards: sql<number>`count(*) filter (where ${cards.difficulty} = 'hard')`,
    })
    .from(folders)
    .leftJoin(cards, and(eq(cards.userId, folders.userId), eq(cards.folderId, folders.id)))
    .where(and(eq(folders.userId, owner), eq(folders.id, id)))
    .groupBy(folders.id);
  return row;
}

/** The expression of the index `cards_due`: a card without a date has been due since ever. */
function isDue(endOfToday: Date): SQL {
  return sql`coalesce(${cards.nextReviewAt}, '-infinity'::timestamptz) < ${sql.param(endOfToday, cards.nextReviewAt)}`;
}
