import type { CalibrationBin, CardStates, RetentionWeek, Workload } from "@repasa/contract/progress.ts";
import { addDays, type LocalDate } from "@repasa/scheduler/local-dates.ts";
import { estimateReviewsPerDay } from "@repasa/scheduler/workload.ts";
import type { Context } from "#context.ts";
import { toLearner } from "#features/schedule/schedule.state.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { Moment } from "#platform/time/local-days.ts";
import {
  addToSums,
  lockSums,
  selectCalibration,
  selectCardStates,
  selectRetention,
  selectStabilities,
  selectUnsummed,
  selectWrongSums,
} from "./progress.queries.ts";

const CALIBRATION_DAYS = 365;
/** The number of reviews that are summed in one transaction. Ratings wait for it. */
const MAX_REVIEWS_PER_LOCK = 5_000;
const LOWEST_PERCENT = 80;
const HIGHEST_PERCENT = 95;

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

export async function workload(ctx: Pick<Context, "db" | "scheduleSettings">, owner: OwnerId): Promise<Workload[]> {
  const { stabilities, ...stored } = await selectStabilities(ctx.db, owner);
  const learner = toLearner(stored, ctx.scheduleSettings);
  return Array.from({ length: HIGHEST_PERCENT - LOWEST_PERCENT + 1 }, (_, step) => {
    const desiredRetention = (LOWEST_PERCENT + step) / 100;
    const perDay = estimateReviewsPerDay(stabilities, {
      ...learner,
      settings: { ...learner.settings, desiredRetention },
    });
    return { retention: desiredRetention, reviewsPerDay: Math.round(perDay * 10) / 10 };
  });
}
