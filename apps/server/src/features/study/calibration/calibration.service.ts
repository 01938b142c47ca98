import { type Calibration, recalibrate } from "@repasa/scheduler/calibration.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { type CalibrationPoint, selectCalibratingReviews, selectCalibrationPoint } from "./calibration.queries.ts";

/** At least this many reviews lie after a stored checkpoint, so that the usual undos leave it valid. */
const PAGE = 1_000;

type Folded = { calibration: Calibration; checkpoint: CalibrationPoint | null };

/**
 * Returns the calibration after the whole log except one review. Starts from a given point of the log, or from the later
 * checkpoint that an earlier undo has stored. The caller stores the returned `checkpoint` for the next undo: with it an undo
 * folds at most a few thousand reviews, however long the log is.
 *
 * @param id The excluded review.
 * @param from The calibration after the log up to `through`. Has to be recomputed before the call if it includes the review.
 */
export async function calibrateExcluding(
  db: Queryable,
  owner: OwnerId,
  id: number,
  from: CalibrationPoint,
): Promise<Folded> {
  const stored = id > from.through ? await selectCalibrationPoint(db, owner) : null;
  const isUsable = stored !== null && stored.through < id && stored.through >= from.through;
  return foldFrom(db, owner, isUsable ? stored : from, id);
}

/** Returns true if folding the log from the stored checkpoint on gives the calibration that the user has. */
export async function isCalibrationPointConsistent(
  db: Queryable,
  owner: OwnerId,
  wanted: Calibration,
): Promise<boolean> {
  const stored = await selectCalibrationPoint(db, owner);
  if (stored === null) return true;
  const { calibration } = await foldFrom(db, owner, stored, null);
  const names = Object.keys(wanted) as (keyof Calibration)[];
  return names.every((name) => Math.abs((calibration[name] ?? -1) - (wanted[name] ?? -1)) < 1e-6);
}

async function foldFrom(
  db: Queryable,
  owner: OwnerId,
  start: CalibrationPoint,
  excluded: number | null,
): Promise<Folded> {
  let [last, point] = [start, start];
  for (;;) {
    const page = await selectCalibratingReviews(db, owner, { excluded, after: point.through, limit: PAGE });
    const calibration = recalibrate(point.calibration, page.reviews);
    if (page.reviews.length < PAGE) return { calibration, checkpoint: last === start ? null : last };
    [last, point] = [point, { through: page.through, calibration }];
  }
}
