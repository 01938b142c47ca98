import type { CardHistory } from "@repasa/contract/study.ts";
import { dayOf } from "@repasa/scheduler/days.ts";
import { predictedRecall, predictedStability } from "@repasa/scheduler/schedule.ts";
import type { Context } from "#context.ts";
import { cardNotFound, toCard } from "#features/cards/cards.service.ts";
import { decidingExam } from "#features/exams/exams.days.ts";
import { examsByFolder } from "#features/exams/exams.service.ts";
import { toCardSchedule, toLearner } from "#features/schedule/schedule.state.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { selectCardWithLearner, selectReviewsOfCard } from "./study.queries.ts";

/** Recall and stability are the learner's own, calibrated as in the progress page and in what decides when a card is due. */
export async function cardHistory(ctx: Context, owner: OwnerId, moment: Moment, cardId: number): Promise<CardHistory> {
  const [row, reviews, exams] = await Promise.all([
    selectCardWithLearner(ctx.db, owner, cardId),
    selectReviewsOfCard(ctx.db, owner, cardId),
    examsByFolder(ctx, owner, moment),
  ]);
  if (!row) throw cardNotFound();
  const schedule = toCardSchedule(row);
  const learner = toLearner(row, ctx.scheduleSettings);
  return {
    card: toCard(row),
    reviews: reviews.map(({ reviewedAt, ...review }) => ({ ...review, reviewedAt: reviewedAt.toISOString() })),
    recall: predictedRecall(schedule, dayOf(moment.today), learner),
    stability: predictedStability(schedule, learner),
    nextReviewAt: row.nextReviewAt?.toISOString() ?? null,
    exam: decidingExam(schedule, exams.get(row.folderId), learner),
  };
}
