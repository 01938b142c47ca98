import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import { type SQL, sql } from "#platform/db/drizzle.cjs";
import { at } from "#platform/db/instants.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { DatedEnd } from "#platform/time/local-days.ts";
import { userPreferences } from "#schema/account.ts";
import { cards } from "#schema/cards.ts";
import { exams } from "#schema/exams.ts";
import { reviews, sharedDates, userBreaks, userDays } from "#schema/schedule.ts";
import { newCardShare } from "../pending/pending.queries.ts";
import { rationedCardIds } from "../rationing/rationing.queries.ts";
import { isCounted, isDueBy, isFirstRatingOn, isNew, isRecall } from "../schedule.queries.ts";
import { dailyShares } from "../shares/shares.queries.ts";

/** A past day on which something was studied or left pending; the columns of `daily_figures`. */
export type PastDay = {
  date: LocalDate;
  reviews: number;
  durationMs: number;
  reviewedFolders: number[];
  practisedFolders: number[];
  pendingFolders: number[];
};

/** Computes the figures of consecutive dates from the cards and the log as they are now. */
export async function selectPastDays(db: Queryable, owner: OwnerId, days: readonly DatedEnd[]): Promise<PastDay[]> {
  const { rows } = await db.execute<PastDay>(sql`
    select date, reviews, duration_ms as "durationMs", to_json(reviewed_folders) as "reviewedFolders",
      to_json(practised_folders) as "practisedFolders", to_json(pending_folders) as "pendingFolders"
    from (${pastDays(owner, days, await selectRationed(db, owner, days))}) as past order by date`);
  return rows;
}

/** Returns whether new cards were rationed on one of the dates. */
export async function selectRationed(db: Queryable, owner: OwnerId, days: readonly DatedEnd[]): Promise<boolean> {
  const { rows } = await db.execute<{ rationed: boolean }>(sql`select ${isRationed(owner, rangeOf(days))} as rationed`);
  return rows[0]?.rationed ?? true;
}

/**
 * A query for the columns of `daily_figures`, for consecutive dates. Each set of dates is a multirange, so that 400 days cost
 * hardly more than one. Its parts:
 *
 * - `touched`: the cards rated after the first date, or with a rating undone after it. All others are still as they were at
 *   the end of the first date.
 * - `candidates`: the cards that were due or new, with the dates at whose end they were, by their present groups and suspensions.
 *   The dates of a touched card are divided into spans between two changes.
 * - `led`: the candidates, without the dates on which a sibling led the group or was rated.
 * - `shares`: the spans of dates on which new cards were rationed.
 * - `pending_dates`: the folders with something pending, and on which dates.
 *
 * Planning it takes several times as long as running it, so `shares` is left out unless `rationed`, which `selectRationed` returns.
 */
export function pastDays(owner: OwnerId, days: readonly DatedEnd[], rationed: boolean): SQL {
  const range = rangeOf(days);
  return sql`
    with days as materialized (
      select * from unnest(${sql.param(days.map(({ date }) => date))}::date[],
        ${sql.param(days.map(({ end }) => end.toISOString()))}::timestamptz[]) as day (date, ends_at)
    ),
    touched as materialized (${touched(owner, range)}),
    candidates as materialized (${candidates(owner, range)}),
    led as materialized (${led(owner, range)}),
    ${rationed ? sql`shares as materialized (${shareSpans(owner, range)}),` : sql``}
    pending_dates as (
      select folder_id, range_agg(dates) - ${freeDates(owner, range)} as dates from (
        select folder_id, range_agg(dates) - ${sharesDone(owner, range)} as dates
        from led where not was_new group by folder_id
        union all
        ${rationed ? rationedFresh(owner) : sql`select folder_id, range_agg(dates) from led where was_new group by folder_id`}
      ) as pending
      group by folder_id
    ),
    pending as (
      select date, array_agg(folder_id order by folder_id) as pending_folders
      from days join pending_dates on pending_dates.dates @> days.date group by date
    )
    select date, coalesce(reviews, 0) as reviews, coalesce(duration_ms, 0) as duration_ms,
      coalesce(reviewed_folders, '{}') as reviewed_folders, coalesce(practised_folders, '{}') as practised_folders,
      coalesce(pending_folders, '{}') as pending_folders
    from (${reviewedDays(owner, range)}) as reviewed full join pending using (date)`;
}

type Dates = { first: SQL; firstEnd: SQL; last: SQL; isOne: boolean };

function rangeOf(days: readonly DatedEnd[]): Dates {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) throw new Error("no dates");
  return {
    first: sql`${first.date}::date`,
    firstEnd: at(first.end),
    last: sql`${last.date}::date`,
    isOne: days.length === 1,
  };
}

