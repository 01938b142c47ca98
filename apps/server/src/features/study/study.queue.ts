import type { QueryOf } from "@repasa/contract/endpoint.ts";
import type { QueuedCard, studyEndpoints } from "@repasa/contract/study.ts";
import { dayOf } from "@repasa/scheduler/days.ts";
import { previewQueue } from "@repasa/scheduler/previews.ts";
import { orderQueue } from "@repasa/scheduler/queue.ts";
import { predictedRecall } from "@repasa/scheduler/schedule.ts";
import type { Context } from "#context.ts";
import { cardOf, findCardsInFolder } from "#features/cards/cards.service.ts";
import { examDaysByFolder } from "#features/exams/exams.service.ts";
import { requireFolder } from "#features/folders/folders.service.ts";
import { learnerOf, pendingCards, planOf, scheduleOf, settlePastDays } from "#features/schedule/schedule.service.ts";
import type { Moment } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import { selectLearner } from "./study.queries.ts";

export async function reviewQueue(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  query: QueryOf<typeof studyEndpoints.reviewQueue>,
): Promise<QueuedCard[]> {
  const { folderId = null } = query;
  const practice = query.practice === "true";
  if (folderId !== null) await requireFolder(ctx, owner, folderId);
  // Which counts anew what falls due on each date.
  await settlePastDays(ctx, owner, moment);
  const [stored, examDays, rows] = await Promise.all([
    selectLearner(ctx.db, owner),
    examDaysByFolder(ctx, owner, moment),
    practice && folderId !== null
      ? findCardsInFolder(ctx, owner, folderId)
      : pendingCards(ctx, owner, moment, folderId),
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
    examDay: examDays.get(row.folderId),
  }));
  return cards.map((card, place) => ({
    ...cardOf(card.row),
    nextIntervals: intervals[place] as QueuedCard["nextIntervals"],
    recall: inThousandths(predictedRecall(card, day, learner)),
  }));
}

function inThousandths(share: number | null): number | null {
  return share === null ? null : Math.round(share * 1000) / 1000;
}
