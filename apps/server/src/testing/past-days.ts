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

// Computes how a past day ended, for one date at a time. Tests compare the results with those of `past.queries.ts`, which computes
// many dates at once.

export type PastDay = { reviewedFolders: number[]; practisedFolders: number[]; pendingFolders: number[] };

/**
 * Computes one past day. A card that was deleted since and never rated is missing, because nothing is known of it.
 *
 * - `touched`: the cards that were rated after the day, or had a rating undone after it. All other cards are unchanged since then.
 * - `earlier`: the card's last review that was not undone by the end of the day; its result determines when the card was due.
 * - `later`: the card's first review after the day, which determines this if there is no earlier one.
 * - `candidates`: the cards that were due or new at the end of the day, with their present groups and suspensions.
 * - `firsts`: for each group, the card that represented it on the day, if none of the group was rated on that day.
 * - `shared`: one row if only a share of the due cards was pending on the day and all of it was reviewed; derived from the cards
 *   until the day is settled.
 * - `fresh`: the cards that were new at the end of the day, the oldest of which were its share by the present preference.
 */
export async function computePastDay(db: Queryable, owner: OwnerId, { date, end }: DatedEnd): Promise<PastDay> {
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
    touched as materialized (${selectTouched(owner, { date, end })}),
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
      where review.user_id = ${owner} and local_date = ${date}::date and ${isNotUndoneBy(date)} and card.group_id is not null
        and review.mode <> 'choose'
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
  const { rows } = await db.execute<PastDay>(sql`
    select
      to_json(array(select folder_id from ${selectReviewed(owner, date)} as reviewed where scheduled order by 1)) as "reviewedFolders",
      to_json(array(select folder_id from ${selectReviewed(owner, date)} as reviewed where not scheduled order by 1))
        as "practisedFolders",
      to_json(array(
        select distinct folder_id from (${leftPending}) as pending where not ${isInBreak(owner, date)} order by 1
      )) as "pendingFolders"`);
  return rows[0] as PastDay;
}

const isNotUndoneBy = (date: LocalDate) => sql`(undone_date is null or undone_date > ${date}::date)`;

const selectTouched = (owner: OwnerId, { date, end }: DatedEnd) => {
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
      where user_id = ${owner} and card_id = touched.card_id and local_date <= ${date}::date and ${isNotUndoneBy(date)}
      order by id desc limit 1
    ) as earlier on true
    left join ${reviews} as later on later.user_id = ${owner} and later.id = touched.later_id
    where coalesce(card.created_at, '-infinity') < ${at(end)}`;
};

const selectReviewed = (owner: OwnerId, date: LocalDate) => sql`(
  select folder_id, bool_or(not practice) as scheduled from ${reviews}
  where user_id = ${owner} and local_date = ${date}::date and ${isCounted} group by folder_id)`;

/**
 * True if a card with a logged state was due by a date, which ended at an instant; null if it was new. Entries that are older than
 * the column for the due date contain only the due instant.
 */
const wasDueBy = (state: SQL, { date, end }: { date: SQL; end: SQL }) => sql`coalesce(
  (${state}->>'nextReviewDate')::date <= ${date}, (${state}->>'nextReviewAt')::timestamptz < ${end})`;
