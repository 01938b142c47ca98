import { randomUUID } from "node:crypto";
import { MAX_BATCH_CARDS, MAX_SIDE_LENGTH } from "@repasa/contract/cards.limits.ts";
import type { Batch, BatchResult } from "@repasa/contract/cards.ts";
import { type Context, perContext } from "#context.ts";
import { listIds, writeRecorded } from "#features/feed/feed.service.ts";
import { folderNotFound } from "#features/folders/folders.service.ts";
import { countDueDates } from "#features/schedule/schedule.load.ts";
import { settlePastDays } from "#features/schedule/schedule.settling.ts";
import { avoidNestedLoops } from "#platform/db/local-setting.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { createUnitBudgets } from "#platform/http/write-budgets.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { cardNotFound } from "../cards.service.ts";
import { storeDerived } from "../derived/derived.service.ts";
import { refreshFollowed, resumeFollowed } from "../followed/followed.service.ts";
import { updateGroupOfLoneCards } from "../siblings/siblings.queries.ts";
import { type Operation, parseOperation, type Replacement } from "./batch.operation.ts";
import {
  type ChangedTexts,
  cardChanges,
  changeCards,
  deleteLargeBatches,
  insertBatch,
  lockCards,
  selectChangedTexts,
  selectGroupsBefore,
  selectTextSizes,
  selectWithSiblings,
  touchFoldersOfCards,
  updateLastSiblings,
  wouldExceedLength,
} from "./batch.queries.ts";
import { addTags, removeTags } from "./batch.tags.ts";
import { requireValidReplacement, sideTooLong, WHITE_SPACE } from "./batch.texts.ts";

/** The time in which a batch can be undone. */
export const BATCH_UNDO_MS = 86_400_000;

/** The size of what an account's batches store to be undone. The newest batch is kept whatever its size, then those that fit. */
const MAX_UNDO_BYTES = 50_000_000;

/** A batch rewrites its cards and stores them as they were, so it counts as its cards, however few calls they come in. */
const touchedCards = perContext(() =>
  createUnitBudgets({ atOnce: MAX_BATCH_CARDS, perMinute: MAX_BATCH_CARDS }, "Has cambiado muchas cartas seguidas"),
);

/** Applies one action to many cards, to all or to none. Replacing changes all siblings, because they share their texts. */
export async function applyBatch(ctx: Context, owner: OwnerId, moment: Moment, body: Batch): Promise<BatchResult> {
  const operation = parseOperation(body);
  const requestedIds = [...new Set(body.cardIds)];
  const includesSiblings = operation.action === "replace" || operation.action === "delete";
  const selectIds = (db: Queryable) =>
    includesSiblings ? selectWithSiblings(db, owner, requestedIds) : Promise.resolve(requestedIds);
  if (ctx.config.rateLimit) touchedCards(ctx).take(owner, (await selectIds(ctx.db)).length, moment.now);
  await settlePastDays(ctx, owner, moment);
  const batchId = randomUUID();
  const changed = await writeRecorded(ctx.db, owner, async (transaction, noted) => {
    await avoidNestedLoops(transaction);
    const ids = await selectIds(transaction);
    const target = operation.action === "move" ? operation.folderId : null;
    const touched = await touchFoldersOfCards(transaction, owner, ids, target, moment.now);
    if (target !== null && !touched.has(target)) throw folderNotFound();
    const locked = await lockCards(transaction, owner, ids);
    const existingIds = new Set(locked.map(({ id }) => id));
    if (!requestedIds.every((id) => existingIds.has(id))) throw cardNotFound();
    if (operation.action === "replace") await requireAllowedLength(transaction, owner, ids, operation);
    await insertBatch(transaction, owner, batchId, operation.action, moment.now);
    if (operation.action === "resume") await resumeFollowed(transaction, owner, ids);
    noted.changed("folder", touched);
    const changedIds = operation.action === "delete" ? requestedIds : ids;
    const cardIds = await changeCards(
      transaction,
      owner,
      batchId,
      changedIds,
      buildChange(operation, locked),
      moment.now,
    );
    if (operation.action === "delete") {
      noted.gone("card", cardIds, moment.now);
      noted.changed("card", await ungroupLastSiblings(transaction, owner, batchId));
    } else noted.changed("card", cardIds);
    if (operation.action === "replace") {
      await updateDerived(transaction, owner, batchId, requireValidReplacement);
      await refreshFollowed(transaction, owner, cardIds, noted);
    }
    if (operation.action === "tag" || operation.action === "untag") await updateDerived(transaction, owner, batchId);
    await keepUndoRoom(transaction, owner, batchId);
    // This makes a concurrent rating start over with the changed cards.
    await countDueDates(transaction, owner, moment.today);
    return cardIds.length;
  });
  return { batchId, changed };
}

/** Deletes an account's oldest batches that have no room beside its newest one. Called in the transaction that adds this. */
export async function keepUndoRoom(transaction: Queryable, owner: OwnerId, newest: string): Promise<void> {
  await deleteLargeBatches(transaction, owner, newest, MAX_UNDO_BYTES);
}

/** Returns the ids of the siblings that remained alone. */
async function ungroupLastSiblings(transaction: Queryable, owner: OwnerId, batchId: string): Promise<number[]> {
  const groups = await selectGroupsBefore(transaction, owner, batchId);
  const lone = await updateGroupOfLoneCards(transaction, owner, groups);
  await updateLastSiblings(transaction, owner, batchId, lone);
  return listIds(lone);
}

async function requireAllowedLength(
  db: Queryable,
  owner: OwnerId,
  ids: readonly number[],
  replacement: Replacement,
): Promise<void> {
  if (await wouldExceedLength(db, owner, ids, { ...replacement, maxLength: MAX_SIDE_LENGTH })) throw sideTooLong();
}

function buildChange(operation: Operation, cards: readonly { id: number; tags: string[] }[]) {
  switch (operation.action) {
    case "move":
      return cardChanges.move(operation.folderId);
    case "tag":
      return cardChanges.tag(addTags(cards, operation.tags));
    case "untag":
      return cardChanges.tag(removeTags(cards, operation.tags));
    case "replace":
      return cardChanges.replace(operation.find, operation.replacement, WHITE_SPACE);
    default:
      return cardChanges[operation.action]();
  }
}

/** The limits for texts that are folded without a pause, which blocks other requests. */
const PIECE_LIMITS = { cards: 500, bytes: 300_000 };

/** Updates `card_texts` and `card_media` for the cards of a batch. */
export async function updateDerived(
  transaction: Queryable,
  owner: OwnerId,
  batchId: string,
  check: (card: ChangedTexts) => void = () => {},
): Promise<void> {
  for (const piece of splitIntoPieces(await selectTextSizes(transaction, owner, batchId))) {
    const written = await selectChangedTexts(transaction, owner, batchId, piece);
    for (const card of written) check(card);
    await storeDerived(transaction, owner, written);
  }
}

/** Returns the first and the last id of each piece. */
function splitIntoPieces(sizes: readonly { id: number; bytes: number }[]): [number, number][] {
  const pieces: [number, number][] = [];
  let room = { cards: 0, bytes: 0 };
  for (const { id, bytes } of sizes) {
    const piece = pieces.at(-1);
    if (piece && room.cards > 0 && room.bytes >= bytes) piece[1] = id;
    else {
      pieces.push([id, id]);
      room = PIECE_LIMITS;
    }
    room = { cards: room.cards - 1, bytes: room.bytes - bytes };
  }
  return pieces;
}
