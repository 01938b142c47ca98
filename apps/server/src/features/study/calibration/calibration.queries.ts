import type { CalibratingReview } from "@repasa/scheduler/calibration.ts";
import { hasMovedCard } from "#features/schedule/schedule.queries.ts";
import { eq, sql } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { reviews, userScheduling } from "#schema/schedule.ts";

/** The calibration after the log up to the review `through`. */
export type CalibrationPoint = { through: number; a: number; b: number };

/** Returns the checkpoint that the last undo has stored; null if there is none. */
export async function selectCalibrationPoint(db: Queryable, owner: OwnerId): Promise<CalibrationPoint | null> {
  const { calibratedThrough: through, calibratedA: a, calibratedB: b } = userScheduling;
  const [row] = await db.select({ through, a, b }).from(userScheduling).where(eq(userScheduling.userId, owner));
  return row?.through ? (row as CalibrationPoint) : null;
}

/**
 * Returns the next scored reviews that were not undone, in the order of the log: those after the review `after`, without
 * `excluded` unless that is null.
 */
export async function selectScoredReviews(
  db: Queryable,
  owner: OwnerId,
  { excluded, after, limit }: { excluded: number | null; after: number; limit: number },
): Promise<{ reviews: CalibratingReview[]; through: number }> {
  // Columns in JSON are read much faster than rows.
  const { rows } = await db.execute<{ recalls: string; grades: string; through: number }>(sql`
    select coalesce(json_agg(retrievability order by id), '[]')::text as recalls,
      coalesce(json_agg(grade order by id), '[]')::text as grades, coalesce(max(id), 0) as through
    from (
      select id, retrievability, grade from ${reviews}
      where user_id = ${owner} and id > ${after} and id <> ${excluded ?? 0} and undone_at is null and retrievability is not null
      order by id limit ${limit}
    ) as scored`);
  const { recalls, grades, through } = rows[0] as { recalls: string; grades: string; through: number };
  const parsedGrades: CalibratingReview["grade"][] = JSON.parse(grades);
  const scored = (JSON.parse(recalls) as number[]).map((retrievability, place) => ({
    retrievability,
    grade: parsedGrades[place] ?? null,
  }));
  return { reviews: scored, through };
}

/** Counts `hardSinceForgotten` over the log without one review. */
export async function selectHardSinceForgottenExcluding(db: Queryable, owner: OwnerId, id: number) {
  const isInFold = sql`user_id = ${owner} and undone_at is null and ${hasMovedCard} and id <> ${id}`;
  const { rows } = await db.execute<{ hard: number }>(sql`
    select (select count(*) from ${reviews} where ${isInFold} and id > forgotten.id and coalesce(grade, 2) = 2) as hard
    from (select id from ${reviews} where ${isInFold} and grade = 1 order by id desc limit 1) as forgotten`);
  return rows[0]?.hard ?? null;
}
