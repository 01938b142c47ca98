import type { Card, cardEndpoints, FolderPortion } from "@repasa/contract/cards.ts";
import type { QueryOf } from "@repasa/contract/endpoint.ts";
import { portionAsked } from "@repasa/contract/portions.ts";
import type { Context } from "#context.ts";
import { requireFolder } from "#features/folders/folders.service.ts";
import { settlePastDays } from "#features/schedule/schedule.settling.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { notFound } from "#platform/http/app-error.ts";
import { LongList } from "#platform/http/long-list.ts";
import type { Moment } from "#platform/time/local-days.ts";
import type { CardRow } from "#schema/cards.ts";
import {
  countCardsInFolder,
  type FolderPlace,
  type MeasuredCard,
  selectCardsById,
  selectCardsInFolder,
  selectTexts,
} from "./cards.queries.ts";
import { deleteCards, lockGroup, ungroupLone } from "./siblings/siblings.queries.ts";

/** Those of some cards that exist and are the user's. */
export function findCards(ctx: Context, owner: OwnerId, ids: number[]): Promise<MeasuredCard[]> {
  return selectCardsById(ctx.db, owner, ids);
}

type ListQuery = QueryOf<typeof cardEndpoints.listInFolder>;

/** A folder's cards, the newest first: all of them, or a portion. */
export async function listCards(
  ctx: Context,
  owner: OwnerId,
  folderId: number,
  query: ListQuery,
): Promise<Card[] | FolderPortion | LongList<Card>> {
  const asked = portionAsked(query);
  const after = placeIn(asked?.after);
  const limit = asked?.limit ?? PART_CARDS;
  const [rows, total] = await Promise.all([
    selectCardsInFolder(ctx.db, owner, folderId, after, limit + 1),
    asked && countCardsInFolder(ctx.db, owner, folderId),
  ]);
  if (rows.length === 0) await requireFolder(ctx, owner, folderId);
  if (total !== null) return portion(ctx, owner, rows, limit, total);
  if (rows.length <= limit) return atOnce(ctx, owner, rows, cardOf);
  return new LongList(wholeFolder(ctx, owner, folderId));
}

async function portion(
  ctx: Context,
  owner: OwnerId,
  rows: MeasuredCard[],
  limit: number,
  total: number,
): Promise<FolderPortion> {
  const { items, taken } = await firstPart(ctx, owner, rows.slice(0, limit), cardOf);
  const last = rows[taken - 1];
  return { cards: items, total, next: last && taken < rows.length ? cursorOf(last) : null };
}

async function* wholeFolder(ctx: Context, owner: OwnerId, folderId: number) {
  for (let after: FolderPlace | null = null; ; ) {
    const rows: MeasuredCard[] = await selectCardsInFolder(ctx.db, owner, folderId, after, PART_CARDS);
    yield* partsOf(ctx, owner, rows, cardOf);
    after = rows.at(-1) ?? null;
    if (rows.length < PART_CARDS || after === null) return;
  }
}

function cursorOf({ createdAt, id }: FolderPlace): string {
  return `${createdAt.getTime()}_${id}`;
}

function placeIn(cursor: string | undefined): FolderPlace | null {
  const [createdAt, id] = cursor?.split("_").map(Number) ?? [];
  return createdAt === undefined || id === undefined ? null : { createdAt: new Date(createdAt), id };
}

/** How many cards are read and answered without a pause for others. */
export const PART_CARDS = 500;

/** In bytes. */
const PART_TEXTS = 128 * 1024;

type ItemOf<Item> = (row: CardRow) => Item;

/** What is answered of a few cards, in their order: at once where their texts are at hand, otherwise in parts. */
export function atOnce<Item>(ctx: Context, owner: OwnerId, rows: readonly MeasuredCard[], itemOf: ItemOf<Item>) {
  return rows.every(hasTexts) ? rows.map((row) => itemOf(row)) : new LongList(partsOf(ctx, owner, rows, itemOf));
}

export async function* partsOf<Item>(
  ctx: Context,
  owner: OwnerId,
  rows: readonly MeasuredCard[],
  itemOf: ItemOf<Item>,
): AsyncGenerator<Item[]> {
  for (let rest = rows; rest.length > 0; ) {
    const { items, taken } = await firstPart(ctx, owner, rest, itemOf);
    yield items;
    rest = rest.slice(taken);
  }
}

/** What is answered of the first cards, of as many as one part has room for. */
export async function firstPart<Item>(
  { db }: Context,
  owner: OwnerId,
  rows: readonly MeasuredCard[],
  itemOf: ItemOf<Item>,
): Promise<{ items: Item[]; taken: number }> {
  if (rows.every(hasTexts)) {
    const part = rows.slice(0, PART_CARDS);
    return { items: part.map((row) => itemOf(row)), taken: part.length };
  }
  const part = rows.slice(0, endOfPart(rows));
  const texts = await selectTexts(
    db,
    owner,
    part.map(({ id }) => id),
  );
  const textsOf = new Map(texts.map((one) => [one.id, one]));
  // One that is not there was deleted meanwhile.
  const items = part.flatMap((row) => {
    const found = textsOf.get(row.id);
    return found ? [itemOf({ ...row, ...found })] : [];
  });
  return { items, taken: part.length };
}

function hasTexts(row: MeasuredCard): row is MeasuredCard & CardRow {
  return row.front !== null;
}

function endOfPart(rows: readonly MeasuredCard[]): number {
  let end = 0;
  for (let bytes = 0; end < rows.length && end < PART_CARDS && bytes < PART_TEXTS; end++) {
    bytes += (rows[end] as MeasuredCard).textBytes;
  }
  return end;
}

export async function removeCard(ctx: Context, owner: OwnerId, moment: Moment, id: number): Promise<void> {
  await settlePastDays(ctx, owner, moment);
  await ctx.db.transaction(async (transaction) => {
    const card = (await lockGroup(transaction, owner, id)).find((one) => one.id === id);
    if (!card) throw cardNotFound();
    await deleteCards(transaction, owner, [id]);
    if (card.groupId !== null) await ungroupLone(transaction, owner, [card.groupId]);
  });
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
    format: row.format,
    tags: row.tags,
    suspended: row.suspended,
    groupId: row.groupId,
    variant: row.variant,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
