import { IDENTITY_CALIBRATION, recalibrate } from "@repasa/scheduler/calibration.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { type CalibrationPoint, selectCalibrationPoint, selectScoredReviews } from "./calibration.queries.ts";

/** At least this many scored reviews lie after a stored checkpoint, so that the usual undos leave it valid. */
const PAGE = 1_000;

type Folded = { a: number; b: number; checkpoint: CalibrationPoint | null };

/**
 * Returns the calibration after all scored reviews except one. Starts from a given point of the log, or from the later
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
  from: Omit<CalibrationPoint, "a" | "b"> & { a: number | null; b: number | null },
): Promise<Folded> {
  const stored = id > from.through ? await selectCalibrationPoint(db, owner) : null;
  const isUsable = stored !== null && stored.through < id && stored.through >= from.through;
  const start = isUsable
    ? stored
    : { through: from.through, a: from.a ?? IDENTITY_CALIBRATION.a, b: from.b ?? IDENTITY_CALIBRATION.b };
  return foldFrom(db, owner, start, id);
}

/** Returns true if folding the log from the stored checkpoint on gives the calibration that the user has. */
export async function isCalibrationPointConsistent(
  db: Queryable,
  owner: OwnerId,
  wanted: { a: number; b: number },
): Promise<boolean> {
  const stored = await selectCalibrationPoint(db, owner);
  if (stored === null) return true;
  const { a, b } = await foldFrom(db, owner, stored, null);
  return Math.abs(a - wanted.a) + Math.abs(b - wanted.b) < 1e-9;
}

async function foldFrom(
  db: Queryable,
  owner: OwnerId,
  start: CalibrationPoint,
  excluded: number | null,
): Promise<Folded> {
  let [last, point] = [start, start];
  for (;;) {
    const page = await selectScoredReviews(db, owner, { excluded, after: point.through, limit: PAGE });
    const { a, b } = recalibrate({ ...IDENTITY_CALIBRATION, a: point.a, b: point.b }, page.reviews);
    if (page.reviews.length < PAGE) return { a, b, checkpoint: last === start ? null : last };
    [last, point] = [point, { through: page.through, a, b }];
  }
}
