import { dayOf } from "@repasa/scheduler/days.ts";
import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Moment } from "#platform/time/local-days.ts";
import type { ExamFolders, PlainPace, Rations } from "./exams.pace.ts";
import { selectNewCardPace, selectUnmetCards } from "./exams.queries.ts";
import { computeRationsInThread } from "./exams.threads.ts";

/** Computes when the new cards of an exam are met: in the order of the queue, which rations for all exams together. */
export async function computeRations(
  ctx: Context,
  owner: OwnerId,
  { today }: Pick<Moment, "today">,
  exam: ExamFolders,
): Promise<Rations> {
  const [{ folderIds, examDates }, pace] = await Promise.all([
    selectUnmetCards(ctx.db, owner, today),
    readNewCardPace(ctx, owner, { today }),
  ]);
  return computeRationsInThread(ctx, owner, { what: "rations", folderIds, examDates, pace, today: dayOf(today), exam });
}

/** Returns what affects the new cards of all exams, in a form that can be sent to a thread. */
export async function readNewCardPace(
  ctx: Context,
  owner: OwnerId,
  { today }: Pick<Moment, "today">,
): Promise<PlainPace> {
  const { limit, pausedUntil, begun } = await selectNewCardPace(ctx.db, owner, today);
  return {
    limit,
    begun: begun.reduce((sum, { count }) => sum + count, 0),
    begunByExam: begun.flatMap(({ examDate, count }) => (examDate === null ? [] : [[dayOf(examDate), count]])),
    pausedUntil: pausedUntil === null ? null : dayOf(pausedUntil),
  };
}
