import type { BatchResult } from "@repasa/contract/cards.ts";
import { NOT_A_UUID } from "@repasa/contract/fields.ts";
import type { Context } from "#context.ts";
import { withinLimits } from "#features/billing/billing.limits.ts";
import { countDueDates } from "#features/schedule/schedule.load.ts";
import { settlePastDays } from "#features/schedule/schedule.settling.ts";
import { avoidNestedLoops } from "#platform/db/local-setting.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { AppError, notFound } from "#platform/http/app-error.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { type BatchRow, lockCards, selectGroupsBefore } from "../batch/batch.queries.ts";
import { BATCH_MS, derive } from "../batch/batch.service.ts";
import { ungroupLone } from "../siblings/siblings.queries.ts";
import {
  countChangedSince,
  insertDeleted,
  lockBatch,
  selectBatch,
  selectBatchCards,
  selectLeftSiblings,
  touchFoldersById,
  updateRegrouped,
  updateToBefore,
  updateUndoneBatch,
} from "./undoing.queries.ts";

/** Puts back what a batch did, unless one of its cards was changed since. */
export async function undoBatch(ctx: Context, owner: OwnerId, moment: Moment, batchId: string): Promise<BatchResult> {
  const found = batchId === NOT_A_UUID ? undefined : await selectBatch(ctx.db, owner, batchId);
  if (!found || found.createdAt.getTime() <= moment.now.getTime() - BATCH_MS) throw batchNotFound();
  await settlePastDays(ctx, owner, moment);
  const changed = await withinLimits(ctx, owner, found.action === "delete" ? ["cards"] : [], async (transaction) => {
    await avoidNestedLoops(transaction);
    const batch = await lockBatch(transaction, owner, batchId);
    if (!batch) throw batchNotFound();
    if (batch.undoneAt !== null) throw conflict("Esta acción ya se deshizo");
    const { cardIds, folderIds } = await selectBatchCards(transaction, owner, batchId);
    const folders = await touchFoldersById(transaction, owner, folderIds, moment.now);
    if (folders < folderIds.length) throw conflict("La carpeta ya no existe");
    const groups = batch.action === "delete" ? await selectGroupsBefore(transaction, owner, batchId) : [];
    const siblings = groups.length === 0 ? [] : await selectLeftSiblings(transaction, owner, batchId, groups);
    await lockCards(transaction, owner, [...cardIds, ...siblings]);
    if ((await countChangedSince(transaction, owner, batchId)) > 0) throw changedSince();
    await putBack(transaction, owner, batch, cardIds.length);
    if (groups.length > 0) await regroup(transaction, owner, batchId, groups);
    await updateUndoneBatch(transaction, owner, batchId, moment.now);
    await countDueDates(transaction, owner, moment.today);
    return cardIds.length;
  });
  return { batchId, changed };
}

async function putBack(transaction: Queryable, owner: OwnerId, batch: BatchRow, count: number): Promise<void> {
  if (batch.action !== "delete") await updateToBefore(transaction, owner, batch);
  else if (!(await insertDeleted(transaction, owner, batch.id, count))) throw changedSince();
  const hasNewTexts = ["delete", "tag", "untag", "replace"].includes(batch.action);
  if (hasNewTexts) await derive(transaction, owner, batch.id);
}

/** What was alone is a sibling again; what comes back alone is none. */
async function regroup(transaction: Queryable, owner: OwnerId, batchId: string, groups: string[]): Promise<void> {
  if (!(await updateRegrouped(transaction, owner, batchId))) throw changedSince();
  await ungroupLone(transaction, owner, groups);
}

function batchNotFound() {
  return notFound("Esta acción ya no se puede deshacer");
}

function conflict(message: string) {
  return new AppError("conflict", message);
}

function changedSince() {
  return conflict("Alguna de las cartas ha cambiado desde entonces");
}
