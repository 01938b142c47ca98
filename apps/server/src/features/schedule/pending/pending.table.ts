import { SHORT_DAY } from "@repasa/scheduler/backlog.ts";
import { DEFAULT_DECAY } from "@repasa/scheduler/curve.ts";
import { LEAD_DAYS } from "@repasa/scheduler/new-cards.ts";
import { type SQL, sql } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";
import type { LocalDate } from "#platform/time/local-days.ts";
import { userPreferences } from "#schema/account.ts";
import { hasExamAfter, nearestExams } from "#schema/exams.ts";
import { isCounted, isDueBy, isNew, reviews, userBreaks } from "#schema/schedule.ts";

// What is pending on a user's local date: the cards that are due by then and the oldest of the new ones, of each as many as
// are the date's share. Suspended cards never are, and of siblings one at most: none once one of them was rated on the date,
// otherwise the one that is due the longest, or else the first of the new ones.
// Nothing else says what is pending. The arguments are values or columns of the statement.

/** Whether a due card, in a table called `due`, is the one of its group that comes on a date. */
const leadsDue = (owner: OwnerId | SQL, date: LocalDate | SQL) => sql`(due.group_id is null or not exists (
  select 1 from cards as sibling
  where sibling.user_id = ${owner} and sibling.group_id = due.group_id and sibling.id <> due.id
    and (sibling.last_review_date = ${date}::date
      or not sibling.suspended and (sibling.next_review_date, sibling.id) < (due.next_review_date, due.id))))`;

/** Whether a sibling comes on a date in place of a new card, in a table called `fresh`, that has a group. */
const isBehind = (owner: OwnerId | SQL, date: LocalDate | SQL) => sql`exists (
  select 1 from cards as sibling
  where sibling.user_id = ${owner} and sibling.group_id = fresh.group_id and sibling.id <> fresh.id
    and (sibling.last_review_date = ${date}::date
      or not sibling.suspended and coalesce(sibling.next_review_date <= ${date}::date, sibling.id < fresh.id)))`;

/** Whether a new card, in a table called `fresh`, is the one of its group that comes on a date. */
const leadsNew = (owner: OwnerId | SQL, date: LocalDate | SQL) =>
  sql`(fresh.group_id is null or not ${isBehind(owner, date)})`;

/** The ids of the new cards that are not: joined, which costs less than a look at the siblings of each of thousands. */
export const behindIds = (owner: OwnerId | SQL, date: LocalDate | SQL) => sql`
  select id from cards as fresh
  where user_id = ${owner} and group_id is not null and ${isNew} and ${isBehind(owner, date)}`;

/**
 * How many due and new cards a date has room for, null for all, whether new ones are rationed for exams, and if so a query
 * for the ids of those that are the date's share. `leads`: whether a new card, in a table called `fresh`, may come.
 */
export type Shares = {
  /** Whether a due card, in a table called `due`, may come; by a look at its siblings unless told. */
  readonly dueLeads?: SQL;
  readonly due: SQL;
  readonly fresh: SQL;
  readonly rationed: SQL;
  readonly rationedIds: SQL;
  readonly leads: SQL;
};

export function sharesOf(owner: OwnerId | SQL, date: LocalDate | SQL): Shares {
  const fresh = newShare(owner, date);
  const leads = leadsNew(owner, date);
  const ids = rationedIds(newCards(owner, leads), owner, date, fresh);
  return { due: dueShare(owner, date), fresh, rationed: hasExamAfter(owner, date), rationedIds: ids, leads };
}

/** Whether a row of `user_preferences` has a plan to catch up on a date. */
export const isCatchingUp = (date: LocalDate | SQL) => sql`coalesce(catch_up_until >= ${date}::date, false)`;

export const isBegunOn = (owner: OwnerId | SQL, date: LocalDate | SQL) =>
  sql`user_id = ${owner} and local_date = ${date}::date and due_before is null and not practice and ${isCounted}`;

