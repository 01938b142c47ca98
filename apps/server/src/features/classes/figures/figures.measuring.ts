// Figures are computed by a job for each student on her shard, and shown once all jobs of a run have reported.
import { toDayNumber } from "@repasa/scheduler/days.ts";
import { predictRecall } from "@repasa/scheduler/schedule.ts";
import type { Context } from "#context.ts";
import { forecastRecall } from "#features/exams/exams.forecast.ts";
import { findMoment } from "#features/reminders/reminders.visits.ts";
import { findLearner } from "#features/schedule/schedule.service.ts";
import { toLearner } from "#features/schedule/schedule.state.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { type AssignmentRow, selectAssignments, selectOwnFolders } from "../assignments/assignments.queries.ts";
import { classJobs } from "../classes.jobs.ts";
import { selectMember, selectMembers } from "../classes.queries.ts";
import {
  type AssignedCardRow,
  hasUnreported,
  insertFigures,
  lockRun,
  type MeasuredRow,
  publishRun,
  type Run,
  selectAssignedCards,
  selectFigures,
  updateRequested,
} from "./figures.queries.ts";

const HOUR_MS = 3_600_000;
/** A run that a student's job has not ended by then is shown without her figures, so that nobody waits for a job that fails. */
const PATIENCE_MS = 20_000;

type OfAssignment = { classId: number; assignmentId: number };
type OfRun = OfAssignment & { run: string };

/** Requests new figures at most once an hour, and ends a run that has taken too long. */
export async function requestFigures(
  ctx: Context,
  teacher: OwnerId,
  now: Date,
  { classId, id: assignmentId, requestedAt, asOf }: AssignmentRow & { classId: number },
): Promise<void> {
  const age = requestedAt === null ? Number.POSITIVE_INFINITY : now.getTime() - requestedAt.getTime();
  if (age >= HOUR_MS) {
    const before = new Date(now.getTime() - HOUR_MS);
    await ctx.db.transaction(async (transaction) => {
      if (!(await updateRequested(transaction, teacher, assignmentId, { now, before }))) return;
      await ctx.enqueue(transaction, classJobs.measure, [
        { userId: teacher, classId, assignmentId, run: now.toISOString() },
      ]);
    });
  } else if (requestedAt !== null && age >= PATIENCE_MS && asOf?.getTime() !== requestedAt.getTime()) {
    const run = { assignmentId, run: requestedAt };
    await ctx.db.transaction(async (transaction) => {
      if (await lockRun(transaction, teacher, run)) await publishRun(transaction, teacher, run);
    });
  }
}

/** Enqueues a job for each student. A run without students ends at once. */
export async function beginRun(ctx: Context, teacher: OwnerId, { classId, assignmentId, run }: OfRun): Promise<void> {
  await ctx.db.transaction(async (transaction) => {
    if (!(await lockRun(transaction, teacher, { assignmentId, run: new Date(run) }))) return;
    const members = await selectMembers(transaction, teacher, classId);
    const students = members.filter(({ accountId }) => accountId !== teacher);
    const jobs = students.map(({ id: memberId, accountId: userId }) => {
      return { userId, teacherId: teacher, classId, assignmentId, memberId, run };
    });
    if (jobs.length > 0) await ctx.enqueue(transaction, classJobs.measureStudent, jobs);
    await endRun(transaction, teacher, classId, { assignmentId, run: new Date(run) });
  });
}

/** Reports a student's figures. A student who has left meanwhile reports none, and the last student to report ends the run. */
export async function measureStudent(
  ctx: Context,
  student: OwnerId,
  { teacherId: teacher, memberId, classId, ...of }: OfRun & { teacherId: OwnerId; memberId: number },
): Promise<void> {
  const run = { assignmentId: of.assignmentId, run: new Date(of.run) };
  const [assignment] = await selectAssignments(ctx.db, teacher, classId, run.assignmentId);
  if (!assignment) return;
  const measured = await measure(ctx, student, assignment, await findPrevious(ctx, teacher, assignment, memberId), run);
  await ctx.db.transaction(async (transaction) => {
    if (!(await lockRun(transaction, teacher, run))) return;
    const member = await selectMember(transaction, teacher, classId, memberId);
    if (member?.accountId === student) {
      await insertFigures(transaction, teacher, run, { ...measured, memberId });
    }
    await endRun(transaction, teacher, classId, run);
  });
}

async function endRun(transaction: Queryable, teacher: OwnerId, classId: number, run: Run): Promise<void> {
  if (!(await hasUnreported(transaction, teacher, classId, run))) await publishRun(transaction, teacher, run);
}

type Forecast = { mean: number | null; low: number | null; high: number | null };
const NO_FORECAST: Forecast = { mean: null, low: null, high: null };

async function findPrevious(
  ctx: Context,
  teacher: OwnerId,
  { id, asOf }: AssignmentRow,
  memberId: number,
): Promise<Forecast> {
  const rows = asOf === null ? [] : await selectFigures(ctx.db, teacher, id, asOf);
  const { mean, low, high } = rows.find((row) => row.memberId === memberId) ?? NO_FORECAST;
  return { mean, low, high };
}

/** @param previous The last forecast, which stays once the day is over. */
async function measure(
  ctx: Context,
  student: OwnerId,
  { id, date }: AssignmentRow,
  previous: Forecast,
  { run }: Run,
): Promise<Omit<MeasuredRow, "memberId">> {
  const moment = await findMoment(ctx, student, run);
  const cards = await selectAssignedCards(ctx.db, student, id);
  const recalled = await predictRecalls(ctx, student, moment, cards);
  const folderIds = (await selectOwnFolders(ctx.db, student, [id])).get(id) ?? [];
  const hasForecast = date !== null && recalled.length > 0;
  const forecast = hasForecast ? await forecastRecall(ctx, student, moment, { date, folderIds }) : NO_FORECAST;
  return {
    cards: cards.length,
    seen: recalled.length,
    ...(forecast ?? previous),
    cardIds: recalled.map(({ sourceId }) => sourceId),
    recalls: recalled.map(({ recall }) => recall),
  };
}

/** Predicts the recall of each rated card on the student's date. */
async function predictRecalls(ctx: Context, student: OwnerId, { today }: Moment, cards: readonly AssignedCardRow[]) {
  const learner = toLearner(await findLearner(ctx.db, student), ctx.scheduleSettings);
  return cards.flatMap(({ sourceId, stability, memoryDifficulty, lastReviewDate }) => {
    if (stability === null || memoryDifficulty === null || lastReviewDate === null) return [];
    const reviewed = {
      memory: { stability, difficulty: memoryDifficulty },
      lastReviewDay: toDayNumber(lastReviewDate),
    };
    const recall = predictRecall(reviewed, toDayNumber(today), learner);
    return recall === null ? [] : [{ sourceId, recall }];
  });
}
