import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import { newCardShare } from "#features/schedule/pending/pending.queries.ts";
import { rationedCardIds } from "#features/schedule/rationing/rationing.queries.ts";
import { isCounted, isDueBy, isInBreak, isNew } from "#features/schedule/schedule.queries.ts";
import { dailyShares } from "#features/schedule/shares/shares.queries.ts";
import { type SQL, sql } from "#platform/db/drizzle.cjs";
import { at } from "#platform/db/instants.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { DatedEnd } from "#platform/time/local-days.ts";
import { cards } from "#schema/cards.ts";
import { reviews, sharedDates, userDays } from "#schema/schedule.ts";

// How a past day ended, told for one date at a time: what `past.queries.ts` tells of many at once is held against it.

export type ToldDay = { reviewedFolders: number[]; practisedFolders: number[]; pendingFolders: number[] };

// `touched`: the cards rated after the day, or with a rating undone after it; all others are still as they were at its end.
// `earlier`: the last review that stood at the end of the day; its result says when the card was due.
// `later`: the card's first review after the day, which says it when there is no earlier one.
// `candidates`: the cards that were due or new at the end of the day, by their present groups and suspensions.
// `firsts`: of each group the one that led it there, if none of it was rated on the day.
// `shared`: whether a share of the due cards was all that was asked for on the day, and was done; the cards tell it until
// the day is settled.
// `fresh`: the cards that were new at the end of the day, whose oldest were its share by the present preference.
// Of a card that was deleted since and never rated, nothing is known.
export async function tellPastDay(db: Queryable, owner: OwnerId, { date, end }: DatedEnd): Promise<ToldDay> {
  const shares = dailyShares(owner, date);
  const fresh = { rows: sql`fresh`, leads: sql`leads` };
  const freshShares = { ...shares, rationedIds: rationedCardIds(fresh, owner, date, shares.fresh) };
  const untouched = sql`user_id = ${owner} and created_at < ${at(end)} and id not in (select id from touched)`;
  const leftPending = sql`
    with shared as (
      select from ${sharedDates} where user_id = ${owner} and date = ${date}::date
      union all
      select from ${userDays} where user_id = ${owner} and settled_through < ${date}::date and ${shares.due} = 0
    ),
    touched as materialized (${touchedAfter(owner, { date, end })}),
    candidates as materialized (
      select id, folder_id, created_at, group_id, next_review_date as due, false as was_new from ${cards}
      where ${untouched} and ${isDueBy(date)}
      union all
      select id, folder_id, created_at, group_id, null, true from ${cards} where ${untouched} and ${isNew}
      union all
      select id, folder_id, created_at, group_id, due, was_due is null from touched
      where coalesce(was_due, created_at is not null) and suspended is not true
    ),
    rated as (
      select card.group_id from ${reviews} as review
      join ${cards} as card on card.user_id = review.user_id and card.id = review.card_id
      where review.user_id = ${owner} and local_date = ${date}::date and ${stoodAfter(date)} and card.group_id is not null
    ),
    firsts as (
      select distinct on (group_id) id from candidates
      where group_id is not null and group_id not in (select group_id from rated)
      order by group_id, was_new, due, id
    ),
    led as (select *, group_id is null or id in (select id from firsts) as leads from candidates),
    fresh as (select id, folder_id, created_at, leads from led where was_new)
    select folder_id from led where leads and not was_new and not exists (select from shared)
    union
    select folder_id from (${newCardShare(fresh, freshShares)}) as share`;
  const { rows } = await db.execute<ToldDay>(sql`
    select
      to_json(array(select folder_id from ${reviewed(owner, date)} as reviewed where scheduled order by 1)) as "reviewedFolders",
      to_json(array(select folder_id from ${reviewed(owner, date)} as reviewed where not scheduled order by 1))
        as "practisedFolders",
      to_json(array(
        select distinct folder_id from (${leftPending}) as pending where not ${isInBreak(owner, date)} order by 1
      )) as "pendingFolders"`);
  return rows[0] as ToldDay;
}

const stoodAfter = (date: LocalDate) => sql`(undone_date is null or undone_date > ${date}::date)`;

const touchedAfter = (owner: OwnerId, { date, end }: DatedEnd) => {
  const day = { date: sql`${date}::date`, end: at(end) };
  return sql`
    select touched.card_id as id, coalesce(card.folder_id, later.folder_id, earlier.folder_id) as folder_id,
      card.created_at, card.group_id, card.suspended,
      (coalesce(earlier.state, later.state_before)->>'nextReviewDate')::date as due,
      coalesce(earlier.was_due, ${wasDueBy(sql`later.state_before`, day)}) as was_due
    from (
      select card_id, min(later_id) as later_id from (
        select card_id, id as later_id from ${reviews} where user_id = ${owner} and local_date > ${date}::date
        union all
        select card_id, null from ${reviews}
        where user_id = ${owner} and undone_date > ${date}::date and undone_date > local_date
      ) as since
      group by card_id
    ) as touched
    left join ${cards} as card on card.user_id = ${owner} and card.id = touched.card_id
    left join lateral (
      select folder_id, state_after as state, ${wasDueBy(sql`state_after`, day)} as was_due from ${reviews}
      where user_id = ${owner} and card_id = touched.card_id and local_date <= ${date}::date and ${stoodAfter(date)}
      order by id desc limit 1
    ) as earlier on true
    left join ${reviews} as later on later.user_id = ${owner} and later.id = touched.later_id
    where coalesce(card.created_at, '-infinity') < ${at(end)}`;
};

const reviewed = (owner: OwnerId, date: LocalDate) => sql`(
  select folder_id, bool_or(not practice) as scheduled from ${reviews}
  where user_id = ${owner} and local_date = ${date}::date and ${isCounted} group by folder_id)`;

/**
 * Whether a card in a state of the log was due by a date, which ended at an instant; null when it was new. Entries from
 * before cards kept the date on which they fall due have the instant alone.
 */
const wasDueBy = (state: SQL, { date, end }: { date: SQL; end: SQL }) => sql`coalesce(
  (${state}->>'nextReviewDate')::date <= ${date}, (${state}->>'nextReviewAt')::timestamptz < ${end})`;
