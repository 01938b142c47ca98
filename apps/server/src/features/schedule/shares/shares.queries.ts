import { SHORT_DAY } from "@repasa/scheduler/even-part.ts";
import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import { type SQL, sql } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { userPreferences } from "#schema/account.ts";
import { cards } from "#schema/cards.ts";
import { reviews, sharedDates, userBreaks, userDays } from "#schema/schedule.ts";
import { hasExamAfter, newCards, rationedCardIds } from "../rationing/rationing.queries.ts";
import { isCatchingUp, isCounted, isDueBy, isFirstRatingOn, isInBreak } from "../schedule.queries.ts";
import { leadsNew } from "../siblings/siblings.queries.ts";

// For devices without a network packages/study-queue has the same shares (shares.ts) and moves the end of a plan (ratings.ts);
// week.properties.test.ts compares the two.

/**
 * The parts of a statement that limit what is pending on a date.
 *
 * - `due`, `fresh`: how many due and new cards the date still has room for, null for all.
 * - `rationed`: true if new cards are rationed for exams; `rationedIds` is then a query for the ids of the date's share.
 * - `leads`: true for a new card, in a table called `fresh`, that leads its group of siblings.
 */
export type Shares = {
  /** True for a due card, in a table called `due`, that leads its group. Its siblings are looked up unless this is set. */
  readonly dueLeads?: SQL;
  readonly due: SQL;
  readonly fresh: SQL;
  readonly rationed: SQL;
  readonly rationedIds: SQL;
  readonly leads: SQL;
};

export function dailyShares(owner: OwnerId | SQL, date: LocalDate | SQL): Shares {
  const fresh = newShare(owner, date);
  const leads = leadsNew(owner, date);
  const ids = rationedCardIds(newCards(owner, leads), owner, date, fresh);
  return { due: dueShare(owner, date), fresh, rationed: hasExamAfter(owner, date), rationedIds: ids, leads };
}

/**
 * `newCardsPerDay` minus the cards that were first rated on the date; null for all. 0 while the user catches up and has no
 * exam ahead.
 */
const newShare = (owner: OwnerId | SQL, date: LocalDate | SQL) => sql`(
  select case when ${isCatchingUp(date)} and not ${hasExamAfter(owner, date)} then 0
    when new_cards_per_day is not null then greatest(0, new_cards_per_day - (
      select count(*) from ${reviews} where ${isFirstRatingOn(owner, date)}
    )) end
  from ${userPreferences} where user_id = ${owner})`;

/** The date's share of due cards minus those that were rated on it; null for all. */
const dueShare = (owner: OwnerId | SQL, date: LocalDate | SQL) => sql`(
  select greatest(0, ${wholeDueShare(owner, date)} - ${dueRatedCount(owner, date)}) from ${dailyPace(owner, date)}
  where reviews_per_day is not null or even_until is not null or ${isCatchingUp(date)})`;

/**
 * A table expression with one row: a user's preferences, the last break that started by a date, and `even_until`, the last date
 * over which the cards that fell due in it are spread evenly, null if they are not. A catch-up plan takes precedence over that.
 */
export const dailyPace = (owner: OwnerId | SQL, date: LocalDate | SQL) => sql`(select) as pace
  left join ${userPreferences} on user_id = ${owner}
  left join lateral (
    select from_date, to_date, spread_until from ${userBreaks}
    where user_id = ${owner} and from_date <= ${date}::date order by from_date desc limit 1
  ) as last_break on true
  left join lateral (
    select case when ${isSpreadingBreak(date)} and not ${isCatchingUp(date)} then spread_until end as even_until
  ) as even on true`;

/** True if the cards that fell due in the break of a row of `dailyPace` are spread over a date. */
export const isSpreadingBreak = (date: LocalDate | SQL) =>
  sql`coalesce(to_date < ${date}::date and spread_until >= ${date}::date, false)`;

/** The number of due cards that were rated on a date. */
export const dueRatedCount = (owner: OwnerId | SQL, date: LocalDate | SQL) => sql`(
  select count(*) from ${reviews}
  where user_id = ${owner} and local_date = ${date}::date and due_before is not null and not practice and ${isCounted})`;

/**
 * A date's share of due cards, including those rated on it: an expression over a row of `dailyPace`. It is the number of the
 * catch-up plan, an even part of what is due until the end of spreading (at least a short day), or `reviewsPerDay`.
 */
export const wholeDueShare = (owner: OwnerId | SQL, date: LocalDate | SQL) => sql`case
    when ${isCatchingUp(date)} then catch_up_per_day
    when even_until is null then reviews_per_day
    else least(reviews_per_day, greatest(${sql.raw(`${SHORT_DAY}`)}, ceil((${dueRatedCount(owner, date)} + (
      select count(*) from ${cards} where user_id = ${owner} and ${isDueBy(sql`even_until`)}
        and not (coalesce(last_review_date >= ${date}::date, false) and next_review_date > ${date}::date)
    ))::numeric / (even_until - ${date}::date + 1))::integer))
  end`;

/** Shares that an earlier statement has computed. */
export type KnownShares = { due: number | null; fresh: number | null; rationed: boolean };