/** A query for what was reviewed on a range of dates: all columns of `daily_figures` except `pending_folders`. */
export const reviewedDays = (owner: OwnerId, { first, last }: Pick<Dates, "first" | "last">) => sql`
  select date, sum(reviews)::integer as reviews, sum(duration_ms)::bigint as duration_ms,
    coalesce(array_agg(folder_id order by folder_id) filter (where scheduled), '{}') as reviewed_folders,
    coalesce(array_agg(folder_id order by folder_id) filter (where not scheduled), '{}') as practised_folders
  from (
    select local_date as date, folder_id, count(*) as reviews, coalesce(sum(duration_ms), 0) as duration_ms,
      bool_or(not practice) as scheduled
    from ${reviews} where user_id = ${owner} and local_date between ${first} and ${last} and ${isCounted}
    group by local_date, folder_id
  ) as folder_days
  group by date`;

const touched = (owner: OwnerId, { first }: Dates) => sql`
  select card_id from ${reviews} where user_id = ${owner} and local_date > ${first}
  union
  select card_id from ${reviews} where user_id = ${owner} and undone_date > ${first} and undone_date > local_date`;

/** The date of an instant: the first of the dates for an earlier instant, as most are; null for one after the last date. */
const dateOf = (instant: SQL, { first, firstEnd }: Dates) => sql`case when ${instant} < ${firstEnd} then ${first}
  else (select date from days where ends_at > ${instant} order by date limit 1) end`;

function candidates(owner: OwnerId, range: Dates): SQL {
  const { first, last } = range;
  const created = (name: SQL) => dateOf(sql`coalesce(${name}.created_at, '-infinity')`, range);
  const start = (from: SQL) => sql`greatest(${from}, ${created(sql`card`)})`;
  const untouched = sql`
    from ${cards} as card
    where user_id = ${owner} and created_at < (select max(ends_at) from days)
      and id not in (select card_id from touched)`;
  const dueFrom = start(sql`${first}, next_review_date`);
  const from = sql`greatest(from_date, due, ${created(sql`state`)})`;
  // Untouched due cards without siblings stayed due until the last date, so only the earliest one of each folder matters.
  return sql`
    select null::bigint as id, folder_id, null::timestamptz as created_at, null::uuid as group_id, null::date as due,
      false as was_new, daterange(min(${dueFrom}), ${last}, '[]') as dates
    ${untouched} and ${isDueBy(last)} and group_id is null group by folder_id
    union all
    select id, folder_id, created_at, group_id, next_review_date, false, daterange(${dueFrom}, ${last}, '[]')
    ${untouched} and ${isDueBy(last)} and group_id is not null
    union all
    select id, folder_id, created_at, group_id, null, true, daterange(${start(first)}, ${last}, '[]')
    ${untouched} and ${isNew}
    union all
    select id, folder_id, created_at, group_id, due, due is null, daterange(${from}, to_date, '[]')
    from (${states(owner, range)}) as state
    where (due is not null or created_at is not null) and suspended is not true and ${from} <= to_date`;
}

// The due dates of touched cards, by the log.
// `earlier`: the last review up to a span's first date that was not undone by the end of it; the state after it has the due date.
// `later`: the card's first review after that date; if there is no earlier review, the state before it has the due date.
// A deleted card has no span after its last change, because nothing is known of it from then on.
const states = (owner: OwnerId, range: Dates) => sql`
  select span.card_id as id, coalesce(card.folder_id, later.folder_id, earlier.folder_id) as folder_id,
    card.created_at, card.group_id, card.suspended, from_date, to_date, coalesce(earlier.due, later.due) as due
  from (
    select card_id, date as from_date,
      lead(date, 1, ${range.last} + 1) over (partition by card_id order by date) - 1 as to_date
    from (
      select card_id, ${range.first} as date from touched
      union
      select card_id, local_date from ${reviews}
      where user_id = ${owner} and local_date > ${range.first} and local_date <= ${range.last}
      union
      select card_id, undone_date from ${reviews}
      where user_id = ${owner} and undone_date > ${range.first} and undone_date <= ${range.last} and undone_date > local_date
    ) as changes
  ) as span
  left join ${cards} as card on card.user_id = ${owner} and card.id = span.card_id
  left join lateral (
    select folder_id, ${dueDate(sql`state_after`, range)} as due from ${reviews}
    where user_id = ${owner} and card_id = span.card_id and local_date <= from_date
      and (undone_date is null or undone_date > from_date)
    order by id desc limit 1
  ) as earlier on true
  left join lateral (
    select folder_id, ${dueDate(sql`state_before`, range)} as due from ${reviews}
    where user_id = ${owner} and card_id = span.card_id and local_date > from_date
    order by id limit 1
  ) as later on true
  where coalesce(card.created_at, '-infinity') < (select max(ends_at) from days)
    and (card.id is not null or to_date < ${range.last} or later.folder_id is not null or exists (
      select 1 from ${reviews}
      where user_id = ${owner} and card_id = span.card_id and undone_date > ${range.last} and undone_date > local_date))`;

