import type { ImportResult } from "@repasa/contract/imports.ts";
import type { Connection } from "#db/pool.ts";
import { ungroupLone, upsertDerived } from "#features/cards/cards.service.ts";
import { countDueDates, recountDays } from "#features/schedule/schedule.service.ts";
import { calibrationOfLog } from "../history/history.calibration.ts";
import { updateCalibration } from "../history/history.queries.ts";
import { selectImport, updateImport } from "../imports.queries.ts";
import type { ImportTask } from "../imports.task.ts";
import {
  countKept,
  deleteEmptyFolders,
  deleteImported,
  deletePastGaps,
  lockImported,
  markUnusedMedia,
  restoreCards,
} from "./undoing.queries.ts";

const PAGE = 1_000;

/** Takes out what an import brought, but for what was studied or changed since; null if that is no longer wanted. */
export async function takeOut(
  { orm }: Connection,
  { owner, importId, moment }: Pick<ImportTask, "owner" | "importId" | "moment">,
): Promise<ImportResult | null> {
  return orm.transaction(async (transaction) => {
    const row = await selectImport(transaction, owner, importId);
    if (row?.status !== "undoing" || row.result === null) return null;
    await lockImported(transaction, owner, importId);
    const gone = await deleteImported(transaction, owner, importId);
    await ungroupLone(transaction, owner, gone.groups);
    const restored = await restoreCards(transaction, owner, importId, moment.now);
    for (let from = 0; from < restored.length; from += PAGE) {
      await upsertDerived(transaction, owner, restored.slice(from, from + PAGE));
    }
    const kept = await countKept(transaction, owner, importId, restored.length);
    await deleteEmptyFolders(transaction, owner, importId);
    await markUnusedMedia(transaction, owner, moment.now);
    if (gone.dates !== null) {
      await deletePastGaps(transaction, owner, moment);
      await recountDays(transaction, owner, gone.dates);
    }
    // Ratings wait from here on.
    await countDueDates(transaction, owner, moment.today);
    if (gone.dates !== null) {
      await updateCalibration(transaction, owner, await calibrationOfLog(transaction, owner), 0);
    }
    const result = { ...row.result, kept };
    const undone = await updateImport(transaction, owner, importId, "undoing", { status: "undone", result });
    return undone ? result : null;
  });
}
