import type { Context } from "#context.ts";
import { countCards } from "#features/cards/cards.service.ts";
import { findOwnFolder, listCarried } from "#features/followers/followers.service.ts";
import { followFolder, MAX_CARDS_AT_ONCE } from "#features/following/following.service.ts";
import { findMoment } from "#features/reminders/reminders.visits.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { Moment } from "#platform/time/local-days.ts";
import {
  type AssignmentRow,
  lockAssignedFolder,
  selectAssignments,
  selectOwnFolders,
} from "../assignments/assignments.queries.ts";
import { classJobs } from "../classes.jobs.ts";
import { deleteMembership, selectClass, selectMembership } from "../classes.queries.ts";
import { assignExam, removeAssignedExam } from "./assigning.exams.ts";
import {
  type AssignedFolderRow,
  deleteAssignedFolder,
  insertAssignedFolder,
  selectAssignedExams,
  selectAssignedFolders,
} from "./assigning.queries.ts";

/**
 * Brings what a student has of a class up to date: the folders that she follows and her exams, or none of them once the class or her
 * membership has ended. A follow that ends was ended before, with what carried it. Doing it again changes nothing. A job of its own
 * brings large folders.
 */
export async function updateAssigned(ctx: Context, student: OwnerId, classId: number, now: Date): Promise<void> {
  const moment = await findMoment(ctx, student, now);
  const source = await findSource(ctx, student, classId);
  const assignments = source ? await selectAssignments(ctx.db, source.teacher, classId) : [];
  const known = await selectAssignedFolders(ctx.db, student, classId);
  const missing = source ? await findMissing(ctx, student, source, assignments, known) : [];
  for (const folder of missing) {
    if (!folder.isLarge) await assignFolder(ctx, student, moment, folder);
  }
  if (missing.some(({ isLarge }) => isLarge)) {
    await ctx.enqueue(ctx.db, classJobs.assignLarge, [{ userId: student, classId }]);
  }
  for (const folder of known) {
    const assignment = assignments.find(({ id }) => id === folder.assignmentId);
    if (!assignment?.folderIds.includes(folder.sourceId)) await deleteAssignedFolder(ctx.db, student, folder);
  }
  await updateExams(ctx, student, moment, classId, assignments);
}

/** Lets a student follow the large folders of a class, one after another, and then brings her exams up to date. */
export async function assignLargeFolders(ctx: Context, student: OwnerId, classId: number, now: Date): Promise<void> {
  const source = await findSource(ctx, student, classId);
  if (!source) return;
  const moment = await findMoment(ctx, student, now);
  const assignments = await selectAssignments(ctx.db, source.teacher, classId);
  const known = await selectAssignedFolders(ctx.db, student, classId);
  for (const folder of await findMissing(ctx, student, source, assignments, known)) {
    if (folder.isLarge) await assignFolder(ctx, student, moment, folder);
  }
  await ctx.enqueue(ctx.db, classJobs.assign, [{ userId: student, classId }]);
}

/** Returns the class, or null once it or the membership has ended. A class that has ended leaves a membership behind. */
async function findSource(ctx: Context, student: OwnerId, classId: number) {
  const membership = await selectMembership(ctx.db, student, classId);
  if (!membership) return null;
  const found = await selectClass(ctx.db, membership.teacherId, classId, student);
  if (found) return { classId, teacher: membership.teacherId };
  await deleteMembership(ctx.db, student, classId);
  return null;
}

type Source = { classId: number; teacher: OwnerId };

/** A folder of an assignment that the student does not follow by it yet. */
type MissingFolder = Source & { assignmentId: number; sourceId: number; isLarge: boolean };

async function findMissing(
  ctx: Context,
  student: OwnerId,
  source: Source,
  assignments: readonly AssignmentRow[],
  known: readonly AssignedFolderRow[],
): Promise<MissingFolder[]> {
  const missing: MissingFolder[] = [];
  const via = { carrier: "assignment", ids: assignments.map(({ id }) => id) } as const;
  const carried = await listCarried(ctx.db, source.teacher, { followerId: student, via });
  for (const { id: assignmentId, folderIds } of assignments) {
    for (const sourceId of folderIds) {
      if (carried.some(({ carrierId, folderId }) => carrierId === assignmentId && folderId === sourceId)) continue;
      const own = await findOwnFolder(ctx.db, student, { author: source.teacher, folderId: sourceId });
      // A folder that she has deleted, or no longer follows, does not come back.
      const isKnown = known.some((row) => row.assignmentId === assignmentId && row.sourceId === sourceId);
      if (isKnown && own === null) continue;
      const isLarge = own === null && (await countCards(ctx, source.teacher, sourceId)) > MAX_CARDS_AT_ONCE;
      missing.push({ ...source, assignmentId, sourceId, isLarge });
    }
  }
  return missing;
}

async function assignFolder(
  ctx: Context,
  student: OwnerId,
  moment: Moment,
  { assignmentId, sourceId, classId, teacher }: MissingFolder,
): Promise<void> {
  try {
    const { folderId } = await followFolder(ctx, student, moment, {
      author: teacher,
      folderId: sourceId,
      via: { carrier: "assignment", id: assignmentId },
      lockCarrier: (transaction) =>
        lockAssignedFolder(transaction, teacher, { assignmentId, folderId: sourceId, student }),
    });
    await insertAssignedFolder(ctx.db, student, { assignmentId, sourceId, classId, folderId });
  } catch (error) {
    // The assignment has ended since it was read, and another job is on its way.
    if (!(error instanceof AppError && error.code === "not_found")) throw error;
  }
}

async function updateExams(
  ctx: Context,
  student: OwnerId,
  moment: Moment,
  classId: number,
  assignments: readonly AssignmentRow[],
): Promise<void> {
  const ids = assignments.map(({ id }) => id);
  const own = await selectOwnFolders(ctx.db, student, ids);
  const exams = await selectAssignedExams(ctx.db, student, classId);
  for (const assignment of assignments) {
    const row = exams.find(({ assignmentId }) => assignmentId === assignment.id);
    const { id, name, date } = assignment;
    await assignExam(ctx, student, moment, { id, classId, name, date, folderIds: own.get(id) ?? [] }, row);
  }
  for (const row of exams) {
    if (!ids.includes(row.assignmentId)) await removeAssignedExam(ctx, student, moment, row);
  }
}
