import { recalibrate } from "@repasa/scheduler/calibration.ts";
import { parseCalibratingReviews, toCalibration, toCalibrationColumns } from "#features/schedule/schedule.state.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { StoredCalibration } from "#schema/schedule.ts";
import { selectCalibrationInput } from "./history/history.queries.ts";

/** Computes a user's calibration from the whole log, after reviews were inserted in the middle of it or removed. */
export async function calibrateByLog(db: Queryable, owner: OwnerId): Promise<StoredCalibration> {
  const log = await selectCalibrationInput(db, owner);
  const reviews = log === undefined ? [] : parseCalibratingReviews(log);
  return toCalibrationColumns(recalibrate(toCalibration(log?.folded ?? {}), reviews));
}
