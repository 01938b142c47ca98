import { SHORT_DAY } from "@repasa/scheduler/backlog.ts";
import { type SQL, sql } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { LocalDate } from "#platform/time/local-days.ts";
import { userPreferences } from "#schema/account.ts";
import { cards } from "#schema/cards.ts";
import { reviews, sharedDates, userBreaks } from "#schema/schedule.ts";
import { hasExamAfter, newCards, rationedCardIds } from "../rationing/rationing.queries.ts";
import { isCatchingUp, isCounted, isDueBy, isFirstRatingOn } from "../schedule.queries.ts";
import { leadsNew } from "../siblings/siblings.queries.ts";

/**
 * How many due and new cards a date has room for, null for all; whether new ones are rationed for exams, and if so a query
 * for the ids of those that are the date's share. `leads`: whether a new card, in a table called `fresh`, may come.
 */
export type Shares = {
  /** Whether a due card, in a table called `due`, may come; looks up its siblings unless overridden. */
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

/** `newCardsPerDay` less the cards that were first rated on the date; none while the user catches up, unless for exams. */
const newShare = (owner: OwnerId | SQL, date: LocalDate | SQL) => sql`(
  select case when ${isCatchingUp(date)} and not ${hasExamAfter(owner, date)} then 0
    when new_cards_per_day is not null then greatest(0, new_cards_per_day - (
      select count(*) from ${reviews} where ${isFirstRatingOn(owner, date)}
    )) end
  from ${userPreferences} where user_id = ${owner})`;

/** What the date asks for less the due cards that were rated on it; null for all. */
const dueShare = (owner: OwnerId | SQL, date: LocalDate | SQL) => sql`(
  select greatest(0, ${wholeDueShare(owner, date)} - ${dueRatedCount(owner, date)}) from ${dailyPace(owner, date)}
  where reviews_per_day is not null or even_until is not null)`;

/**
 * One row to select from: a user's preferences, the last break that has begun by a date, and until when the date asks for
 * an even part of what is due; null where there is none. A plan to catch up goes before what is spread after a break, whose
 * part is never a short day nor more than `reviewsPerDay`.
 */
export const dailyPace = (owner: OwnerId | SQL, date: LocalDate | SQL) => sql`(select) as pace
  left join ${userPreferences} on user_id = ${owner}
  left join lateral (
    select from_date, to_date, spread_until from ${userBreaks}
    where user_id = ${owner} and from_date <= ${date}::date order by from_date desc limit 1
  ) as last_break on true
  left join lateral (
    select case when ${isCatchingUp(date)} then catch_up_until when ${isSpreadingBreak(date)} then spread_until end as even_until,
      case when ${isCatchingUp(date)} then 0 else ${sql.raw(`${SHORT_DAY}`)} end as even_least,
      case when not ${isCatchingUp(date)} then reviews_per_day end as even_most
  ) as even on true`;

/** Whether on the date of a row of `dailyPace` what fell due in its break is spread. */
export const isSpreadingBreak = (date: LocalDate | SQL) =>
  sql`coalesce(to_date < ${date}::date and spread_until >= ${date}::date, false)`;

/** How many due cards were rated on a date. */
export const dueRatedCount = (owner: OwnerId | SQL, date: LocalDate | SQL) => sql`(
  select count(*) from ${reviews}
  where user_id = ${owner} and local_date = ${date}::date and due_before is not null and not practice and ${isCounted})`;

/** How many due cards a date asks for, those rated on it among them: an expression over a row of `dailyPace`. */
export const wholeDueShare = (owner: OwnerId | SQL, date: LocalDate | SQL) => sql`case
    when even_until is null then reviews_per_day
    else least(even_most, greatest(even_least, ceil((${dueRatedCount(owner, date)} + (
      select count(*) from ${cards} where user_id = ${owner} and ${isDueBy(sql`even_until`)}
        and not (coalesce(last_review_date >= ${date}::date, false) and next_review_date > ${date}::date)
    ))::numeric / (even_until - ${date}::date + 1))::integer))
  end`;

/** Shares that are known before a statement is sent. */
export type KnownShares = { due: number | null; fresh: number | null; rationed: boolean };

export async function selectShares(db: Queryable, owner: OwnerId, date: LocalDate): Promise<KnownShares> {
  const { due, fresh, rationed } = dailyShares(owner, date);
  const { rows } = await db.execute<KnownShares>(sql`select ${due} as due, ${fresh} as fresh, ${rationed} as rationed`);
  return rows[0] as KnownShares;
}

/** Notes the date if a share of what was due was all that it asked for, and done. */
export async function insertSharedDate(db: Queryable, owner: OwnerId, date: LocalDate): Promise<void> {
  await db.execute(sql`
    insert into ${sharedDates} (user_id, date)
    select ${owner}, ${date}::date where ${dailyShares(owner, date).due} = 0
    on conflict do nothing`);
}
