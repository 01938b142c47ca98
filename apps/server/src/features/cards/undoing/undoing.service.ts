import type { BatchResult } from "@repasa/contract/cards.ts";
import { NOT_A_UUID } from "@repasa/contract/fields.ts";
import type { Context } from "#context.ts";
import { withinLimits } from "#features/billing/billing.limits.ts";
import { listIds } from "#features/feed/feed.service.ts";
import { countDueDates } from "#features/schedule/schedule.load.ts";
import { settlePastDays } from "#features/schedule/schedule.settling.ts";
import { avoidNestedLoops } from "#platform/db/local-setting.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { AppError, notFound } from "#platform/http/app-error.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { type BatchRow, lockCards, selectGroupsBefore } from "../batch/batch.queries.ts";
import { BATCH_UNDO_MS, updateDerived } from "../batch/batch.service.ts";
import { refreshFollowed } from "../followed/followed.service.ts";
import { undoPulledBatch } from "../pulls/pulls.service.ts";
import { updateGroupOfLoneCards } from "../siblings/siblings.queries.ts";
import { insertVersions } from "../versions/versions.queries.ts";
import {
  countChangedSince,
  insertDeletedCards,
  lockBatch,
  selectBatch,
  selectBatchCards,
  selectRemainingSiblings,
  touchFoldersById,
  updateRegrouped,
  updateToFormerRows,
  updateUndoneBatch,
} from "./undoing.queries.ts";

/** Undoes a batch, unless one of its cards was changed since. */
export async function undoBatch(ctx: Context, owner: OwnerId, moment: Moment, batchId: string): Promise<BatchResult> {
  const found = batchId === NOT_A_UUID ? undefined : await selectBatch(ctx.db, owner, batchId);
  if (!found || found.createdAt.getTime() <= moment.now.getTime() - BATCH_UNDO_MS) throw batchNotFound();
  await settlePastDays(ctx, owner, moment);
  const changed = await withinLimits(
    ctx,
    owner,
    found.action === "delete" ? ["cards"] : [],
    async (transaction, noted) => {
      await avoidNestedLoops(transaction);
      const batch = await lockBatch(transaction, owner, batchId);
      if (!batch) throw batchNotFound();
      if (batch.undoneAt !== null) throw conflict("Esta acción ya se deshizo");
      if (batch.action === "pull") {
        const undone = await undoPulledBatch(transaction, owner, batch, moment.now, noted);
        await updateUndoneBatch(transaction, owner, batchId, moment.now);
        await countDueDates(transaction, owner, moment.today);
        return undone;
      }
      const { cardIds, folderIds } = await selectBatchCards(transaction, owner, batchId);
      const folders = await touchFoldersById(transaction, owner, folderIds, moment.now);
      if (folders < folderIds.length) throw conflict("La carpeta ya no existe");
      const groups = batch.action === "delete" ? await selectGroupsBefore(transaction, owner, batchId) : [];
      const siblings = groups.length === 0 ? [] : await selectRemainingSiblings(transaction, owner, batchId, groups);
      const present = await lockCards(transaction, owner, [...cardIds, ...siblings]);
      if ((await countChangedSince(transaction, owner, batchId)) > 0) throw cardsChangedSince();
      // A card that was moved leaves a folder in which it may have been the only one that was studied.
      noted.changed("folder", [...folderIds, ...present.map(({ folderId }) => folderId)]);
      noted.changed("card", [...cardIds, ...siblings]);
      if (hasOtherTexts(batch)) await insertVersions(transaction, owner, cardIds, moment.now);
      await restoreCards(transaction, owner, batch, cardIds.length);
      if (groups.length > 0) noted.changed("card", await regroupSiblings(transaction, owner, batchId, groups));
      await refreshFollowed(transaction, owner, [...cardIds, ...siblings], noted);
      await updateUndoneBatch(transaction, owner, batchId, moment.now);
      await countDueDates(transaction, owner, moment.today);
      return cardIds.length;
    },
  );
  return { batchId, changed };
}

async function restoreCards(transaction: Queryable, owner: OwnerId, batch: BatchRow, count: number): Promise<void> {
  if (batch.action !== "delete") await updateToFormerRows(transaction, owner, batch);
  else if (!(await insertDeletedCards(transaction, owner, batch.id, count))) throw cardsChangedSince();
  if (batch.action === "delete" || hasOtherTexts(batch)) await updateDerived(transaction, owner, batch.id);
}

const hasOtherTexts = ({ action }: BatchRow) => ["tag", "untag", "replace"].includes(action);

/**
 * Restores the groups of deleted cards. A restored card whose siblings no longer exist stays without a group; the ids of such cards
 * are returned.
 */
async function regroupSiblings(
  transaction: Queryable,
  owner: OwnerId,
  batchId: string,
  groups: string[],
): Promise<number[]> {
  if (!(await updateRegrouped(transaction, owner, batchId))) throw cardsChangedSince();
  return listIds(await updateGroupOfLoneCards(transaction, owner, groups));
}

function batchNotFound() {
  return notFound("Esta acción ya no se puede deshacer");
}

function conflict(message: string) {
  return new AppError("conflict", message);
}

function cardsChangedSince() {
  return conflict("Alguna de las cartas ha cambiado desde entonces");
}
