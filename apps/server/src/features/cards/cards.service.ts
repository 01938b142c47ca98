import type { Card, cardEndpoints, FolderPortion } from "@repasa/contract/cards.ts";
import type { QueryOf } from "@repasa/contract/endpoint.ts";
import { parsePortion } from "@repasa/contract/portions.ts";
import type { Context } from "#context.ts";
import { listIds, writeRecorded } from "#features/feed/feed.service.ts";
import { requireFolder } from "#features/folders/folders.service.ts";
import { settlePastDays } from "#features/schedule/schedule.settling.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { notFound } from "#platform/http/app-error.ts";
import { LongList } from "#platform/http/long-list.ts";
import type { Moment } from "#platform/time/local-days.ts";
import type { CardRow } from "#schema/cards.ts";
import {
  countCardsInFolder,
  deleteCards,
  type FolderPlace,
  type MeasuredCard,
  selectCardsById,
  selectCardsInFolder,
  selectTexts,
} from "./cards.queries.ts";
import { lockGroup, updateGroupOfLoneCards } from "./siblings/siblings.queries.ts";

/** Returns those of the given cards that exist and belong to the user. */
export function findCards(ctx: Context, owner: OwnerId, ids: number[]): Promise<MeasuredCard[]> {
  return selectCardsById(ctx.db, owner, ids);
}

export function countCards({ db }: Context, owner: OwnerId, folderId: number): Promise<number> {
  return countCardsInFolder(db, owner, folderId);
}

type ListQuery = QueryOf<typeof cardEndpoints.listInFolder>;

/** Returns the cards of a folder, the newest first: all of them, or the requested portion. */
export async function listCards(
  ctx: Context,
  owner: OwnerId,
  folderId: number,
  query: ListQuery,
): Promise<Card[] | FolderPortion | LongList<Card>> {
  const portion = parsePortion(query);
  const after = parseCursor(portion?.after);
  const limit = portion?.limit ?? PART_CARDS;
  const [rows, total] = await Promise.all([
    selectCardsInFolder(ctx.db, owner, folderId, after, limit + 1),
    portion && countCardsInFolder(ctx.db, owner, folderId),
  ]);
  if (rows.length === 0) await requireFolder(ctx, owner, folderId);
  if (total !== null) return readPortion(ctx, owner, rows, limit, total);
  if (rows.length <= limit) return toItems(ctx, owner, rows, toCard);
  return new LongList(readWholeFolder(ctx, owner, folderId));
}

async function readPortion(
  ctx: Context,
  owner: OwnerId,
  rows: MeasuredCard[],
  limit: number,
  total: number,
): Promise<FolderPortion> {
  const { items, taken } = await readFirstPart(ctx, owner, rows.slice(0, limit), toCard);
  const last = rows[taken - 1];
  return { cards: items, total, next: last && taken < rows.length ? formatCursor(last) : null };
}

async function* readWholeFolder(ctx: Context, owner: OwnerId, folderId: number) {
  for (let after: FolderPlace | null = null; ; ) {
    const rows: MeasuredCard[] = await selectCardsInFolder(ctx.db, owner, folderId, after, PART_CARDS);
    yield* readParts(ctx, owner, rows, toCard);
    after = rows.at(-1) ?? null;
    if (rows.length < PART_CARDS || after === null) return;
  }
}

function formatCursor({ createdAt, id }: FolderPlace): string {
  return `${createdAt.getTime()}_${id}`;
}

function parseCursor(cursor: string | undefined): FolderPlace | null {
  const [createdAt, id] = cursor?.split("_").map(Number) ?? [];
  return createdAt === undefined || id === undefined ? null : { createdAt: new Date(createdAt), id };
}

/** The number of cards that are read and sent before other requests are served. */
export const PART_CARDS = 500;

const PART_TEXT_BYTES = 128 * 1024;

type ToItem<Item> = (row: CardRow) => Item;

/** Converts cards in their order: to an array if their texts were selected, otherwise to a list that is read in parts. */
export function toItems<Item>(ctx: Context, owner: OwnerId, rows: readonly MeasuredCard[], toItem: ToItem<Item>) {
  return rows.every(hasTexts) ? rows.map((row) => toItem(row)) : new LongList(readParts(ctx, owner, rows, toItem));
}

export async function* readParts<Item>(
  ctx: Context,
  owner: OwnerId,
  rows: readonly MeasuredCard[],
  toItem: ToItem<Item>,
): AsyncGenerator<Item[]> {
  for (let rest = rows; rest.length > 0; ) {
    const { items, taken } = await readFirstPart(ctx, owner, rest, toItem);
    yield items;
    rest = rest.slice(taken);
  }
}

/** Converts as many of the first cards as fit into one part, and at most `limit`. */
export async function readFirstPart<Item>(
  { db }: Context,
  owner: OwnerId,
  rows: readonly MeasuredCard[],
  toItem: ToItem<Item>,
  limit = PART_CARDS,
): Promise<{ items: Item[]; taken: number }> {
  if (rows.every(hasTexts)) {
    const part = rows.slice(0, limit);
    return { items: part.map((row) => toItem(row)), taken: part.length };
  }
  const part = rows.slice(0, findPartEnd(rows));
  const texts = await selectTexts(
    db,
    owner,
    part.map(({ id }) => id),
  );
  const textsById = new Map(texts.map((one) => [one.id, one]));
  // A card whose texts are missing was deleted meanwhile.
  const items = part.flatMap((row) => {
    const found = textsById.get(row.id);
    return found ? [toItem({ ...row, ...found })] : [];
  });
  return { items, taken: part.length };
}

function hasTexts(row: MeasuredCard): row is MeasuredCard & CardRow {
  return row.front !== null;
}

function findPartEnd(rows: readonly MeasuredCard[]): number {
  let end = 0;
  for (let bytes = 0; end < rows.length && end < PART_CARDS && bytes < PART_TEXT_BYTES; end++) {
    bytes += (rows[end] as MeasuredCard).textBytes;
  }
  return end;
}

export async function removeCard(ctx: Context, owner: OwnerId, moment: Moment, id: number): Promise<void> {
  await settlePastDays(ctx, owner, moment);
  await writeRecorded(ctx.db, owner, async (transaction, noted) => {
    const card = (await lockGroup(transaction, owner, id)).find((one) => one.id === id);
    if (!card) throw cardNotFound();
    await deleteCards(transaction, owner, [id]);
    noted.gone("card", [id], moment.now);
    // The folder may be left without a studied card.
    if (card.difficulty !== "new") noted.changed("folder", [card.folderId]);
    if (card.groupId === null) return;
    const lone = await updateGroupOfLoneCards(transaction, owner, [card.groupId]);
    noted.changed("card", listIds(lone));
  });
}

export function cardNotFound() {
  return notFound("La carta no existe");
}

export function toCard(row: CardRow): Card {
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
    upstream: row.upstream,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
