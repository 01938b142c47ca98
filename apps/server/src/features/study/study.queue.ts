import type { QueryOf } from "@repasa/contract/endpoint.ts";
import type { QueuedCard, studyEndpoints } from "@repasa/contract/study.ts";
import { dayOf } from "@repasa/scheduler/days.ts";
import { orderQueue } from "@repasa/scheduler/queue.ts";
import { previewIntervals } from "@repasa/scheduler/schedule.ts";
import type { Context } from "#context.ts";
import { cardOf, findCardsInFolder } from "#features/cards/cards.service.ts";
import { requireFolder } from "#features/folders/folders.service.ts";
import { calibrationOf, pendingCards, scheduleOf, settingsFor } from "#features/schedule/schedule.service.ts";
import type { Moment } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import { selectLearnerToday } from "./study.queries.ts";

export async function reviewQueue(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  query: QueryOf<typeof studyEndpoints.reviewQueue>,
): Promise<QueuedCard[]> {
  const { folderId = null } = query;
  const practice = query.practice === "true";
  if (folderId !== null) await requireFolder(ctx, owner, folderId);
  const [learner, rows] = await Promise.all([
    selectLearnerToday(ctx.db, owner, moment.today),
    practice && folderId !== null
      ? findCardsInFolder(ctx, owner, folderId)
      : pendingCards(ctx, owner, moment, folderId),
  ]);
  const day = dayOf(moment.today);
  const cards = rows.map((row) => ({
    ...scheduleOf(row, moment.timeZone),
    id: row.id,
    createdAt: row.createdAt.getTime(),
    row,
  }));
  const ordered = orderQueue(cards, day);
  const queue = practice ? ordered : limitNewCards(ordered, learner.newCardsLeft);
  const settings = settingsFor(learner, ctx.scheduleSettings);
  const calibration = calibrationOf(learner);
  return queue.map((card) => ({
    ...cardOf(card.row),
    nextIntervals: previewIntervals(card, day, settings, calibration),
  }));
}

/** New cards are the last in the queue; a `limit` of null keeps them all. */
function limitNewCards<Card extends { memory: unknown }>(
  queue: readonly Card[],
  limit: number | null,
): readonly Card[] {
  if (limit === null) return queue;
  const firstNew = queue.findIndex((card) => card.memory === null);
  return firstNew === -1 ? queue : queue.slice(0, firstNew + limit);
}
