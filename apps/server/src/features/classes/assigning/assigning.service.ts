import type { Context } from "#context.ts";
import { followFolder } from "#features/following/following.service.ts";
import { findMoment } from "#features/reminders/reminders.visits.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { lockAssignedFolder, selectAssignments, selectOwnFolders } from "../assignments/assignments.queries.ts";
import { deleteMembership, selectClass, selectMembership } from "../classes.queries.ts";
import { assignExam, removeAssignedExam } from "./assigning.exams.ts";
import {
  deleteAssignedFolder,
  insertAssignedFolder,
  selectAssignedExams,
  selectAssignedFolders,
} from "./assigning.queries.ts";

/**
 * Brings what a student has of a class up to date: the folders that she follows and her exams, or none of them once the class or her
 * membership has ended. Whatever ends a follow has done so already. Doing it again changes nothing.
 */
export async function updateAssigned(ctx: Context, student: OwnerId, classId: number, now: Date): Promise<void> {
  const moment = await findMoment(ctx, student, now);
  const membership = await selectMembership(ctx.db, student, classId);
  const teacher = membership?.teacherId;
  const found = teacher && (await selectClass(ctx.db, teacher, classId, student));
  if (membership && !found) await deleteMembership(ctx.db, student, classId);
  const assignments = found ? await selectAssignments(ctx.db, teacher, classId) : [];
  const folders = await selectAssignedFolders(ctx.db, student, classId);
  const known = new Set(folders.map(({ assignmentId, sourceId }) => `${assignmentId} ${sourceId}`));
  for (const { id: assignmentId, folderIds } of assignments) {
    for (const sourceId of folderIds) {
      // A folder that she has deleted, or no longer follows, does not come back.
      if (known.delete(`${assignmentId} ${sourceId}`)) continue;
      const source = { assignmentId, sourceId, classId };
      if (found) await assignFolder(ctx, student, moment, { ...source, teacher: teacher as OwnerId, name: found.name });
    }
  }
  for (const folder of folders) {
    if (known.has(`${folder.assignmentId} ${folder.sourceId}`)) await deleteAssignedFolder(ctx.db, student, folder);
  }
  await updateExams(ctx, student, moment, classId, assignments);
}

type Source = { assignmentId: number; sourceId: number; classId: number; teacher: OwnerId; name: string };

async function assignFolder(
  ctx: Context,
  student: OwnerId,
  moment: Moment,
  { assignmentId, sourceId, classId, teacher, name }: Source,
): Promise<void> {
  try {
    const { folderId } = await followFolder(ctx, student, moment, {
      author: teacher,
      folderId: sourceId,
      via: { carrier: "assignment", id: assignmentId },
      fromName: name,
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
  assignments: Awaited<ReturnType<typeof selectAssignments>>,
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
