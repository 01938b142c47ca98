import type { DateRange, LocalDate } from "@repasa/scheduler/local-dates.ts";
import { isCatchingUp, isCounted, isDueBy, isRecall } from "#features/schedule/schedule.queries.ts";
import {
  dailyPace,
  dueRatedCount,
  isSpreadingBreak,
  preferencesOnVisit,
  wholeDueShare,
} from "#features/schedule/shares/shares.queries.ts";
import { and, asc, eq, gte, inArray, lt, sql } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { type PreferencesRow, userPreferences } from "#schema/account.ts";
import { cards } from "#schema/cards.ts";
import { reviews, userBreaks } from "#schema/schedule.ts";

/** The due cards, those of them that fell due before, and the due cards that were rated on the date. */
export type Waiting = { pending: number; overdue: number; doneToday: number };

export async function selectWaiting(db: Queryable, owner: OwnerId, date: LocalDate): Promise<Waiting> {
  const { rows } = await db.execute<Waiting>(sql`
    select count(*) as pending, count(*) filter (where next_review_date < ${date}::date) as overdue,
      ${dueRatedCount(owner, date)} as "doneToday"
    from ${cards} where user_id = ${owner} and ${isDueBy(date)}`);
  return rows[0] as Waiting;
}

export type CatchUpRow = { until: LocalDate; perDay: number };

/** Returns the present catch-up plan, if there is one. */
export async function selectCatchUp(db: Queryable, owner: OwnerId, date: LocalDate): Promise<CatchUpRow | undefined> {
  const { rows } = await db.execute<CatchUpRow>(sql`
    select catch_up_until as until, ${wholeDueShare(owner, date)} as "perDay"
    from ${dailyPace(owner, date)} where ${isCatchingUp(date)}`);
  return rows[0];
}

/** Returns whether a visit would be on a day of a plan to catch up. */
export async function selectIsCatchingUpOnVisit(db: Queryable, owner: OwnerId, date: LocalDate): Promise<boolean> {
  const { rows } = await db.execute(sql`
    with ${preferencesOnVisit(owner, date)} select from ${userPreferences} where ${isCatchingUp(date)}`);
  return rows.length > 0;
}

/** Returns the median number of due cards reviewed on a day with study. */
export async function selectUsualReviews(db: Queryable, owner: OwnerId, from: LocalDate, before: LocalDate) {
  const { rows } = await db.execute<{ median: number }>(sql`
    select coalesce(percentile_cont(0.5) within group (order by reviewed), 0) as median
    from (
      select count(*) as reviewed from ${reviews}
      where user_id = ${owner} and local_date >= ${from}::date and local_date < ${before}::date
        and due_before is not null and ${isRecall} and ${isCounted}
      group by local_date
    ) as days`);
  return rows[0]?.median ?? 0;
}

/** The last day of a catch-up plan, and its reviews per day; both null without a plan. */
export type CatchUpChange = Pick<PreferencesRow, "catchUpUntil" | "catchUpPerDay">;

export async function upsertCatchUp(db: Queryable, owner: OwnerId, plan: CatchUpChange, now: Date) {
  const change = { ...plan, updatedAt: now };
  await db
    .insert(userPreferences)
    .values({ userId: owner, ...change })
    .onConflictDoUpdate({ target: userPreferences.userId, set: change });
}

/** `perDay` is null while the break is under way. */
export type BreakRow = DateRange & { spreadUntil: LocalDate; perDay: number | null };

/**
 * Returns the break under way on a date, or the one whose cards are spread over it. A catch-up plan takes precedence over
 * spreading.
 */
export async function selectBreakOn(db: Queryable, owner: OwnerId, date: LocalDate): Promise<BreakRow | undefined> {
  const { rows } = await db.execute<BreakRow>(sql`
    select from_date as "from", to_date as "to", spread_until as "spreadUntil",
      case when ${isSpreadingBreak(date)} then ${wholeDueShare(owner, date)} end as "perDay"
    from ${dailyPace(owner, date)}
    where to_date >= ${date}::date or (${isSpreadingBreak(date)} and not ${isCatchingUp(date)})`);
  return rows[0];
}

/** Returns the breaks that end on a date or later, the oldest first. */
export async function selectBreaks(db: Queryable, owner: OwnerId, endFrom: LocalDate): Promise<DateRange[]> {
  return db
    .select({ from: userBreaks.fromDate, to: userBreaks.toDate })
    .from(userBreaks)
    .where(and(eq(userBreaks.userId, owner), gte(userBreaks.toDate, endFrom)))
    .orderBy(asc(userBreaks.fromDate));
}

export type NewBreak = DateRange & { spreadUntil: LocalDate };

export async function replaceBreaks(db: Queryable, owner: OwnerId, removed: readonly DateRange[], added: NewBreak[]) {
  const starts = removed.map(({ from }) => from);
  await db.delete(userBreaks).where(and(eq(userBreaks.userId, owner), inArray(userBreaks.fromDate, starts)));
  if (added.length === 0) return;
  const rows = added.map(({ from, to, spreadUntil }) => ({ userId: owner, fromDate: from, toDate: to, spreadUntil }));
  await db.insert(userBreaks).values(rows);
}

/** Stops spreading the cards of the break with exactly these dates, if it is over. */
export async function endSpread(db: Queryable, owner: OwnerId, { from, to }: DateRange, today: LocalDate) {
  await db
    .update(userBreaks)
    .set({ spreadUntil: to })
    .where(
      and(
        eq(userBreaks.userId, owner),
        eq(userBreaks.fromDate, from),
        eq(userBreaks.toDate, to),
        lt(userBreaks.toDate, today),
      ),
    );
}
