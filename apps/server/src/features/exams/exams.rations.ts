import { toDayNumber } from "@repasa/scheduler/days.ts";
import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Moment } from "#platform/time/local-days.ts";
import type { ExamFolders, PlainPace, Rations } from "./exams.pace.ts";
import { selectNewCardPace, selectUnseenCards } from "./exams.queries.ts";
import { computeRationsInThread } from "./exams.threads.ts";

/**
 * Computes on which days the new cards of an exam are studied first. Cards come in the order of the queue, which has one limit
 * for all exams.
 */
export async function computeRations(
  ctx: Context,
  owner: OwnerId,
  { today }: Pick<Moment, "today">,
  exam: ExamFolders,
): Promise<Rations> {
  const [{ folderIds, examDates }, pace] = await Promise.all([
    selectUnseenCards(ctx.db, owner, today),
    readNewCardPace(ctx, owner, { today }),
  ]);
  return computeRationsInThread(ctx, owner, {
    what: "rations",
    folderIds,
    examDates,
    pace,
    today: toDayNumber(today),
    exam,
  });
}

/** Returns what affects the new cards of all exams, in a form that can be sent to a thread. */
export async function readNewCardPace(
  ctx: Context,
  owner: OwnerId,
  { today }: Pick<Moment, "today">,
): Promise<PlainPace> {
  const { limit, pausedUntil, breaks, firstRatings } = await selectNewCardPace(ctx.db, owner, today);
  return {
    limit,
    breaks,
    startedToday: firstRatings.reduce((sum, { count }) => sum + count, 0),
    startedByExam: firstRatings.flatMap(({ examDate, count }) =>
      examDate === null ? [] : [[toDayNumber(examDate), count]],
    ),
    pausedUntil: pausedUntil === null ? null : toDayNumber(pausedUntil),
  };
}
