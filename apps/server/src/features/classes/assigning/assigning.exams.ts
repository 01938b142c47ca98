// The exam that a student gets for an assignment. It is hers: what the class changes reaches it until she has changed or deleted it.
import { randomUUID } from "node:crypto";
import { isExamDate } from "@repasa/contract/exams.forms.ts";
import type { Exam } from "@repasa/contract/exams.ts";
import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import type { Context } from "#context.ts";
import { changeExam, createExam, findExam, removeExam } from "#features/exams/exams.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { Moment } from "#platform/time/local-days.ts";
import {
  type AssignedExamRow,
  deleteAssignedExam,
  insertAssignedExam,
  updateAssignedExam,
} from "./assigning.queries.ts";

/** `folderIds`: the student's own. */
type Wanted = { id: number; classId: number; name: string; date: LocalDate | null; folderIds: number[] };

/** Brings the student's exam for an assignment up to date. `row` is what the class has written before, if it has. */
export async function assignExam(
  ctx: Context,
  student: OwnerId,
  moment: Moment,
  assignment: Wanted,
  row: AssignedExamRow | undefined,
): Promise<void> {
  const { id, date } = assignment;
  if (row?.examId == null) {
    if (date !== null) await addExam(ctx, student, moment, { ...assignment, date }, row);
    return;
  }
  const exam = await findExam(ctx, student, moment, row.examId);
  if (!exam || exam.updatedAt !== row.writtenAt?.toISOString()) return;
  if (date === null) {
    await removeAssignedExam(ctx, student, moment, row);
    return;
  }
  if (isAsWanted(exam, { ...assignment, date }) || assignment.folderIds.length === 0) return;
  const changed = await unlessRefused(changeExam(ctx, student, moment, exam.id, { ...assignment, date }));
  if (changed)
    await updateAssignedExam(ctx.db, student, id, { examId: exam.id, writtenAt: new Date(changed.updatedAt) });
}

/** Removes the exam of an assignment that has ended, or no longer has a date. */
export async function removeAssignedExam(
  ctx: Context,
  student: OwnerId,
  moment: Moment,
  { assignmentId, examId }: AssignedExamRow,
): Promise<void> {
  const exam = examId === null ? undefined : await findExam(ctx, student, moment, examId);
  if (exam) await removeExam(ctx, student, moment, exam.id);
  await deleteAssignedExam(ctx.db, student, assignmentId);
}

/** Adds an exam, unless its day has come where the student is: whoever joins later gets none. */
async function addExam(
  ctx: Context,
  student: OwnerId,
  moment: Moment,
  { id, classId, name, date, folderIds }: Wanted & { date: LocalDate },
  row: AssignedExamRow | undefined,
): Promise<void> {
  if (folderIds.length === 0 || !isExamDate(date, moment.today)) return;
  // Stored first, so that an interrupted job finds the exam that it has added.
  const clientId = row?.clientId ?? randomUUID();
  if (!row) await insertAssignedExam(ctx.db, student, { assignmentId: id, classId, clientId });
  const exam = await unlessRefused(createExam(ctx, student, moment, { name, date, folderIds, clientId }));
  if (exam) await updateAssignedExam(ctx.db, student, id, { examId: exam.id, writtenAt: new Date(exam.updatedAt) });
}

/** Returns null where the student's account has no room for an exam, or its date is too near for her. */
async function unlessRefused(written: Promise<Exam>): Promise<Exam | null> {
  try {
    return await written;
  } catch (error) {
    if (error instanceof AppError && (error.code === "conflict" || error.code === "validation_failed")) return null;
    throw error;
  }
}

function isAsWanted({ name, date, folders }: Exam, wanted: Wanted): boolean {
  const folderIds = folders.map(({ folderId }) => folderId);
  const isSame = new Set(folderIds).symmetricDifference(new Set(wanted.folderIds)).size === 0;
  return name === wanted.name && date === wanted.date && isSame;
}
