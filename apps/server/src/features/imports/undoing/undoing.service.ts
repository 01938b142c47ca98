import type { ImportResult } from "@repasa/contract/imports.ts";
import type { DateRange } from "@repasa/scheduler/local-dates.ts";
import type { Context } from "#context.ts";
import { storeDerived } from "#features/cards/derived/derived.service.ts";
import { refreshFollowed } from "#features/cards/followed/followed.service.ts";
import { ungroupLoneCards } from "#features/cards/siblings/siblings.service.ts";
import { listIds, writeRecorded } from "#features/feed/feed.service.ts";
import { refoldLog } from "#features/memory/memory.service.ts";
import { lockDays, recountDays } from "#features/schedule/days/days.service.ts";
import { countDueDates } from "#features/schedule/schedule.load.ts";
import { endSharing } from "#features/sharing/sharing.service.ts";
import { avoidNestedLoops } from "#platform/db/local-setting.ts";
import { updateCalibration } from "../history/history.queries.ts";
import { calibrateByLog } from "../imports.calibration.ts";
import { selectImport, updateImport } from "../imports.queries.ts";
import type { ImportTask } from "../imports.task.ts";
import { deleteImportedRows } from "./undoing.imported-rows.ts";
import {
  countRemaining,
  deleteEmptyFolders,
  deleteImported,
  deleteOtherReviews,
  deletePastDays,
  deletePastGaps,
  lockImported,
  markUnusedMedia,
  restoreCards,
  restoreLogs,
  selectExamsOfImportedFolders,
} from "./undoing.queries.ts";

const PAGE_SIZE = 1_000;

/**
 * Removes what an import added, except for cards that were studied or changed since.
 *
 * @returns Null if the import is not being undone any more.
 */
export async function revertImport(
  { db, enqueue }: Pick<Context, "db" | "enqueue">,
  { owner, importId, moment, settings }: Pick<ImportTask, "owner" | "importId" | "moment" | "settings">,
): Promise<ImportResult | null> {
  return writeRecorded(db, owner, async (transaction, noted) => {
    const row = await selectImport(transaction, owner, importId);
    if (row?.status !== "undoing" || row.result === null) return null;
    await avoidNestedLoops(transaction);
    await lockImported(transaction, owner, importId, listIds(row.brought?.exams ?? []));
    const deleted = await deleteImported(transaction, owner, importId);
    noted.gone("card", listIds(deleted.cards), moment.now);
    noted.changed("card", await ungroupLoneCards(transaction, owner, deleted.groups));
    const restored = await restoreCards(transaction, owner, importId, moment.now);
    noted.changed("card", listIds(restored));
    // They say whether they have studied cards.
    noted.changed(
      "folder",
      [...deleted.cards, ...restored].map(({ folderId }) => folderId),
    );
    for (let from = 0; from < restored.length; from += PAGE_SIZE) {
      const page = restored.slice(from, from + PAGE_SIZE);
      await storeDerived(transaction, owner, page);
      await refreshFollowed(transaction, owner, listIds(page), noted);
    }
    const merged = restored.filter((card) => card.merged).map(({ id }) => id);
    const knownDates = await restoreLogs(transaction, owner, importId, merged);
    const otherDates = await deleteOtherReviews(transaction, owner, importId);
    const dates = joinRanges(joinRanges(deleted.dates, knownDates), otherDates);
    // The same order as in settling: days, preferences, then the schedule, which exams lock.
    await lockDays(transaction, owner);
    const context = { scheduleSettings: settings, noted };
    if (row.brought) await deleteImportedRows(context, transaction, owner, moment, row.brought);
    const remaining = await countRemaining(transaction, owner, importId, restored.length);
    noted.changed("exam", await selectExamsOfImportedFolders(transaction, owner, importId));
    const folderIds = await deleteEmptyFolders(transaction, owner, importId);
    noted.gone("folder", folderIds, moment.now);
    if (folderIds.length > 0) await endSharing({ enqueue }, transaction, owner, { folderIds }, moment.now);
    await markUnusedMedia(transaction, owner, moment.now);
    if (row.brought?.daysThrough) await deletePastDays(transaction, owner, row.brought.daysThrough);
    if (dates !== null) {
      await deletePastGaps(transaction, owner, moment);
      await recountDays(transaction, owner, dates);
    }
    // This locks the schedule: ratings wait from here until the transaction ends.
    await countDueDates(transaction, owner, moment.today);
    if (dates !== null) {
      noted.preferencesChanged();
      if (merged.length > 0) await refoldLog(transaction, owner, new Set(merged));
      await updateCalibration(transaction, owner, await calibrateByLog(transaction, owner), 0);
    }
    const result = { ...row.result, kept: remaining };
    const undone = await updateImport(transaction, owner, importId, "undoing", { status: "undone", result });
    return undone ? result : null;
  });
}

/** Returns the smallest range that contains both. */
function joinRanges(one: DateRange | null, other: DateRange | null): DateRange | null {
  if (one === null || other === null) return one ?? other;
  return { from: one.from < other.from ? one.from : other.from, to: one.to > other.to ? one.to : other.to };
}
