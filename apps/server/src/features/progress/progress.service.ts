import type { CalibrationBin, CardStates, RetentionWeek, Workload } from "@repasa/contract/progress.ts";
import { addDays, type LocalDate } from "@repasa/scheduler/local-dates.ts";
import type { Context } from "#context.ts";
import { forecastReviewsPerDay } from "#features/exams/exams.workload.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { Moment } from "#platform/time/local-days.ts";
import {
  addToSums,
  lockSums,
  selectCalibration,
  selectCardStates,
  selectRetention,
  selectUnsummed,
  selectWrongSums,
} from "./progress.queries.ts";

const CALIBRATION_DAYS = 365;
/** The number of reviews that are summed in one transaction. Ratings wait for it. */
const MAX_REVIEWS_PER_LOCK = 5_000;
const LOWEST_PERCENT = 80;
const HIGHEST_PERCENT = 95;
/** Every fifth percent is simulated. The values between lie almost on a line. */
const SIMULATED_STEP = 5;
const SIMULATED_RETENTIONS = [0.8, 0.85, 0.9, 0.95];

/**
 * Sums are written to `db`. Both the sums and the rest of the log are read from `readDb`, which may be a replica, so that they
 * are consistent with each other.
 */
type Databases = { readonly db: Queryable; readonly readDb: Queryable };

export async function retention(
  ctx: Databases,
  owner: OwnerId,
  { today }: Moment,
  days: number,
): Promise<RetentionWeek[]> {
  await sumFinishedDays(ctx, owner, today);
  return selectRetention(ctx.readDb, owner, addDays(today, 1 - days));
}

/** Sums the reviews of days that are over. Today's are left out, because they may still be undone. */
async function sumFinishedDays(ctx: Databases, owner: OwnerId, today: LocalDate): Promise<void> {
  for (;;) {
    const part = await selectUnsummed(ctx.db, owner, today, MAX_REVIEWS_PER_LOCK);
    if (!part) return;
    const summed = await ctx.db.transaction(async (transaction) => {
      if (!(await lockSums(transaction, owner, part.after))) return false;
      await addToSums(transaction, owner, part);
      return true;
    });
    // A concurrent request is summing the same reviews.
    if (!summed) return;
  }
}

/** Returns how many of a user's sums are wrong, and a function that recomputes all of them. */
export async function findWrongSums(db: Queryable, owner: OwnerId) {
  const { wrong, through } = await selectWrongSums(db, owner);
  return { wrong, recomputeSums: (db: Queryable) => addToSums(db, owner, { after: null, through: through ?? 0 }) };
}

/** Returns the calibration of the last year only, because a learner changes over time. */
export async function calibration(ctx: Databases, owner: OwnerId, { today }: Moment): Promise<CalibrationBin[]> {
  await sumFinishedDays(ctx, owner, today);
  return selectCalibration(ctx.readDb, owner, addDays(today, 1 - CALIBRATION_DAYS));
}

export function cardStates(ctx: Pick<Context, "db">, owner: OwnerId): Promise<CardStates> {
  return selectCardStates(ctx.db, owner);
}

/** Returns the reviews per day of the coming month with today's cards, for each hundredth of desired retention. */
export async function workload(ctx: Context, db: Queryable, owner: OwnerId, moment: Moment): Promise<Workload[]> {
  const simulated = await forecastReviewsPerDay(ctx, db, owner, moment, SIMULATED_RETENTIONS);
  // Chance may make the work at a higher retention seem less.
  const growing = simulated.map((_, i) => Math.max(...simulated.slice(0, i + 1)));
  return Array.from({ length: HIGHEST_PERCENT - LOWEST_PERCENT + 1 }, (_, step) => ({
    retention: (LOWEST_PERCENT + step) / 100,
    reviewsPerDay: Math.round(interpolate(growing, step / SIMULATED_STEP) * 10) / 10,
  }));
}

/** Returns the value at a place between 0 and the last of some evenly spaced values. */
function interpolate(values: readonly number[], place: number): number {
  const [before, share] = [Math.floor(place), place % 1];
  const [low, high] = [values[before] as number, values[before + 1] ?? 0];
  return low + share * (high - low);
}
