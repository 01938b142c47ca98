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
import { type Order, orderOf, type Replaced } from "./batch.order.ts";
import {
  type ChangedTexts,
  changeCards,
  insertBatch,
  lockCards,
  selectGroupsBefore,
  selectSizes,
  selectTexts,
  selectWithSiblings,
  touchFolders,
  updateLastSiblings,
  works,
  wouldBeLonger,
} from "./batch.queries.ts";
import { withoutTags, withTags } from "./batch.tags.ts";
import { requireWhole, SPACE, tooLong } from "./batch.texts.ts";

/** For so long a batch can be undone. */
export const BATCH_MS = 86_400_000;

/** Does one thing to many cards, to all or to none. Siblings share their texts, so that replacing reaches all of them. */
export async function changeMany(ctx: Context, owner: OwnerId, moment: Moment, body: Batch): Promise<BatchResult> {
  const order = orderOf(body);
  await settlePastDays(ctx, owner, moment);
  const batchId = randomUUID();
  const changed = await ctx.db.transaction(async (transaction) => {
    await avoidNestedLoops(transaction);
    const named = [...new Set(body.cardIds)];
    const reachesSiblings = order.action === "replace" || order.action === "delete";
    const ids = reachesSiblings ? await selectWithSiblings(transaction, owner, named) : named;
    const target = order.action === "move" ? order.folderId : null;
    const touched = await touchFolders(transaction, owner, ids, target, moment.now);
    if (target !== null && !touched.has(target)) throw folderNotFound();
    const locked = await lockCards(transaction, owner, ids);
    const present = new Set(locked.map(({ id }) => id));
    if (!named.every((id) => present.has(id))) throw cardNotFound();
    if (order.action === "replace") await requireShort(transaction, owner, ids, order);
    await insertBatch(transaction, owner, batchId, order.action, moment.now);
    const changing = order.action === "delete" ? named : ids;
    const count = await changeCards(transaction, owner, batchId, changing, workOf(order, locked), moment.now);
    if (order.action === "delete") await ungroup(transaction, owner, batchId);
    if (order.action === "replace") await derive(transaction, owner, batchId, requireWhole);
    if (order.action === "tag" || order.action === "untag") await derive(transaction, owner, batchId);
    // A rating under way starts over with the cards as they are now.
    await countDueDates(transaction, owner, moment.today);
    return count;
  });
  return { batchId, changed };
}

async function ungroup(transaction: Queryable, owner: OwnerId, batchId: string): Promise<void> {
  const groups = await selectGroupsBefore(transaction, owner, batchId);
  await updateLastSiblings(transaction, owner, batchId, await ungroupLone(transaction, owner, groups));
}

async function requireShort(db: Queryable, owner: OwnerId, ids: readonly number[], replaced: Replaced): Promise<void> {
  if (await wouldBeLonger(db, owner, ids, { ...replaced, most: SIDE_LONGEST })) throw tooLong();
}

function workOf(order: Order, cards: readonly { id: number; tags: string[] }[]) {
  switch (order.action) {
    case "move":
      return works.move(order.folderId);
    case "tag":
      return works.tag(withTags(cards, order.tags));
    case "untag":
      return works.tag(withoutTags(cards, order.tags));
    case "replace":
      return works.replace(order.find, order.replacement, SPACE);
    default:
      return works[order.action]();
  }
}

/** Of texts that are folded at once; more would keep other requests waiting. */
const PIECE = { cards: 500, bytes: 300_000 };

/** Brings what is derived from the texts of a batch's cards in step with them. */
export async function derive(
  transaction: Queryable,
  owner: OwnerId,
  batchId: string,
  check: (card: ChangedTexts) => void = () => {},
): Promise<void> {
  for (const piece of piecesOf(await selectSizes(transaction, owner, batchId))) {
    const written = await selectTexts(transaction, owner, batchId, piece);
    for (const card of written) check(card);
    await storeDerived(transaction, owner, written);
  }
}

/** The first and the last id of each piece. */
function piecesOf(sizes: readonly { id: number; bytes: number }[]): [number, number][] {
  const pieces: [number, number][] = [];
  let room = { cards: 0, bytes: 0 };
  for (const { id, bytes } of sizes) {
    const piece = pieces.at(-1);
    if (piece && room.cards > 0 && room.bytes >= bytes) piece[1] = id;
    else {
      pieces.push([id, id]);
      room = PIECE;
    }
    room = { cards: room.cards - 1, bytes: room.bytes - bytes };
  }
  return pieces;
}
