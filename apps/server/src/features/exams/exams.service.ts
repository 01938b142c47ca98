import type { BodyOf } from "@repasa/contract/endpoint.ts";
import { EXAM_DATE_OUT_OF_RANGE, isExamDate } from "@repasa/contract/exams.forms.ts";
import type { Exam, examEndpoints } from "@repasa/contract/exams.ts";
import { resolveFolderFace } from "@repasa/contract/folder-faces.ts";
import { type Day, toDayNumber } from "@repasa/scheduler/days.ts";
import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import type { Context } from "#context.ts";
import { type NotedChanges, writeRecorded } from "#features/feed/feed.service.ts";
import { folderNotFound } from "#features/folders/folders.service.ts";
import { settlePastDays } from "#features/schedule/schedule.settling.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { AppError, notFound } from "#platform/http/app-error.ts";
import type { Moment } from "#platform/time/local-days.ts";
import {
  countExamsAfter,
  deleteExam,
  type ExamRow,
  insertExam,
  isFolderMissing,
  lockExam,
  lockFoldersOfExam,
  replaceExamFolders,
  selectExamIdByClientId,
  selectExams,
  selectNearestExams,
  updateExam,
} from "./exams.queries.ts";
import { updateStoredForecast } from "./forecast/forecast.queries.ts";
import { selectExamFolderIds } from "./moving/moving.queries.ts";
import { moveForExams } from "./moving/moving.service.ts";

/** More than any student has. The limit allows all lists of exams to be read without paging. */
const MAX_UPCOMING_EXAMS = 50;

const byName = new Intl.Collator("es", { numeric: true });

export async function listExams(ctx: Context, owner: OwnerId, { today }: Moment): Promise<Exam[]> {
  const exams = (await selectExams(ctx.db, owner)).map((row) => toExam(row, today));
  const over = (exam: Exam) => Number(exam.daysLeft < 0);
  return exams.sort((a, b) => over(a) - over(b) || Math.abs(a.daysLeft) - Math.abs(b.daysLeft) || a.id - b.id);
}

export async function createExam(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  { name, date, folderIds, clientId }: BodyOf<typeof examEndpoints.create>,
): Promise<Exam> {
  // A repeated request adds nothing, so it must not fail because of a limit.
  const created = clientId && (await selectExamIdByClientId(ctx.db, owner, clientId));
  if (created) return readExam(ctx, owner, moment, created);
  requireExamDate(date, moment.today);
  await settlePastDays(ctx, owner, moment);
  const id = await writeExam(ctx, owner, async (transaction, noted) => {
    await lockFoldersOfExam(transaction, owner, null, folderIds);
    const added = await insertExam(transaction, owner, { name, date, clientId: clientId ?? null }, moment.now);
    await replaceExamFolders(transaction, owner, added, folderIds);
    await requireExamsLeft(transaction, owner, moment.today);
    noted.changed("exam", [added]);
    noted.changed("card", await moveForExams(ctx, transaction, owner, moment, folderIds));
    return added;
  });
  return readExam(ctx, owner, moment, id);
}

export async function changeExam(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  id: number,
  { name, date, folderIds }: BodyOf<typeof examEndpoints.update>,
): Promise<Exam> {
  await settlePastDays(ctx, owner, moment);
  await writeExam(ctx, owner, async (transaction, noted) => {
    await lockFoldersOfExam(transaction, owner, id, folderIds);
    const before = await lockExam(transaction, owner, id);
    if (before === undefined) throw examNotFound();
    if (date !== before) requireExamDate(date, moment.today);
    const foldersBefore = await selectExamFolderIds(transaction, owner, id);
    await updateExam(transaction, owner, id, { name, date }, moment.now);
    noted.changed("exam", [id]);
    const areFoldersChanged = await replaceExamFolders(transaction, owner, id, folderIds);
    await requireExamsLeft(transaction, owner, moment.today);
    if (!areFoldersChanged && date === before) return;
    await updateStoredForecast(transaction, owner, id, null);
    const folders = [...new Set([...foldersBefore, ...folderIds])];
    noted.changed("card", await moveForExams(ctx, transaction, owner, moment, folders));
  });
  return readExam(ctx, owner, moment, id);
}

export async function removeExam(ctx: Context, owner: OwnerId, moment: Moment, id: number): Promise<void> {
  await settlePastDays(ctx, owner, moment);
  await writeRecorded(ctx.db, owner, async (transaction, noted) => {
    await lockFoldersOfExam(transaction, owner, id, []);
    const folderIds = await selectExamFolderIds(transaction, owner, id);
    if (!(await deleteExam(transaction, owner, id))) throw examNotFound();
    noted.gone("exam", [id], moment.now);
    noted.changed("card", await moveForExams(ctx, transaction, owner, moment, folderIds));
  });
}

export type UpcomingExam = { name: string; date: LocalDate; day: Day };

/** Returns the exam that the cards of each folder are scheduled for. Folders without an upcoming exam are left out. */
export async function findExamsByFolder(
  ctx: Context,
  owner: OwnerId,
  { today }: Moment,
): Promise<ReadonlyMap<number, UpcomingExam>> {
  const rows = await selectNearestExams(ctx.db, owner, today);
  return new Map(rows.map(({ folderId, name, date }) => [folderId, { name, date, day: toDayNumber(date) }]));
}

export async function readExam(ctx: Context, owner: OwnerId, moment: Moment, id: number): Promise<Exam> {
  const exam = await findExam(ctx, owner, moment, id);
  if (!exam) throw examNotFound();
  return exam;
}

export async function findExam(ctx: Context, owner: OwnerId, { today }: Moment, id: number): Promise<Exam | undefined> {
  const [row] = await selectExams(ctx.db, owner, id);
  return row && toExam(row, today);
}

async function writeExam<T>(
  { db }: Context,
  owner: OwnerId,
  write: (transaction: Queryable, noted: NotedChanges) => Promise<T>,
): Promise<T> {
  try {
    return await writeRecorded(db, owner, write);
  } catch (error) {
    throw isFolderMissing(error) ? folderNotFound() : error;
  }
}

/** @throws 400 unless a new exam may be on a date */
export function requireExamDate(date: LocalDate, today: LocalDate): void {
  if (isExamDate(date, today)) return;
  const message = EXAM_DATE_OUT_OF_RANGE;
  throw new AppError("validation_failed", message, { issues: [{ path: "date", message }] });
}

/** Returns how many more future exams the account may have; negative if it has too many. */
export async function countExamsLeft(db: Queryable, owner: OwnerId, today: LocalDate): Promise<number> {
  return MAX_UPCOMING_EXAMS - (await countExamsAfter(db, owner, today));
}

async function requireExamsLeft(db: Queryable, owner: OwnerId, today: LocalDate): Promise<void> {
  if ((await countExamsLeft(db, owner, today)) >= 0) return;
  throw new AppError("conflict", `Puedes tener hasta ${MAX_UPCOMING_EXAMS} exámenes por venir. Elimina alguno.`);
}

export function examNotFound() {
  return notFound("El examen no existe");
}

function toExam(row: ExamRow, today: LocalDate): Exam {
  const folders = row.folders
    .map((folder) => ({ ...folder, ...resolveFolderFace(folder.name, folder) }))
    .sort((a, b) => byName.compare(a.name, b.name) || a.folderId - b.folderId);
  return {
    id: row.id,
    name: row.name,
    date: row.date,
    daysLeft: toDayNumber(row.date) - toDayNumber(today),
    cards: folders.reduce((sum, { cards }) => sum + cards, 0),
    folders,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