/** `newCardsPerDay` less the cards that were first rated on the date; none while the user catches up, unless for exams. */
const newShare = (owner: OwnerId | SQL, date: LocalDate | SQL) => sql`(
  select case when ${isCatchingUp(date)} and not ${hasExamAfter(owner, date)} then 0
    when new_cards_per_day is not null then greatest(0, new_cards_per_day - (
      select count(*) from ${reviews} where ${isBegunOn(owner, date)}
    )) end
  from ${userPreferences} where user_id = ${owner})`;

/** What the date asks for less the due cards that were rated on it; null for all. */
const dueShare = (owner: OwnerId | SQL, date: LocalDate | SQL) => sql`(
  select greatest(0, ${shareInAll(owner, date)} - ${ratedDue(owner, date)}) from ${paceOn(owner, date)}
  where reviews_per_day is not null or even_until is not null)`;

/**
 * One row to select from: a user's preferences, the last break that has begun by a date, and until when the date asks for
 * an even part of what is due; null where there is none. A plan to catch up goes before what is spread after a break, whose
 * part is never a short day nor more than `reviewsPerDay`.
 */
export const paceOn = (owner: OwnerId | SQL, date: LocalDate | SQL) => sql`(select) as pace
  left join ${userPreferences} on user_id = ${owner}
  left join lateral (
    select from_date, to_date, spread_until from ${userBreaks}
    where user_id = ${owner} and from_date <= ${date}::date order by from_date desc limit 1
  ) as last_break on true
  left join lateral (
    select case when ${isCatchingUp(date)} then catch_up_until when ${isSpreading(date)} then spread_until end as even_until,
      case when ${isCatchingUp(date)} then 0 else ${sql.raw(`${SHORT_DAY}`)} end as even_least,
      case when not ${isCatchingUp(date)} then reviews_per_day end as even_most
  ) as even on true`;

/** Whether on the date of a row of `paceOn` what fell due in its break is spread. */
export const isSpreading = (date: LocalDate | SQL) =>
  sql`coalesce(to_date < ${date}::date and spread_until >= ${date}::date, false)`;

/** Whether a date is one of a break. */
export const isInBreak = (owner: OwnerId | SQL, date: LocalDate | SQL) => sql`exists (
  select 1 from ${userBreaks} where user_id = ${owner} and from_date <= ${date}::date and to_date >= ${date}::date)`;

/** How many due cards were rated on a date. */
export const ratedDue = (owner: OwnerId | SQL, date: LocalDate | SQL) => sql`(
  select count(*) from ${reviews}
  where user_id = ${owner} and local_date = ${date}::date and due_before is not null and not practice and ${isCounted})`;

/** How many due cards a date asks for, those rated on it among them: an expression over a row of `paceOn`. */
export const shareInAll = (owner: OwnerId | SQL, date: LocalDate | SQL) => sql`case
    when even_until is null then reviews_per_day
    else least(even_most, greatest(even_least, ceil((${ratedDue(owner, date)} + (
      select count(*) from cards where user_id = ${owner} and ${isDueBy(sql`even_until`)}
        and not (coalesce(last_review_date >= ${date}::date, false) and next_review_date > ${date}::date)
    ))::numeric / (even_until - ${date}::date + 1))::integer))
  end`;

// By the default forgetting curve: what a fitted one would change in the order is small.
const DECAY = sql.raw(String(DEFAULT_DECAY));
const FACTOR = sql.raw(String(0.9 ** (-1 / DEFAULT_DECAY) - 1));
const LEAD = sql.raw(String(LEAD_DAYS));
const recallAfter = (days: SQL) => sql`power(1 + ${FACTOR} * ${days} / stability, -${DECAY})`;

/** How much of a card's recall is lost from a date to the next: `lossUntilTomorrow` of packages/scheduler in SQL. */
const lossUntilTomorrow = (date: LocalDate | SQL) => {
  const elapsed = sql`greatest(0, ${date}::date - last_review_date)`;
  return sql`(${recallAfter(elapsed)} - ${recallAfter(sql`(${elapsed} + 1)`)})`;
};

/** Due cards in the order in which a share takes them. */
const mostLossFirst = (date: LocalDate | SQL) => sql`${lossUntilTomorrow(date)} desc nulls last, id`;

