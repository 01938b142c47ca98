import { dayOf } from "@repasa/scheduler/days.ts";
import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Moment } from "#platform/time/local-days.ts";
import type { ExamFolders, PlainPace, Rations } from "./exams.pace.ts";
import { selectNewCardPace, selectUnmetCards } from "./exams.queries.ts";
import { rationInThread } from "./exams.threads.ts";

/** How the new cards of an exam are met: as the queue brings them, which does so for all exams together. */
export async function rationsOf(
  ctx: Context,
  owner: OwnerId,
  { today }: Pick<Moment, "today">,
  exam: ExamFolders,
): Promise<Rations> {
  const [{ folderIds, examDates }, pace] = await Promise.all([
    selectUnmetCards(ctx.db, owner, today),
    newCardPace(ctx, owner, { today }),
  ]);
  return rationInThread(ctx, owner, { what: "rations", folderIds, examDates, pace, today: dayOf(today), exam });
}

/** What bears on the new cards of all exams, as it may be sent to a thread. */
export async function newCardPace(ctx: Context, owner: OwnerId, { today }: Pick<Moment, "today">): Promise<PlainPace> {
  const { limit, pausedUntil, begun } = await selectNewCardPace(ctx.db, owner, today);
  return {
    limit,
    begun: begun.reduce((sum, { count }) => sum + count, 0),
    begunByExam: begun.flatMap(({ examDate, count }) => (examDate === null ? [] : [[dayOf(examDate), count]])),
    pausedUntil: pausedUntil === null ? null : dayOf(pausedUntil),
  };
}
