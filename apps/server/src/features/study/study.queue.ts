import type { QueryOf } from "@repasa/contract/endpoint.ts";
import type { QueuedCard, studyEndpoints } from "@repasa/contract/study.ts";
import { dayOf } from "@repasa/scheduler/days.ts";
import { previewQueue } from "@repasa/scheduler/previews.ts";
import { orderQueue } from "@repasa/scheduler/queue.ts";
import { predictedRecall } from "@repasa/scheduler/schedule.ts";
import type { Context } from "#context.ts";
import { cardOf, findCards, findCardsInFolder } from "#features/cards/cards.service.ts";
import { decidingExam, examsByFolder } from "#features/exams/exams.service.ts";
import { requireFolder } from "#features/folders/folders.service.ts";
import { learnerOf, pendingCards, planOf, scheduleOf, settlePastDays } from "#features/schedule/schedule.service.ts";
import type { Moment } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import { selectLearner } from "./study.queries.ts";

type Query = QueryOf<typeof studyEndpoints.reviewQueue>;

export async function reviewQueue(ctx: Context, owner: OwnerId, moment: Moment, query: Query): Promise<QueuedCard[]> {
  if (query.folderId !== undefined) await requireFolder(ctx, owner, query.folderId);
  // Which counts anew what falls due on each date.
  await settlePastDays(ctx, owner, moment);
  const [stored, exams, rows] = await Promise.all([
    selectLearner(ctx.db, owner),
    examsByFolder(ctx, owner, moment),
    queuedRows(ctx, owner, moment, query),
  ]);
  const day = dayOf(moment.today);
  const learner = learnerOf(stored, ctx.scheduleSettings);
  const cards = orderQueue(
    rows.map((row) => ({ ...scheduleOf(row), id: row.id, createdAt: row.createdAt.getTime(), row })),
    day,
    learner.model,
  );
  const intervals = previewQueue(cards, day, learner, ({ dueDay, row }) => ({
    ...planOf(stored, dueDay),
    examDay: exams.get(row.folderId)?.day,
  }));
  return cards.map((card, place) => ({
    ...cardOf(card.row),
    nextIntervals: intervals[place] as QueuedCard["nextIntervals"],
    recall: inThousandths(predictedRecall(card, day, learner)),
    exam: decidingExam(card, exams.get(card.row.folderId), learner),
  }));
}

function queuedRows(ctx: Context, owner: OwnerId, moment: Moment, { cardIds, folderId, practice }: Query) {
  if (cardIds) return findCards(ctx, owner, cardIds);
  if (practice === "true" && folderId !== undefined) return findCardsInFolder(ctx, owner, folderId);
  return pendingCards(ctx, owner, moment, folderId ?? null);
}

function inThousandths(share: number | null): number | null {
  return share === null ? null : Math.round(share * 1000) / 1000;
}
