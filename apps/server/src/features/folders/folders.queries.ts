import { and, asc, count, desc, eq, inArray, isNotNull, type SQL, sql } from "#platform/db/drizzle.cjs";
import { isOwn } from "#platform/db/own-rows.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { cards } from "#schema/cards.ts";
import { examFolders } from "#schema/exams.ts";
import { folders } from "#schema/folders.ts";
import { follows } from "#schema/following.ts";

export async function selectFolders(db: Queryable, owner: OwnerId) {
  return foldersWhere(db, owner, {}).orderBy(desc(folders.updatedAt), desc(folders.id));
}

export async function selectFolder(db: Queryable, owner: OwnerId, id: number) {
  const [row] = await foldersWhere(db, owner, { folder: eq(folders.id, id), cards: eq(cards.folderId, id) });
  return row;
}

export type FolderRow = Awaited<ReturnType<typeof selectFolders>>[number];

function foldersWhere(db: Queryable, owner: OwnerId, narrowed: { folder?: SQL; cards?: SQL }) {
  const tally = db
    .select({
      folderId: cards.folderId,
      cardCount: count().as("card_count"),
      // A card has the difficulty `new` until its first review, and again after that review is undone.
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
      language: folders.language,
      color: folders.color,
      automaticColor: folders.automaticColor,
      icon: folders.icon,
      answerMode: folders.answerMode,
      strictAccents: folders.strictAccents,
      createdAt: folders.createdAt,
      updatedAt: folders.updatedAt,
      cardCount: sql<number>`coalesce(${tally.cardCount}, 0)`,
      hasStudiedCards: sql<boolean>`coalesce(${tally.hasStudiedCards}, false)`,
      // Null for a folder without the row, which Drizzle tells by the first of these columns.
      follows: { ended: follows.ended, from: follows.fromName, paused: follows.paused, lastPull: follows.lastPull },
    })
    .from(folders)
    .leftJoin(tally, eq(tally.folderId, folders.id))
    .leftJoin(follows, and(eq(follows.userId, owner), eq(follows.folderId, folders.id)))
    .where(and(eq(folders.userId, owner), narrowed.folder));
}

export async function selectFaces(db: Queryable, owner: OwnerId) {
  const { id, name, color, automaticColor, icon } = folders;
  return db.select({ id, name, color, automaticColor, icon }).from(folders).where(eq(folders.userId, owner));
}

export async function folderExists(db: Queryable, owner: OwnerId, id: number): Promise<boolean> {
  return (await db.$count(folders, isOwn(folders, owner, { id }))) > 0;
}

export async function selectFolderIdByClientId(db: Queryable, owner: OwnerId, clientId: string) {
  const [row] = await db
    .select({ id: folders.id })
    .from(folders)
    .where(isOwn(folders, owner, { clientId }));
  return row?.id;
}

type FolderFields = Pick<
  typeof folders.$inferSelect,
  "name" | "description" | "language" | "color" | "automaticColor" | "icon" | "answerMode" | "strictAccents"
>;

export type NewFolder = Pick<typeof folders.$inferInsert, keyof FolderFields | "clientId" | "assigned">;

/** Adds a folder, or returns the one that was added with the same `clientId`. */
export async function insertFolder(db: Queryable, owner: OwnerId, values: NewFolder, now: Date) {
  const [row] = await db
    .insert(folders)
    .values({ ...values, userId: owner, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: [folders.userId, folders.clientId],
      targetWhere: isNotNull(folders.clientId),
      // Changes nothing, but without an update the row would not be returned.
      set: { clientId: values.clientId },
    })
    .returning();
  return row as typeof folders.$inferSelect;
}

/** Returns whether a class has assigned a folder. */
export async function selectAssigned(db: Queryable, owner: OwnerId, id: number): Promise<boolean> {
  const isFolder = isOwn(folders, owner, { id });
  return (await db.$count(folders, and(isFolder, eq(folders.assigned, true)))) > 0;
}

type FolderChange = { [Name in keyof FolderFields]?: FolderFields[Name] | undefined };

/** Undefined fields are not changed, because Drizzle omits them from the statement. */
export async function updateFolder(
  db: Queryable,
  owner: OwnerId,
  id: number,
  change: FolderChange,
  now: Date,
): Promise<boolean> {
  const changed = await db
    .update(folders)
    .set({ ...change, updatedAt: now })
    .where(isOwn(folders, owner, { id }))
    .returning({ id: folders.id });
  return changed.length > 0;
}

/** Locks a folder until the transaction ends; returns whether it exists. It neither gains nor loses cards meanwhile. */
export async function lockFolder(db: Queryable, owner: OwnerId, id: number): Promise<boolean> {
  const locked = await db
    .select({ id: folders.id })
    .from(folders)
    .where(isOwn(folders, owner, { id }))
    .for("update");
  return locked.length > 0;
}

export async function lockCardsOfFolders(
  db: Queryable,
  owner: OwnerId,
  folderIds: readonly number[],
): Promise<number[]> {
  const rows = await db
    .select({ id: cards.id })
    .from(cards)
    .where(and(eq(cards.userId, owner), inArray(cards.folderId, [...folderIds])))
    .orderBy(asc(cards.id))
    .for("update");
  return rows.map((row) => row.id);
}

export async function selectExamIdsOfFolder(db: Queryable, owner: OwnerId, id: number): Promise<number[]> {
  const rows = await db
    .select({ id: examFolders.examId })
    .from(examFolders)
    .where(isOwn(examFolders, owner, { folderId: id }));
  return rows.map((row) => row.id);
}

export async function deleteFolder(db: Queryable, owner: OwnerId, id: number): Promise<void> {
  await db.delete(folders).where(isOwn(folders, owner, { id }));
}

export async function selectFolderTotals(db: Queryable, owner: OwnerId, id: number) {
  const [row] = await db
    .select({
      // Counts a column of the index `cards_folder`, which makes the query an index-only scan.
      totalCards: count(cards.folderId),
      masteredCards: sql<number>`count(*) filter (where ${cards.difficulty} = 'easy')`,
      difficultCards: sql<number>`count(*) filter (where ${cards.difficulty} = 'hard')`,
    })
    .from(folders)
    .leftJoin(cards, and(eq(cards.userId, folders.userId), eq(cards.folderId, folders.id)))
    .where(isOwn(folders, owner, { id }))
    .groupBy(folders.id);
  return row;
}