/** New cards as a table to select from under the name `fresh`, and which of them may come. */
export type NewCards = { readonly rows: SQL; readonly leads: SQL };

export const newCards = (owner: OwnerId | SQL, leads: SQL): NewCards => ({
  rows: sql`(select * from cards where user_id = ${owner} and ${isNew})`,
  leads,
});

const dueLeadsBy = (shares: Shares, owner: OwnerId | SQL, date: LocalDate | SQL) =>
  shares.dueLeads ?? leadsDue(owner, date);

/** What is selected of cards that are rated, and of new ones. */
export type CardColumns = { readonly rated: SQL; readonly fresh: SQL };

const ALL_COLUMNS: CardColumns = { rated: sql`*`, fresh: sql`*` };

/** The rows of `cards` that are pending: a table to select from. Without a share it is one range of each index. */
export const pendingCards = (
  owner: OwnerId | SQL,
  date: LocalDate | SQL,
  shares: Shares,
  { rated, fresh } = ALL_COLUMNS,
) => sql`(
  select ${rated} from cards as due
  where user_id = ${owner} and ${isDueBy(date)} and ${dueLeadsBy(shares, owner, date)} and ${shares.due} is null
  union all
  (select ${rated} from cards as due
    where user_id = ${owner} and ${isDueBy(date)} and ${dueLeadsBy(shares, owner, date)} and ${shares.due} is not null
    order by ${mostLossFirst(date)} limit ${shares.due})
  union all
  ${newShareOf(newCards(owner, shares.leads), shares, fresh)})`;

// The order of study: what is due (0), then new cards (1), then what is not due (2); within them by a key, then by id. Of
// two cards the one is less likely to be recalled whose elapsed days are more of its stability, whatever the weights, so
// that the key is a column's arithmetic that the indexes can tell. Both stay as they are all day, whatever else is rated.

const withoutMemory = sql`(stability is null or last_review_date is null)`;

/** Columns that say where cards stand in the order of study on a date, beside `id` and `folder_id`. */
export const queuePlaces = (date: LocalDate): CardColumns => ({
  rated: sql`id, folder_id,
    case when ${withoutMemory} then 1 when next_review_date <= ${date}::date then 0 else 2 end as place,
    case when ${withoutMemory} then 0 else -(greatest(0, ${date}::date - last_review_date)::float8 / stability) end as key`,
  fresh: sql`id, folder_id, 1 as place, (extract(epoch from created_at) * 1000)::float8 as key`,
});

/** The rows of `cards` that are due or new and not pending: beyond the shares, or after a sibling. A table to select from. */
export const waitingCards = (owner: OwnerId | SQL, date: LocalDate | SQL, shares: Shares) => {
  const { rows, leads } = newCards(owner, shares.leads);
  const dueLeads = dueLeadsBy(shares, owner, date);
  // Apart, because the index `cards_group` finds at once that most users have none.
  const inGroup = (name: SQL) => sql`from cards as ${name} where user_id = ${owner} and ${name}.group_id is not null`;
  return sql`(
  (select * from cards as due
    where user_id = ${owner} and ${isDueBy(date)} and ${dueLeads} and ${shares.due} is not null
    order by ${mostLossFirst(date)} offset ${shares.due})
  union all
  select * ${inGroup(sql`due`)} and ${isDueBy(date)} and not ${dueLeads}
  union all
  (select * from ${rows} as fresh where not ${shares.rationed} and ${leads} and ${shares.fresh} is not null
    order by created_at, id offset ${shares.fresh})
  union all
  select * ${inGroup(sql`fresh`)} and ${isNew} and not ${leads} and not ${shares.rationed}
  union all
  select * from ${rows} as fresh where ${shares.rationed} and id not in (${shares.rationedIds}))`;
};

/** Of new cards, the rows that are the date's share. */
export const newShareOf = (
  { rows, leads }: NewCards,
  shares: Omit<Shares, "due" | "leads">,
  columns = ALL_COLUMNS.fresh,
) => sql`
  (select ${columns} from ${rows} as fresh
    where not ${shares.rationed} and ${leads} order by created_at, id limit ${shares.fresh})
  union all
  select ${columns} from ${rows} as fresh where ${shares.rationed} and id in (${shares.rationedIds})`;

