import type { Card, cardEndpoints } from "@repasa/contract/cards.ts";
import type { BodyOf } from "@repasa/contract/endpoint.ts";
import { notFound } from "#app-error.ts";
import type { Context } from "#context.ts";
import { withinLimits } from "#features/billing/billing.service.ts";
import { folderNotFound, requireFolder } from "#features/folders/folders.service.ts";
import { settlePastDays } from "#features/schedule/schedule.service.ts";
import type { Moment } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import {
  deleteCard,
  insertCard,
  isFolderGone,
  selectCardByClientId,
  selectCardsById,
  selectCardsInFolder,
  updateCard,
} from "./cards.queries.ts";
import type { CardRow } from "./cards.table.ts";

export { upsertCardTexts } from "./cards.queries.ts";

export async function findCardsInFolder(ctx: Context, owner: OwnerId, folderId: number): Promise<CardRow[]> {
  const rows = await selectCardsInFolder(ctx.db, owner, folderId);
  if (rows.length === 0) await requireFolder(ctx, owner, folderId);
  return rows;
}

/** Those of some cards that exist and are the user's. */
export function findCards(ctx: Context, owner: OwnerId, ids: number[]): Promise<CardRow[]> {
  return selectCardsById(ctx.db, owner, ids);
}

export async function listCards(ctx: Context, owner: OwnerId, folderId: number): Promise<Card[]> {
  return (await findCardsInFolder(ctx, owner, folderId)).map(cardOf);
}

export async function createCard(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  folderId: number,
  { front, back, clientId }: BodyOf<typeof cardEndpoints.create>,
): Promise<Card> {
  // A repeated create adds nothing, so that no limit may refuse it.
  const created = clientId && (await selectCardByClientId(ctx.db, owner, clientId));
  if (created) return cardOf(created);
  // Caught outside of the transaction, which the failed statement has ended.
  const row = await withinLimits(ctx, owner, ["cards"], (transaction) =>
    insertCard(transaction, owner, { folderId, front, back, clientId: clientId ?? null }, moment.now),
  ).catch((error: unknown) => {
    throw isFolderGone(error) ? folderNotFound() : error;
  });
  return cardOf(row);
}

export async function changeCard(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  id: number,
  change: BodyOf<typeof cardEndpoints.update>,
): Promise<Card> {
  const row = await ctx.db.transaction((transaction) => updateCard(transaction, owner, id, change, moment.now));
  if (!row) throw cardNotFound();
  return cardOf(row);
}

export async function removeCard(ctx: Context, owner: OwnerId, moment: Moment, id: number): Promise<void> {
  await settlePastDays(ctx, owner, moment);
  if (!(await deleteCard(ctx.db, owner, id))) throw cardNotFound();
}

export function cardNotFound() {
  return notFound("La carta no existe");
}

export function cardOf(row: CardRow): Card {
  return {
    id: row.id,
    folderId: row.folderId,
    front: row.front,
    back: row.back,
    difficulty: row.difficulty,
    reviewCount: row.reviewCount,
    lastReviewedAt: row.lastReviewedAt?.toISOString() ?? null,
    nextReviewAt: row.nextReviewAt?.toISOString() ?? null,
    nextReviewDate: row.nextReviewDate,
    interval: row.interval,
    easeFactor: row.easeFactor,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
