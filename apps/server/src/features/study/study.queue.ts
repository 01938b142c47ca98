import type { QueryOf } from "@repasa/contract/endpoint.ts";
import type { QueuedCard, studyEndpoints } from "@repasa/contract/study.ts";
import { dayOf } from "@repasa/scheduler/days.ts";
import { orderQueue } from "@repasa/scheduler/queue.ts";
import { predictedRecall, previewIntervals } from "@repasa/scheduler/schedule.ts";
import type { Context } from "#context.ts";
import { cardOf, findCards, findCardsInFolder } from "#features/cards/cards.service.ts";
import { decidingExam, examsByFolder } from "#features/exams/exams.service.ts";
import { requireFolder } from "#features/folders/folders.service.ts";
import { learnerOf, pendingCards, scheduleOf } from "#features/schedule/schedule.service.ts";
import type { Moment } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import { selectLearner } from "./study.queries.ts";

type Query = QueryOf<typeof studyEndpoints.reviewQueue>;

export async function reviewQueue(ctx: Context, owner: OwnerId, moment: Moment, query: Query): Promise<QueuedCard[]> {
  if (query.folderId !== undefined) await requireFolder(ctx, owner, query.folderId);
  const [stored, exams, rows] = await Promise.all([
    selectLearner(ctx.db, owner),
    examsByFolder(ctx, owner, moment),
    queuedRows(ctx, owner, moment, query),
  ]);
  const day = dayOf(moment.today);
  const cards = rows.map((row) => ({
    ...scheduleOf(row),
    id: row.id,
    createdAt: row.createdAt.getTime(),
    row,
  }));
  const learner = learnerOf(stored, ctx.scheduleSettings);
  return orderQueue(cards, day, learner.model).map((card) => {
    const exam = exams.get(card.row.folderId);
    return {
      ...cardOf(card.row),
      nextIntervals: previewIntervals(card, day, learner, { examDay: exam?.day }),
      recall: inThousandths(predictedRecall(card, day, learner)),
      exam: decidingExam(card, exam, learner),
    };
  });
}

function queuedRows(ctx: Context, owner: OwnerId, moment: Moment, { cardIds, folderId, practice }: Query) {
  if (cardIds) return findCards(ctx, owner, cardIds);
  if (practice === "true" && folderId !== undefined) return findCardsInFolder(ctx, owner, folderId);
  return pendingCards(ctx, owner, moment, folderId ?? null);
}

function inThousandths(share: number | null): number | null {
  return share === null ? null : Math.round(share * 1000) / 1000;
}