/**
 * The share of who has exams to come: of each exam day its ration, by `rationNewCards` of packages/scheduler, the nearest
 * first, and then other cards. While the user catches up only those go on whose last new cards would otherwise come late.
 * Siblings that wait for another day count as unseen.
 */
export const rationedIds = ({ rows, leads }: NewCards, owner: OwnerId | SQL, date: LocalDate | SQL, fresh: SQL) => sql`
  with target as ${nearestExams(owner, date)},
  begun as (
    select exam_date, count(*) as begun from ${reviews} join target using (folder_id)
    where ${isBegunOn(owner, date)} group by exam_date
  ),
  pause as (select catch_up_until from ${userPreferences} where user_id = ${owner} and ${isCatchingUp(date)}),
  ranked as (
    select id, created_at, leads, exam_date, exam_date - ${date}::date as days_left, coalesce(begun, 0) as begun,
      count(*) over (partition by exam_date) as unseen,
      row_number() over (partition by exam_date, leads order by created_at, id) as place
    from (select id, created_at, folder_id, ${leads} as leads from ${rows} as fresh) as fresh
    left join target using (folder_id) left join begun using (exam_date)
  )
  select id from ranked
  where leads
    and coalesce(exam_date <= (select catch_up_until + ${LEAD} from pause), not exists (select 1 from pause))
    and coalesce(place <= ceil((unseen + begun) / greatest(days_left - ${LEAD}, ceil(days_left / 2.0))) - begun, true)
  order by exam_date, created_at, id limit ${fresh}`;

/** Shares that are known before a statement is sent. */
export type KnownShares = { due: number | null; fresh: number | null; rationed: boolean };

/** The ids of what `pendingCards` holds, as a table to select from: mostly read from indexes alone. */
export const pendingIds = (owner: OwnerId, date: LocalDate, { due, fresh, rationed }: KnownShares) => {
  const leading = leadingDue(owner, date);
  const branches = [
    due === null
      ? sql`select id from ${leading} as coming`
      : sql`(select id from ${leading} as coming order by ${mostLossFirst(date)} limit ${due})`,
    rationed
      ? sql`select id from (${rationedIds(newCards(owner, leadsNew(owner, date)), owner, date, sql`${fresh}::bigint`)}) as rationed`
      : newIds(owner, date, fresh),
  ];
  return sql`(${sql.join(branches, sql` union all `)})`;
};

const leadingColumns = sql`id, group_id, last_review_date, stability`;
const leadingDue = (owner: OwnerId, date: LocalDate) => sql`(
  select ${leadingColumns} from cards where user_id = ${owner} and ${isDueBy(date)} and group_id is null
  union all
  ${leadingOfGroups(owner, date)})`;

/** Of each group the first due card, unless another of it was rated on the date; joined, which costs less than looking each up. */
export const leadingOfGroups = (owner: OwnerId, date: LocalDate | SQL) => sql`
  select ${leadingColumns} from (
    select distinct on (group_id) ${leadingColumns} from cards
    where user_id = ${owner} and ${isDueBy(date)} and group_id is not null
      and exists (select 1 from cards as grouped where grouped.user_id = ${owner} and grouped.group_id is not null)
    order by group_id, next_review_date, id
  ) as first
  where not exists (
    select 1 from cards as rated
    where rated.user_id = ${owner} and rated.group_id = first.group_id and rated.last_review_date = ${date}::date
      and rated.id <> first.id)`;

const newIds = (owner: OwnerId, date: LocalDate, share: number | null) => {
  const fresh = sql`select id from cards as fresh where user_id = ${owner} and ${isNew}`;
  return share === null
    ? sql`${fresh} and (group_id is null or id not in (${behindIds(owner, date)}))`
    : sql`(${fresh} and ${leadsNew(owner, date)} order by created_at, id limit ${share})`;
};
