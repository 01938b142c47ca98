import { MAX_ASSIGNMENTS } from "@repasa/contract/classes.forms.ts";
import type { Assignment, classEndpoints } from "@repasa/contract/classes.ts";
import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import type { Context } from "#context.ts";
import { requireExamDate } from "#features/exams/exams.service.ts";
import { folderNotFound } from "#features/folders/folders.service.ts";
import { endFollowing } from "#features/followers/followers.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { AppError, notFound } from "#platform/http/app-error.ts";
import type { BodyOf } from "#platform/http/call.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { type ClassAccess, classNotFound, findClass, findOwnClass } from "../classes.access.ts";
import { lockClass } from "../classes.queries.ts";
import { enqueueAssigning } from "../classes.service.ts";
import {
  type AssignmentRow,
  countAssignments,
  deleteAssignment,
  insertAssignment,
  isFolderMissing,
  replaceFolders,
  selectAssignments,
  selectOwnFolders,
  updateAssignment,
} from "./assignments.queries.ts";

type AssignmentPath = { id: number; assignmentId: number };

export async function listAssignments(ctx: Context, caller: OwnerId, classId: number): Promise<Assignment[]> {
  const access = await findClass(ctx, caller, classId);
  const rows = await selectAssignments(ctx.db, access.teacher, classId);
  return describeAssignments(ctx, caller, access, rows);
}

export async function createAssignment(
  ctx: Context,
  caller: OwnerId,
  { now, today }: Moment,
  classId: number,
  { name, date = null, folderIds }: BodyOf<typeof classEndpoints.createAssignment>,
): Promise<Assignment> {
  const access = await findOwnClass(ctx, caller, classId);
  if (date !== null) requireExamDate(date, today);
  const id = await writeAssignment(ctx, caller, classId, async (transaction) => {
    const added = await insertAssignment(transaction, caller, { classId, name, date }, now);
    await replaceFolders(transaction, caller, added, [...new Set(folderIds)]);
    if ((await countAssignments(transaction, caller, classId)) > MAX_ASSIGNMENTS) {
      throw new AppError("conflict", `Una clase puede tener hasta ${MAX_ASSIGNMENTS} tareas. Elimina alguna.`);
    }
    return added;
  });
  return readAssignment(ctx, caller, access, id);
}

/** Changes the fields that are given. A date that stays the same may be over. */
export async function changeAssignment(
  ctx: Context,
  caller: OwnerId,
  { today }: Moment,
  { id: classId, assignmentId }: AssignmentPath,
  { name, date, folderIds }: BodyOf<typeof classEndpoints.updateAssignment>,
): Promise<Assignment> {
  const access = await findOwnClass(ctx, caller, classId);
  await writeAssignment(ctx, caller, classId, async (transaction) => {
    const before = await findAssignment(transaction, caller, classId, assignmentId);
    const changed: { name: string; date: LocalDate | null } = {
      name: name ?? before.name,
      date: date === undefined ? before.date : date,
    };
    if (changed.date !== null && changed.date !== before.date) requireExamDate(changed.date, today);
    await updateAssignment(transaction, caller, assignmentId, changed);
    if (!folderIds) return;
    await replaceFolders(transaction, caller, assignmentId, [...new Set(folderIds)]);
    const left = before.folderIds.filter((id) => !folderIds.includes(id));
    await endFollowing(ctx, transaction, caller, {
      folderIds: left,
      via: { carrier: "assignment", ids: [assignmentId] },
    });
  });
  return readAssignment(ctx, caller, access, assignmentId);
}

/** Deletes an assignment. A job for each student ends her follows and removes her exam. */
export async function removeAssignment(
  ctx: Context,
  caller: OwnerId,
  { id: classId, assignmentId }: AssignmentPath,
): Promise<void> {
  await findOwnClass(ctx, caller, classId);
  await writeAssignment(ctx, caller, classId, async (transaction) => {
    if (!(await deleteAssignment(transaction, caller, classId, assignmentId))) throw assignmentNotFound();
    await endFollowing(ctx, transaction, caller, { via: { carrier: "assignment", ids: [assignmentId] } });
  });
}

/** @throws 404 for one of another class, too */
export async function findAssignment(
  db: Queryable,
  teacher: OwnerId,
  classId: number,
  id: number,
): Promise<AssignmentRow> {
  const [row] = await selectAssignments(db, teacher, classId, id);
  if (!row) throw assignmentNotFound();
  return row;
}

/** Describes assignments with the caller's folders: the teacher's, or a student's own. */
export async function describeAssignments(
  ctx: Pick<Context, "db">,
  caller: OwnerId,
  { isTeacher }: Pick<ClassAccess, "isTeacher">,
  rows: readonly AssignmentRow[],
): Promise<Assignment[]> {
  const ids = rows.map(({ id }) => id);
  const own = isTeacher
    ? new Map(rows.map((row) => [row.id, row.folderIds]))
    : await selectOwnFolders(ctx.db, caller, ids);
  return rows.map(({ id, name, date, createdAt }) => {
    return { id, name, folderIds: own.get(id) ?? [], date, createdAt: createdAt.toISOString() };
  });
}

async function readAssignment(ctx: Context, caller: OwnerId, access: ClassAccess, id: number): Promise<Assignment> {
  const row = await findAssignment(ctx.db, access.teacher, access.id, id);
  const [described] = await describeAssignments(ctx, caller, access, [row]);
  return described as Assignment;
}

/** Writes in a transaction that locks the class, and enqueues a job for each of its students. */
async function writeAssignment<T>(
  ctx: Context,
  teacher: OwnerId,
  classId: number,
  write: (transaction: Queryable) => Promise<T>,
): Promise<T> {
  try {
    return await ctx.db.transaction(async (transaction) => {
      // A student who joins meanwhile would be left out of the jobs.
      if (!(await lockClass(transaction, teacher, classId))) throw classNotFound();
      const result = await write(transaction);
      await enqueueAssigning(ctx, transaction, teacher, classId);
      return result;
    });
  } catch (error) {
    throw isFolderMissing(error) ? folderNotFound() : error;
  }
}

function assignmentNotFound(): AppError {
  return notFound("La tarea no existe");
}
