import { IDENTITY_CALIBRATION, recalibrate } from "@repasa/scheduler/calibration.ts";
import type { Grade } from "@repasa/scheduler/rating.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { selectCalibrationInput } from "./history/history.queries.ts";

/** Computes a user's calibration from the whole log, after reviews were inserted in the middle of it or removed. */
export async function calibrateByLog(db: Queryable, owner: OwnerId) {
  const log = await selectCalibrationInput(db, owner);
  const grades: (Grade | null)[] = JSON.parse(log?.grades ?? "[]") ?? [];
  const recalls: (number | null)[] = JSON.parse(log?.recalls ?? "[]") ?? [];
  // Reviews that are folded already have no recall here, because they only count for `hardSinceForgotten`.
  const before = { ...IDENTITY_CALIBRATION, a: log?.a ?? IDENTITY_CALIBRATION.a, b: log?.b ?? IDENTITY_CALIBRATION.b };
  const reviews = grades.map((grade, index) => ({ grade, retrievability: recalls[index] ?? null }));
  const { a, b, hardSinceForgotten } = recalibrate(before, reviews);
  return { calibrationA: a, calibrationB: b, hardSinceForgotten };
}
