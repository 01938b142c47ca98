import type { ExamFolder } from "@repasa/contract/exams.ts";
import { and, eq, gt, inArray, isNotNull, min, not, sql } from "drizzle-orm";
import { isForeignKeyViolation, type Queryable } from "#db/pool.ts";
import { cards } from "#features/cards/cards.table.ts";
import { folders } from "#features/folders/folders.table.ts";
import type { LocalDate } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import { examFolders, exams } from "./exams.table.ts";

export type ExamRow = {
  id: number;
  name: string;
  date: LocalDate;
  createdAt: Date;
  updatedAt: Date;
  folders: ExamFolder[];
};

/** All exams of the user, or the one with this id. */
export async function selectExams(db: Queryable, owner: OwnerId, id?: number): Promise<ExamRow[]> {
  const tally = db
    .select({ folderId: cards.folderId, cards: sql<number>`count(*)`.as("cards") })
    .from(cards)
    .where(
      and(
        eq(cards.userId, owner),
        inArray(
          cards.folderId,
          db.select({ folderId: examFolders.folderId }).from(examFolders).where(eq(examFolders.userId, owner)),
        ),
      ),
    )
    .groupBy(cards.folderId)
    .as("tally");
  return db
    .select({
      id: exams.id,
      name: exams.name,
      date: exams.date,
      createdAt: exams.createdAt,
      updatedAt: exams.updatedAt,
      folders: sql<ExamFolder[]>`coalesce(
        json_agg(json_build_object('folderId', ${folders.id}, 'name', ${folders.name}, 'cards', coalesce(${tally.cards}, 0)))
          filter (where ${folders.id} is not null), '[]')`,
    })
    .from(exams)
    .leftJoin(examFolders, and(eq(examFolders.userId, exams.userId), eq(examFolders.examId, exams.id)))
    .leftJoin(folders, and(eq(folders.userId, examFolders.userId), eq(folders.id, examFolders.folderId)))
    .leftJoin(tally, eq(tally.folderId, folders.id))
    .where(and(eq(exams.userId, owner), id === undefined ? undefined : eq(exams.id, id)))
    .groupBy(exams.userId, exams.id);
}

export async function countExamsAfter(db: Queryable, owner: OwnerId, date: LocalDate): Promise<number> {
  return db.$count(exams, and(eq(exams.userId, owner), gt(exams.date, date)));
}

export async function selectExamIdByClientId(db: Queryable, owner: OwnerId, clientId: string) {
  const [row] = await db
    .select({ id: exams.id })
    .from(exams)
    .where(and(eq(exams.userId, owner), eq(exams.clientId, clientId)));
  return row?.id;
}

type ExamValues = { name: string; date: LocalDate };

/** Adds an exam without folders, or finds the one that was added with the same `clientId`. */
export async function insertExam(
  db: Queryable,
  owner: OwnerId,
  values: ExamValues & { clientId: string | null },
  now: Date,
): Promise<number> {
  const [row] = await db
    .insert(exams)
    .values({ ...values, userId: owner, createdAt: now, updatedAt: now })
    .onConflictDoUpdate({
      target: [exams.userId, exams.clientId],
      targetWhere: isNotNull(exams.clientId),
      // Changes nothing: a row that is left alone would not be returned.
      set: { clientId: values.clientId },
    })
    .returning({ id: exams.id });
  return (row as { id: number }).id;
}

export async function updateExam(
  db: Queryable,
  owner: OwnerId,
  id: number,
  values: ExamValues,
  now: Date,
): Promise<void> {
  await db
    .update(exams)
    .set({ ...values, updatedAt: now })
    .where(and(eq(exams.userId, owner), eq(exams.id, id)));
}

/** The date of an exam, which nobody else changes before the transaction ends. */
export async function lockExam(db: Queryable, owner: OwnerId, id: number): Promise<LocalDate | undefined> {
  const [row] = await db
    .select({ date: exams.date })
    .from(exams)
    .where(and(eq(exams.userId, owner), eq(exams.id, id)))
    .for("update");
  return row?.date;
}

/** Makes these the folders of an exam; see `isFolderMissing`. */
export async function replaceExamFolders(db: Queryable, owner: OwnerId, examId: number, folderIds: readonly number[]) {
  await db
    .delete(examFolders)
    .where(
      and(eq(examFolders.userId, owner), eq(examFolders.examId, examId), not(inArray(examFolders.folderId, folderIds))),
    );
  await db
    .insert(examFolders)
    .values(folderIds.map((folderId) => ({ userId: owner, examId, folderId })))
    .onConflictDoNothing();
}

/** Whether a statement failed because a folder does not exist, or is somebody else's. */
export function isFolderMissing(error: unknown): boolean {
  return isForeignKeyViolation(error, "exam_folders_folder_fk");
}

export async function deleteExam(db: Queryable, owner: OwnerId, id: number): Promise<boolean> {
  const deleted = await db
    .delete(exams)
    .where(and(eq(exams.userId, owner), eq(exams.id, id)))
    .returning({ id: exams.id });
  return deleted.length > 0;
}

/** The nearest exam after a date for each folder that has one. */
export async function selectNearestExams(db: Queryable, owner: OwnerId, after: LocalDate) {
  return db
    .select({ folderId: examFolders.folderId, date: min(exams.date) })
    .from(exams)
    .innerJoin(examFolders, and(eq(examFolders.userId, exams.userId), eq(examFolders.examId, exams.id)))
    .where(and(eq(exams.userId, owner), gt(exams.date, after)))
    .groupBy(examFolders.folderId);
}