/** The due date of a logged state; null if the card was new. Old log entries have only the instant. */
const dueDate = (state: SQL, range: Dates) => sql`coalesce((${state}->>'nextReviewDate')::date,
  case when ${state}->>'nextReviewAt' is not null
    then coalesce(${dateOf(sql`(${state}->>'nextReviewAt')::timestamptz`, range)}, 'infinity') end)`;

/**
 * The candidates with the dates on which they led their group. At most one of several siblings is pending: the one that has
 * been due the longest, or else the first new one; none on a date on which one of them was rated.
 */
const led = (owner: OwnerId, { first, last }: Dates) => sql`
  select id, folder_id, created_at, was_new, dates as present, datemultirange(dates) as dates
  from candidates where group_id is null
  union all
  select id, folder_id, created_at, was_new, dates, datemultirange(dates)
    - coalesce(range_agg(dates) over before, '{}')
    - coalesce(rated_dates, '{}')
  from candidates left join (
    select card.group_id as rated_group, range_agg(daterange(local_date, local_date, '[]')) as rated_dates
    from ${reviews} as review join ${cards} as card on card.user_id = review.user_id and card.id = review.card_id
    where review.user_id = ${owner} and local_date between ${first} and ${last} and ${isCounted} and ${isRecall}
      and card.group_id is not null
    group by card.group_id
  ) as rated on rated_group = group_id
  where group_id is not null
  window before as (partition by group_id order by was_new, due, id rows between unbounded preceding and 1 preceding)`;

/**
 * The dates on which only a share of the due cards was pending and all of it was reviewed. For settled dates they are stored;
 * for the first unsettled one they are computed from the cards.
 */
const sharesDone = (owner: OwnerId, { first, last }: Dates) => sql`coalesce((
  select range_agg(daterange(date, date, '[]')) from (
    select date from ${sharedDates} where user_id = ${owner} and date between ${first} and ${last}
    union all
    select settled_through + 1 from ${userDays}
    where user_id = ${owner} and settled_through between ${first} - 1 and ${last} - 1
      and ${dailyShares(owner, sql`(settled_through + 1)`).due} = 0
  ) as done), '{}')`;

/** The dates of breaks. */
const freeDates = (owner: OwnerId, { first, last }: Dates) => sql`coalesce((
  select range_agg(daterange(from_date, to_date, '[]')) from ${userBreaks}
  where user_id = ${owner} and from_date <= ${last} and to_date >= ${first}), '{}')`;

const isRationed = (owner: OwnerId, { first }: Dates) => sql`(
  exists (select 1 from ${exams} where user_id = ${owner} and date > ${first})
  or exists (select 1 from ${userPreferences}
    where user_id = ${owner} and (new_cards_per_day is not null or catch_up_until >= ${first})))`;

/**
 * The spans of dates on which new cards are rationed, by the user's present preferences. Hardly anything changes within a
 * span, so the ration for an exam is that of the span's first date.
 */
function shareSpans(owner: OwnerId, { first, last, isOne }: Dates): SQL {
  if (isOne) return sql`select ${first} as from_date, ${last} as to_date`;
  return sql`
    select date as from_date, lead(date, 1, ${last} + 1) over (order by date) - 1 as to_date from (
      select ${first} as date
      union
      select unnest(array[lower(span), upper(span)])
      from (select distinct unnest(dates) as span from led where was_new) as spans
      union
      select local_date + n from (
        select distinct local_date from ${reviews} as review
        where ${isFirstRatingOn(owner, sql`review.local_date`)} and local_date between ${first} and ${last}
      ) as first_ratings, generate_series(0, 1) as n
      union
      select date from ${exams} where user_id = ${owner} and date > ${first}
      union
      select catch_up_until + 1 from ${userPreferences} where user_id = ${owner} and catch_up_until >= ${first}
    ) as changes
    where date between ${first} and ${last}`;
}

/** The folders of the new cards that were pending, and on which dates, for a user whose new cards are rationed. */
const rationedFresh = (owner: OwnerId) => sql`
  select share.folder_id, range_agg(datemultirange(daterange(shares.from_date, shares.to_date, '[]')))
  from shares cross join lateral (${freshShare(owner)}) as share group by share.folder_id`;

/** The new cards that are the share on the first date of a row of `shares`. */
function freshShare(owner: OwnerId): SQL {
  const date = sql`shares.from_date`;
  const all = dailyShares(owner, date);
  const fresh = {
    rows: sql`(select id, folder_id, created_at, dates @> ${date} as leads from led where was_new and present @> ${date})`,
    leads: sql`leads`,
  };
  return newCardShare(fresh, { ...all, rationedIds: rationedCardIds(fresh, owner, date, all.fresh) });
}
