import type { DateRange, LocalDate } from "@repasa/scheduler/local-dates.ts";
import { learnerFields, learnerRow } from "#features/schedule/learner/learner.queries.ts";
import { hasMovedMemory, isCertainAnswer } from "#features/schedule/schedule.queries.ts";
import type { CalibratingColumns, StoredLearner } from "#features/schedule/schedule.state.ts";
import { and, eq, inArray, lt, sql } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { userPreferences } from "#schema/account.ts";
import { users } from "#schema/auth.ts";
import { cards } from "#schema/cards.ts";
import {
  type LoggedCalibration,
  reviews,
  type StoredCalibration,
  streakGaps,
  userScheduling,
} from "#schema/schedule.ts";

export type ImportingLearner = StoredLearner & { version: number | null; joinedAt: Date };

export async function selectLearner(db: Queryable, owner: OwnerId): Promise<ImportingLearner> {
  const { rows } = await db.execute<ImportingLearner>(sql`
    select ${sql.raw(learnerFields)}, ${userScheduling.version}, ${users.createdAt} as "joinedAt"
    from ${learnerRow(owner)} join ${users} on ${users.id} = ${owner} left join ${userPreferences} as own using (user_id)`);
  return rows[0] as ImportingLearner;
}

export async function selectKnownReviewIds(db: Queryable, owner: OwnerId, ids: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ reviewId: reviews.reviewId })
    .from(reviews)
    .where(and(eq(reviews.userId, owner), inArray(reviews.reviewId, [...ids])));
  return rows.map(({ reviewId }) => reviewId);
}

/** Returns the instants of reviews of deleted cards and of the given cards, in milliseconds since 1970. */
export async function selectOtherInstants(
  db: Queryable,
  owner: OwnerId,
  cardIds: readonly number[],
): Promise<number[]> {
  const { rows } = await db.execute<{ instants: number[] }>(sql`
    select coalesce(json_agg(round(extract(epoch from reviewed_at) * 1000)), '[]') as instants from (
      select reviewed_at from ${reviews}
      where user_id = ${owner} and card_id = any(${sql.param([...cardIds])}::bigint[])
      union all
      select reviewed_at from ${reviews} as review where review.user_id = ${owner} and not exists (
        select 1 from ${cards} as card where card.user_id = ${owner} and card.id = review.card_id)
    ) as others`);
  return rows[0]?.instants ?? [];
}

/** Reserves ids for `count` reviews and returns the id before the first of them. Concurrent ratings get higher ids. */
export async function reserveReviewIds(db: Queryable, owner: OwnerId, count: number): Promise<number> {
  const { userId, lastReviewId } = userScheduling;
  const [row] = await db
    .insert(userScheduling)
    .values({ userId: owner, lastReviewId: count })
    .onConflictDoUpdate({ target: userId, set: { lastReviewId: sql`${lastReviewId} + ${count}` } })
    .returning({ last: lastReviewId });
  return (row?.last ?? count) - count;
}

export async function selectGapsBefore(db: Queryable, owner: OwnerId, date: LocalDate): Promise<DateRange[]> {
  return db
    .select({ from: streakGaps.fromDate, to: streakGaps.toDate })
    .from(streakGaps)
    .where(and(eq(streakGaps.userId, owner), lt(streakGaps.fromDate, date)))
    .orderBy(streakGaps.fromDate);
}

export async function insertPastGaps(db: Queryable, owner: OwnerId, gaps: readonly DateRange[]): Promise<void> {
  const column = (dates: string[]) => sql`${sql.param(dates)}::date[]`;
  await db.execute(sql`
    insert into ${streakGaps} (user_id, from_date, to_date)
    select ${owner}, * from unnest(${column(gaps.map(({ from }) => from))}, ${column(gaps.map(({ to }) => to))})
    on conflict do nothing`);
}

/** Returns the first and the last date of the reviews that an import added; null if it added none. */
export async function selectImportedDates(db: Queryable, owner: OwnerId, importId: string): Promise<DateRange | null> {
  const { rows } = await db.execute<{ from: LocalDate | null; to: LocalDate | null }>(sql`
    select min(local_date) as "from", max(local_date) as "to" from ${reviews}
    where user_id = ${owner} and import_id = ${importId}::uuid`);
  const { from = null, to = null } = rows[0] ?? {};
  return from === null || to === null ? null : { from, to };
}

/**
 * Stores the calibration, and marks the values computed from the log as outdated.
 *
 * @param reviewed The number of reviews added or deleted; each increments the version.
 */
export async function updateCalibration(
  db: Queryable,
  owner: OwnerId,
  calibration: StoredCalibration,
  reviewed: number,
): Promise<void> {
  await db
    .update(userScheduling)
    .set({
      ...calibration,
      summedThrough: null,
      calibratedThrough: null,
      version: sql`${userScheduling.version} + ${reviewed}`,
    })
    .where(eq(userScheduling.userId, owner));
}

export async function selectVersion(db: Queryable, owner: OwnerId): Promise<number> {
  const [row] = await db
    .select({ version: userScheduling.version })
    .from(userScheduling)
    .where(eq(userScheduling.userId, owner));
  return row?.version ?? 0;
}

/** Returns the calibration after the last fold, and the reviews since it. */
export async function selectCalibrationInput(db: Queryable, owner: OwnerId) {
  const since = sql`${reviews} where user_id = ${owner} and id > coalesce(folded_through, 0) and undone_at is null
    and ${hasMovedMemory}`;
  const { rows } = await db.execute<CalibratingColumns & { folded: LoggedCalibration | null }>(sql`
    select folded,
      (select coalesce(json_agg(grade order by id), '[]')::text from ${since}) as grades,
      (select coalesce(json_agg(retrievability order by id), '[]')::text from ${since}) as recalls,
      (select coalesce(json_agg(${isCertainAnswer} order by id), '[]')::text from ${since}) as certain
    from ${userScheduling} where user_id = ${owner}`);
  return rows[0];
}
