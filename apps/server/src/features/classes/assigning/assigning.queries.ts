// What a student has of her classes, on her shard.
import type { SQL } from "#platform/db/drizzle.cjs";
import { isOwn } from "#platform/db/own-rows.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { assignedExams, assignedFolders } from "#schema/classes.ts";

export type AssignedFolderRow = { assignmentId: number; sourceId: number; folderId: number };
export type AssignedExamRow = {
  assignmentId: number;
  clientId: string;
  examId: number | null;
  writtenAt: Date | null;
};

export async function selectAssignedFolders(
  db: Queryable,
  student: OwnerId,
  classId: number,
): Promise<AssignedFolderRow[]> {
  const { assignmentId, sourceId, folderId } = assignedFolders;
  return db
    .select({ assignmentId, sourceId, folderId })
    .from(assignedFolders)
    .where(isOwn(assignedFolders, student, { classId }));
}

export async function insertAssignedFolder(
  db: Queryable,
  student: OwnerId,
  values: AssignedFolderRow & { classId: number },
): Promise<void> {
  await db
    .insert(assignedFolders)
    .values({ ...values, userId: student })
    .onConflictDoNothing();
}

export async function deleteAssignedFolder(
  db: Queryable,
  student: OwnerId,
  { assignmentId, sourceId }: Pick<AssignedFolderRow, "assignmentId" | "sourceId">,
): Promise<void> {
  await db.delete(assignedFolders).where(isOwn(assignedFolders, student, { assignmentId, sourceId }));
}

export async function selectAssignedExams(
  db: Queryable,
  student: OwnerId,
  classId: number,
): Promise<AssignedExamRow[]> {
  const { assignmentId, clientId, examId, writtenAt } = assignedExams;
  return db
    .select({ assignmentId, clientId, examId, writtenAt })
    .from(assignedExams)
    .where(isOwn(assignedExams, student, { classId }));
}

const isExamOf = (student: OwnerId, assignmentId: number): SQL | undefined =>
  isOwn(assignedExams, student, { assignmentId });

export async function insertAssignedExam(
  db: Queryable,
  student: OwnerId,
  values: { assignmentId: number; classId: number; clientId: string },
): Promise<void> {
  await db.insert(assignedExams).values({ ...values, userId: student });
}

export async function updateAssignedExam(
  db: Queryable,
  student: OwnerId,
  assignmentId: number,
  values: { examId: number; writtenAt: Date },
): Promise<void> {
  await db.update(assignedExams).set(values).where(isExamOf(student, assignmentId));
}

export async function deleteAssignedExam(db: Queryable, student: OwnerId, assignmentId: number): Promise<void> {
  await db.delete(assignedExams).where(isExamOf(student, assignmentId));
}
