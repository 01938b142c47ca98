import type { CalibratingReview, Calibration } from "@repasa/scheduler/calibration.ts";
import { hasMovedMemory, isCertainAnswer } from "#features/schedule/schedule.queries.ts";
import { type CalibratingColumns, parseCalibratingReviews, toCalibration } from "#features/schedule/schedule.state.ts";
import { eq, sql } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { reviews, userScheduling } from "#schema/schedule.ts";

/** The calibration after the log up to the review `through`. */
export type CalibrationPoint = { through: number; calibration: Calibration };

/** Returns the checkpoint that the last undo has stored; null if there is none. */
export async function selectCalibrationPoint(db: Queryable, owner: OwnerId): Promise<CalibrationPoint | null> {
  const { calibratedThrough: through, calibrated } = userScheduling;
  const [row] = await db.select({ through, calibrated }).from(userScheduling).where(eq(userScheduling.userId, owner));
  return row?.through && row.calibrated ? { through: row.through, calibration: toCalibration(row.calibrated) } : null;
}

/**
 * Returns the next reviews that the calibration learns from, in the order of the log: those after the review `after`, without
 * `excluded` unless that is null. They are the scored ones and those that show which button was pressed.
 */
export async function selectCalibratingReviews(
  db: Queryable,
  owner: OwnerId,
  { excluded, after, limit }: { excluded: number | null; after: number; limit: number },
): Promise<{ reviews: CalibratingReview[]; through: number }> {
  const { rows } = await db.execute<CalibratingColumns & { through: number }>(sql`
    select coalesce(json_agg(retrievability order by id), '[]')::text as recalls,
      coalesce(json_agg(grade order by id), '[]')::text as grades,
      coalesce(json_agg(certain order by id), '[]')::text as certain, coalesce(max(id), 0) as through
    from (
      select id, retrievability, grade, ${isCertainAnswer} as certain from ${reviews}
      where user_id = ${owner} and id > ${after} and id <> ${excluded ?? 0} and undone_at is null
        and (retrievability is not null or ${hasMovedMemory} and coalesce(grade, 2) <= 2)
      order by id limit ${limit}
    ) as calibrating`);
  const { through, ...columns } = rows[0] as CalibratingColumns & { through: number };
  return { reviews: parseCalibratingReviews(columns), through };
}
