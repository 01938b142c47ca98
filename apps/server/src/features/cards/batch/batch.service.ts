import { randomUUID } from "node:crypto";
import { SIDE_LONGEST } from "@repasa/contract/cards.forms.ts";
import type { Batch, BatchResult } from "@repasa/contract/cards.ts";
import type { Context } from "#context.ts";
import { folderNotFound } from "#features/folders/folders.service.ts";
import { countDueDates } from "#features/schedule/schedule.load.ts";
import { settlePastDays } from "#features/schedule/schedule.settling.ts";
import { avoidNestedLoops } from "#platform/db/local-setting.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { cardNotFound } from "../cards.service.ts";
import { storeDerived } from "../derived/derived.service.ts";
import { ungroupLone } from "../siblings/siblings.queries.ts";
import { type Order, parseOrder, type Replacement } from "./batch.order.ts";
import {
  type ChangedTexts,
  cardChanges,
  changeCards,
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

/** Applies one action to many cards, to all or to none. Replacing changes all siblings, because they share their texts. */
export async function applyBatch(ctx: Context, owner: OwnerId, moment: Moment, body: Batch): Promise<BatchResult> {
  const order = parseOrder(body);
  await settlePastDays(ctx, owner, moment);
  const batchId = randomUUID();
  const changed = await ctx.db.transaction(async (transaction) => {
    await avoidNestedLoops(transaction);
    const named = [...new Set(body.cardIds)];
    const reachesSiblings = order.action === "replace" || order.action === "delete";
    const ids = reachesSiblings ? await selectWithSiblings(transaction, owner, named) : named;
    const target = order.action === "move" ? order.folderId : null;
    const touched = await touchFoldersOfCards(transaction, owner, ids, target, moment.now);
    if (target !== null && !touched.has(target)) throw folderNotFound();
    const locked = await lockCards(transaction, owner, ids);
    const present = new Set(locked.map(({ id }) => id));
    if (!named.every((id) => present.has(id))) throw cardNotFound();
    if (order.action === "replace") await requireAllowedLength(transaction, owner, ids, order);
    await insertBatch(transaction, owner, batchId, order.action, moment.now);
    const changing = order.action === "delete" ? named : ids;
    const count = await changeCards(transaction, owner, batchId, changing, buildChange(order, locked), moment.now);
    if (order.action === "delete") await ungroupLastSiblings(transaction, owner, batchId);
    if (order.action === "replace") await updateDerived(transaction, owner, batchId, requireValidReplacement);
    if (order.action === "tag" || order.action === "untag") await updateDerived(transaction, owner, batchId);
    // A concurrent rating starts over with the changed cards.
    await countDueDates(transaction, owner, moment.today);
    return count;
  });
  return { batchId, changed };
}

async function ungroupLastSiblings(transaction: Queryable, owner: OwnerId, batchId: string): Promise<void> {
  const groups = await selectGroupsBefore(transaction, owner, batchId);
  await updateLastSiblings(transaction, owner, batchId, await ungroupLone(transaction, owner, groups));
}

async function requireAllowedLength(
  db: Queryable,
  owner: OwnerId,
  ids: readonly number[],
  replacement: Replacement,
): Promise<void> {
  if (await wouldExceedLength(db, owner, ids, { ...replacement, maxLength: SIDE_LONGEST })) throw sideTooLong();
}

function buildChange(order: Order, cards: readonly { id: number; tags: string[] }[]) {
  switch (order.action) {
    case "move":
      return cardChanges.move(order.folderId);
    case "tag":
      return cardChanges.tag(addTags(cards, order.tags));
    case "untag":
      return cardChanges.tag(removeTags(cards, order.tags));
    case "replace":
      return cardChanges.replace(order.find, order.replacement, WHITE_SPACE);
    default:
      return cardChanges[order.action]();
  }
}

/** The most that is folded without a pause; more would block other requests. */
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
