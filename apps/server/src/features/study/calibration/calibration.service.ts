import { IDENTITY_CALIBRATION, recalibrate } from "@repasa/scheduler/calibration.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { type CalibrationPoint, selectCalibratedThrough, selectScoredReviews } from "./calibration.queries.ts";

/** At least as many scored reviews lie after a point that is kept, so that the usual undos leave it standing. */
const PAGE = 1_000;

type Folded = { a: number; b: number; kept: CalibrationPoint | null };

/**
 * The calibration that all scored reviews but one make, from a point of the log on, or from a later one that an undo has kept.
 * `kept` is to be kept now, for the next: with it an undo folds at most some thousand reviews, however long the log is.
 *
 * @param from What the log before it comes to stands, unless the review is part of it.
 */
export async function calibrationWithout(
  db: Queryable,
  owner: OwnerId,
  id: number,
  from: Omit<CalibrationPoint, "a" | "b"> & { a: number | null; b: number | null },
): Promise<Folded> {
  const known = id > from.through ? await selectCalibratedThrough(db, owner) : null;
  const isOfUse = known !== null && known.through < id && known.through >= from.through;
  const start = isOfUse
    ? known
    : { through: from.through, a: from.a ?? IDENTITY_CALIBRATION.a, b: from.b ?? IDENTITY_CALIBRATION.b };
  return foldFrom(db, owner, start, id);
}

/** Whether the point that is kept leads to the calibration that the user has. */
export async function leadsTo(db: Queryable, owner: OwnerId, wanted: { a: number; b: number }): Promise<boolean> {
  const known = await selectCalibratedThrough(db, owner);
  if (known === null) return true;
  const { a, b } = await foldFrom(db, owner, known, null);
  return Math.abs(a - wanted.a) + Math.abs(b - wanted.b) < 1e-9;
}

async function foldFrom(
  db: Queryable,
  owner: OwnerId,
  start: CalibrationPoint,
  without: number | null,
): Promise<Folded> {
  let [last, point] = [start, start];
  for (;;) {
    const page = await selectScoredReviews(db, owner, { without, after: point.through, limit: PAGE });
    const { a, b } = recalibrate({ ...IDENTITY_CALIBRATION, a: point.a, b: point.b }, page.reviews);
    if (page.reviews.length < PAGE) return { a, b, kept: last === start ? null : last };
    [last, point] = [point, { through: page.through, a, b }];
  }
}
