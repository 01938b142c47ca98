import type { CardHistory } from "@repasa/contract/study.ts";
import { toDayNumber } from "@repasa/scheduler/days.ts";
import { predictRecall, predictStability } from "@repasa/scheduler/schedule.ts";
import { findDecidingExam } from "@repasa/study-queue/facts.ts";
import type { Context } from "#context.ts";
import { cardNotFound, toCard } from "#features/cards/cards.service.ts";
import { findExamsByFolder } from "#features/exams/exams.service.ts";
import { toCardSchedule, toLearner } from "#features/schedule/schedule.state.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { selectCardWithLearner, selectReviewsOfCard } from "./study.queries.ts";

/** Recall and stability are calibrated for the learner, as on the progress page and in the computation of due dates. */
export async function readCardHistory(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  cardId: number,
): Promise<CardHistory> {
  const [row, reviews, exams] = await Promise.all([
    selectCardWithLearner(ctx.db, owner, cardId),
    selectReviewsOfCard(ctx.db, owner, cardId),
    findExamsByFolder(ctx, owner, moment),
  ]);
  if (!row) throw cardNotFound();
  const schedule = toCardSchedule(row);
  const learner = toLearner(row, ctx.scheduleSettings);
  return {
    card: toCard(row),
    reviews: reviews.map(({ reviewedAt, ...review }) => ({ ...review, reviewedAt: reviewedAt.toISOString() })),
    recall: predictRecall(schedule, toDayNumber(moment.today), learner),
    stability: predictStability(schedule, learner),
    nextReviewAt: row.nextReviewAt?.toISOString() ?? null,
    exam: findDecidingExam(schedule, exams.get(row.folderId), learner),
  };
}