export async function selectShares(db: Queryable, owner: OwnerId, date: LocalDate): Promise<KnownShares> {
  const { due, fresh, rationed } = dailyShares(owner, date);
  const { rows } = await db.execute<KnownShares>(sql`select ${due} as due, ${fresh} as fresh, ${rationed} as rationed`);
  return rows[0] as KnownShares;
}

/** Counts the new cards that a date would still ask if a plan to catch up until `until` began on it. */
export async function selectNewInPlan(
  db: Queryable,
  owner: OwnerId,
  date: LocalDate,
  until: LocalDate,
): Promise<number> {
  const { fresh, rationed, leads } = dailyShares(owner, date);
  const pause = sql`select ${until}::date as catch_up_until`;
  const ids = rationedCardIds(newCards(owner, leads), owner, date, fresh, pause);
  const { rows } = await db.execute<{ count: number }>(sql`
    select case when ${rationed} then (select count(*) from (${ids}) as asked) else 0 end::integer as count`);
  return (rows[0] as { count: number }).count;
}

/**
 * The limits on reviews of due cards, in the form in which a forecast continues them.
 *
 * - `left`: how many more today has room for, null for all.
 * - `perDay`: the user's usual limit, null for none.
 * - `temporary`: the number of a plan to catch up, and the last date for which it holds.
 */
export type ReviewLimits = {
  left: number | null;
  perDay: number | null;
  temporary: { perDay: number; until: LocalDate } | null;
};

export async function selectReviewLimits(db: Queryable, owner: OwnerId, date: LocalDate): Promise<ReviewLimits> {
  const { rows } = await db.execute<ReviewLimits>(sql`
    select ${dueShare(owner, date)} as left, reviews_per_day as "perDay",
      case when ${isCatchingUp(date)} then json_build_object(
        'perDay', ${wholeDueShare(owner, date)}, 'until', catch_up_until) end as temporary
    from ${dailyPace(owner, date)}`);
  return rows[0] as ReviewLimits;
}

/** Stores the date if only a share of the due cards was pending on it and all of it was reviewed. */
export async function insertSharedDate(db: Queryable, owner: OwnerId, date: LocalDate): Promise<void> {
  await db.execute(sql`
    insert into ${sharedDates} (user_id, date)
    select ${owner}, ${date}::date where ${dailyShares(owner, date).due} = 0
    on conflict do nothing`);
}

/**
 * An expression over a row of preferences for the last day of a catch-up plan, as it moves at the beginning of a day: a day
 * without reviews and outside of breaks moves it by one, it is late enough for all cards that are due, and the plan ends as
 * soon as no card is overdue.
 *
 * @param settledThrough The last day for which this was done.
 */
const movedCatchUpEnd = (owner: OwnerId | SQL, settledThrough: LocalDate | SQL, date: LocalDate | SQL) => sql`(
  select case
    when overdue = 0 then ${date}::date - 1
    else greatest(catch_up_until + missed, ${date}::date - 1 + ceil(due::numeric / catch_up_per_day)::integer)
  end
  from (
    select count(*) filter (where next_review_date < ${date}::date) as overdue, count(*) as due
    from ${cards} where user_id = ${owner} and ${isDueBy(date)}
  ) as waiting, (
    select count(*)::integer as missed
    from generate_series(${settledThrough}::date + 1, ${date}::date - 1, interval '1 day') as past(day)
    where ${dueRatedCount(owner, sql`past.day`)} = 0 and not ${isInBreak(owner, sql`past.day`)}
  ) as days)`;

/** True for a row of preferences whose plan did not end before the day before a date: such a plan stays ended. */
const mayMoveCatchUpEnd = (date: LocalDate | SQL) =>
  sql`(catch_up_until >= ${date}::date - 1 and catch_up_per_day > 0)`;

/** Moves the last day of a catch-up plan at the beginning of a day, see `movedCatchUpEnd`. */
export async function moveCatchUpEnd(db: Queryable, owner: OwnerId, settledThrough: LocalDate, today: LocalDate) {
  // Not in one statement: a cluster does not change preferences, which every node has, by what it reads from one shard.
  const { rows } = await db.execute<{ end: LocalDate }>(sql`
    select ${movedCatchUpEnd(owner, settledThrough, today)}::text as end
    from ${userPreferences} where user_id = ${owner} and ${mayMoveCatchUpEnd(today)}`);
  const [plan] = rows;
  if (!plan) return;
  await db.execute(
    sql`update ${userPreferences} set catch_up_until = ${plan.end}::date where ${userPreferences.userId} = ${owner}`,
  );
}

/**
 * A common table expression in front of a statement about what is pending, which then reads the preferences as they will be after the
 * next visit, when `moveCatchUpEnd` has run. Its name hides the table's.
 */
export const preferencesOnVisit = (owner: OwnerId | SQL, date: LocalDate | SQL) => sql`${userPreferences} as (
  select user_id, new_cards_per_day, reviews_per_day, catch_up_per_day,
    case when ${mayMoveCatchUpEnd(date)} and settled_through > '-infinity' and settled_through < ${date}::date - 1
      then ${movedCatchUpEnd(owner, sql`settled_through`, date)} else catch_up_until end as catch_up_until
  from ${userPreferences} left join ${userDays} using (user_id) where user_id = ${owner})`;
