import { toDayNumber } from "@repasa/scheduler/days.ts";
import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { toLearnerFacts } from "./exams.learner.ts";
import { computeReviewsPerDayInThread } from "./exams.threads.ts";
import { selectSampledCards, selectStudyHabits } from "./forecast/forecast.queries.ts";

/** The number of days, today included, over which the forecast workload is the mean. */
const WORKLOAD_DAYS = 30;

/**
 * Forecasts the reviews per day that the rated cards need at each of some desired retentions, without new cards and exams.
 *
 * @param db The database to read from, which may be a replica.
 */
export async function forecastReviewsPerDay(
  ctx: Context,
  db: Queryable,
  owner: OwnerId,
  { today }: Moment,
  retentions: readonly number[],
): Promise<number[]> {
  const [{ cards, weight }, habits] = await Promise.all([
    selectSampledCards(db, owner),
    selectStudyHabits(db, owner, today),
  ]);
  const perDay = await computeReviewsPerDayInThread(ctx, owner, {
    what: "workload",
    cards,
    today: toDayNumber(today),
    days: WORKLOAD_DAYS,
    retentions,
    ...toLearnerFacts(ctx, habits),
  });
  return perDay.map((reviews) => weight * reviews);
}
