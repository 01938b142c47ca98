import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import { idList } from "#platform/db/array-params.ts";
import { isForeignKeyViolation } from "#platform/db/database-errors.ts";
import { and, desc, eq, notInArray, sql } from "#platform/db/drizzle.cjs";
import { isOwn } from "#platform/db/own-rows.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { assignedFolders, assignmentFolders, assignments, classes, classMembers } from "#schema/classes.ts";
import { folders } from "#schema/folders.ts";

// ---- The teacher's shard ----

/** An assignment with the teacher's folders. */
export type AssignmentRow = {
  id: number;
  name: string;
  date: LocalDate | null;
  createdAt: Date;
  requestedAt: Date | null;
  asOf: Date | null;
  folderIds: number[];
};

const isAssignment = (teacher: OwnerId, id: number) => isOwn(assignments, teacher, { id });

/** Returns the assignments of a class, or only the one with the given id; the newest first. */
export async function selectAssignments(
  db: Queryable,
  teacher: OwnerId,
  classId: number,
  id?: number,
): Promise<AssignmentRow[]> {
  return db
    .select({
      id: assignments.id,
      name: assignments.name,
      date: assignments.date,
      createdAt: assignments.createdAt,
      requestedAt: assignments.requestedAt,
      asOf: assignments.asOf,
      folderIds: sql<number[]>`(select coalesce(json_agg(chosen.folder_id order by chosen.folder_id), '[]')
        from ${assignmentFolders} as chosen
        where chosen.user_id = ${teacher} and chosen.assignment_id = ${assignments.id})`,
    })
    .from(assignments)
    .where(
      and(
        eq(assignments.userId, teacher),
        eq(assignments.classId, classId),
        id === undefined ? undefined : eq(assignments.id, id),
      ),
    )
    .orderBy(desc(assignments.id));
}

export async function countAssignments(db: Queryable, teacher: OwnerId, classId: number): Promise<number> {
  return db.$count(assignments, isOwn(assignments, teacher, { classId }));
}

type AssignmentValues = { name: string; date: LocalDate | null };

export async function insertAssignment(
  db: Queryable,
  teacher: OwnerId,
  values: AssignmentValues & { classId: number },
  now: Date,
): Promise<number> {
  const [row] = await db
    .insert(assignments)
    .values({ ...values, userId: teacher, createdAt: now })
    .returning({ id: assignments.id });
  return (row as { id: number }).id;
}

export async function updateAssignment(
  db: Queryable,
  teacher: OwnerId,
  id: number,
  values: AssignmentValues,
): Promise<boolean> {
  const { rowCount } = await db.update(assignments).set(values).where(isAssignment(teacher, id));
  return rowCount === 1;
}

/** Replaces the folders of an assignment. Fails as described at `isFolderMissing`. */
export async function replaceFolders(
  db: Queryable,
  teacher: OwnerId,
  assignmentId: number,
  folderIds: readonly number[],
): Promise<void> {
  await db
    .delete(assignmentFolders)
    .where(
      and(
        eq(assignmentFolders.userId, teacher),
        eq(assignmentFolders.assignmentId, assignmentId),
        notInArray(assignmentFolders.folderId, [...folderIds]),
      ),
    );
  await db
    .insert(assignmentFolders)
    .values(folderIds.map((folderId) => ({ userId: teacher, assignmentId, folderId })))
    .onConflictDoNothing();
}

/** True if a statement failed because a folder does not exist, or belongs to another user. */
export function isFolderMissing(error: unknown): boolean {
  return isForeignKeyViolation(error, "assignment_folders_folder_fk");
}

export async function deleteAssignment(db: Queryable, teacher: OwnerId, classId: number, id: number): Promise<boolean> {
  const deleted = await db
    .delete(assignments)
    .where(and(isAssignment(teacher, id), eq(assignments.classId, classId)))
    .returning({ id: assignments.id });
  return deleted.length > 0;
}

/**
 * Locks a folder of an assignment that a student has, so that neither ends, and the class keeps its name, before the transaction
 * does. Returns the name of the class; undefined if one has ended. The teacher may edit the assignment meanwhile.
 */
export async function lockAssignedFolder(
  db: Queryable,
  teacher: OwnerId,
  { assignmentId, folderId, student }: { assignmentId: number; folderId: number; student: OwnerId },
): Promise<string | undefined> {
  const { rows } = await db.execute<{ name: string }>(sql`
    select class.name from ${assignments} as assignment
    join ${assignmentFolders} as chosen on chosen.user_id = ${teacher} and chosen.assignment_id = assignment.id
    join ${classMembers} as member on member.user_id = ${teacher} and member.class_id = assignment.class_id
    join ${classes} as class on class.user_id = ${teacher} and class.id = assignment.class_id
    where assignment.user_id = ${teacher} and assignment.id = ${assignmentId} and chosen.folder_id = ${folderId}
      and member.account_id = ${student}
    for key share of assignment, chosen, member for share of class`);
  return rows[0]?.name;
}

// ---- The student's shard ----

/** Returns the student's own folders of some assignments, without those that she has deleted. */
export async function selectOwnFolders(
  db: Queryable,
  student: OwnerId,
  ids: readonly number[],
): Promise<Map<number, number[]>> {
  const rows = await db
    .select({ assignmentId: assignedFolders.assignmentId, folderId: assignedFolders.folderId })
    .from(assignedFolders)
    .innerJoin(folders, and(eq(folders.userId, student), eq(folders.id, assignedFolders.folderId)))
    .where(and(eq(assignedFolders.userId, student), sql`${assignedFolders.assignmentId} = any(${idList(ids)})`))
    .orderBy(assignedFolders.sourceId);
  const grouped = Map.groupBy(rows, ({ assignmentId }) => assignmentId);
  return new Map([...grouped].map(([id, own]) => [id, own.map(({ folderId }) => folderId)]));
}
