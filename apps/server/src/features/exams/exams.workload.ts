import { CATCH_UP_DAYS, type CatchUp } from "@repasa/scheduler/backlog.ts";
import { toDayNumber } from "@repasa/scheduler/days.ts";
import { addDays, type DateRange } from "@repasa/scheduler/local-dates.ts";
import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { type LearnerFacts, readLearnerFacts } from "./exams.learner.ts";
import { computeCatchUpInThread, computeReviewsPerDayInThread } from "./exams.threads.ts";
import { selectCardsDueBy, selectSampledCards } from "./forecast/forecast.queries.ts";

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
  const [{ cards, weight }, facts] = await Promise.all([
    selectSampledCards(db, owner),
    readLearnerFacts(ctx, owner, db),
  ]);
  const perDay = await computeReviewsPerDayInThread(ctx, owner, {
    what: "workload",
    cards,
    today: toDayNumber(today),
    days: WORKLOAD_DAYS,
    retentions,
    ...facts,
  });
  return perDay.map((reviews) => weight * reviews);
}

/**
 * Forecasts a plan to catch up, without new cards and exams.
 *
 * @param plan `usual` is the number of reviews on a usual day; `days` the length of the plan, null for the one to suggest; `breaks`
 *   have the dates on which nothing is studied.
 */
export async function forecastCatchUp(
  ctx: Context,
  owner: OwnerId,
  { today }: Moment,
  { seconds: _, ...facts }: LearnerFacts,
  plan: { usual: number; days: number | null; breaks: readonly DateRange[] },
): Promise<CatchUp> {
  const cards = await selectCardsDueBy(ctx.db, owner, addDays(today, CATCH_UP_DAYS.max));
  return computeCatchUpInThread(ctx, owner, { what: "catchUp", cards, today: toDayNumber(today), ...plan, ...facts });
}
