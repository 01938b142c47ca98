import { NEAR_EXAM_DAYS } from "@repasa/scheduler/backlog.ts";
import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import { LEAD_DAYS } from "@repasa/scheduler/new-cards.ts";
import { type SQL, sql } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";
import { userPreferences } from "#schema/account.ts";
import { cards } from "#schema/cards.ts";
import { examFolders, exams } from "#schema/exams.ts";
import { reviews, userBreaks } from "#schema/schedule.ts";
import { isCatchingUp, isFirstRatingOn, isNew } from "../schedule.queries.ts";

const NEAR_EXAM = sql.raw(String(NEAR_EXAM_DAYS));
const LEAD = sql.raw(String(LEAD_DAYS));

/** True if a user has an exam after a date. */
export const hasExamAfter = (owner: OwnerId | SQL, date: LocalDate | SQL) =>
  sql`exists (select 1 from ${exams} where user_id = ${owner} and date > ${date}::date)`;

/** A table expression for a user's folders with an exam after a date, and the nearest exam: `folder_id`, `exam_date`, `exam_name`. */
export const nearestExams = (owner: OwnerId | SQL, date: LocalDate | SQL) => sql`(
  select distinct on (chosen.folder_id) chosen.folder_id, exam.date as exam_date, exam.name as exam_name
  from ${examFolders} as chosen
  join ${exams} as exam on exam.user_id = chosen.user_id and exam.id = chosen.exam_id
  where chosen.user_id = ${owner} and exam.date > ${date}::date
  order by chosen.folder_id, exam.date, exam.id)`;

/** True for a card of a folder with an exam so near that its due cards come first. */
export const hasNearExam = (owner: OwnerId | SQL, date: LocalDate | SQL) => sql`folder_id in (
  select chosen.folder_id from ${examFolders} as chosen
  join ${exams} as exam on exam.user_id = chosen.user_id and exam.id = chosen.exam_id
  where chosen.user_id = ${owner} and exam.date > ${date}::date and exam.date <= ${date}::date + ${NEAR_EXAM})`;

/**
 * The number of days from one date to the one before another that are in no break; breaks do not overlap. Not above 0 if there
 * are none.
 */
const studyDays = (owner: OwnerId | SQL, from: SQL, before: SQL) => sql`(${before} - (${from}) - (
  select coalesce(sum(greatest(0, least(to_date + 1, ${before}) - greatest(from_date, ${from}))), 0)
  from ${userBreaks} where user_id = ${owner} and to_date >= ${from} and from_date < ${before}))`;

/** A table expression for new cards, to be selected from as `fresh`, and a condition for those that lead their group. */
export type NewCards = { readonly rows: SQL; readonly leads: SQL };

export const newCards = (owner: OwnerId | SQL, leads: SQL): NewCards => ({
  rows: sql`(select * from ${cards} where user_id = ${owner} and ${isNew})`,
  leads,
});

const presentPause = (owner: OwnerId | SQL, date: LocalDate | SQL) =>
  sql`select catch_up_until from ${userPreferences} where user_id = ${owner} and ${isCatchingUp(date)}`;

/**
 * A query for the ids of a date's share of new cards when the user has exams ahead: the ration of each exam day, the nearest
 * day first, then cards without an exam. While the user catches up, only new cards for exams that would otherwise get their
 * last new cards too late are included. Siblings that wait for another day count as unseen.
 *
 * Rations are those of `rationNewCards` of packages/scheduler (new-cards.ts) in SQL; exams.rations.test.ts compares the two.
 * For devices packages/study-queue (shares.ts) takes the same share; week.properties.test.ts compares the two.
 *
 * @param pause A query for the last day of the plan to catch up; no row without one.
 */
export const rationedCardIds = (
  { rows, leads }: NewCards,
  owner: OwnerId | SQL,
  date: LocalDate | SQL,
  fresh: SQL,
  pause: SQL = presentPause(owner, date),
) => sql`
  with target as ${nearestExams(owner, date)},
  started as (
    select exam_date, count(*) as started from ${reviews} join target using (folder_id)
    where ${isFirstRatingOn(owner, date)} group by exam_date
  ),
  pause as (${pause}),
  rationing as (
    select exam_date,
      greatest(1 + ${studyDays(owner, sql`${date}::date + 1`, sql`(exam_date - ${LEAD})`)},
        ceil((1 + ${studyDays(owner, sql`${date}::date + 1`, sql`exam_date`)}) / 2.0)) as days,
      coalesce(${studyDays(owner, sql`catch_up_until + 1`, sql`exam_date`)} < ${LEAD}, true) as goes_on
    from (select distinct exam_date from target) as ahead left join pause on true
  ),
  ranked as (
    select id, created_at, leads, exam_date, days, goes_on, coalesce(started, 0) as started,
      count(*) over (partition by exam_date) as unseen,
      row_number() over (partition by exam_date, leads order by created_at, id) as place
    from (select id, created_at, folder_id, ${leads} as leads from ${rows} as fresh) as fresh
    left join target using (folder_id) left join rationing using (exam_date) left join started using (exam_date)
  )
  select id from ranked
  where leads
    and coalesce(goes_on, not exists (select 1 from pause))
    and coalesce(place <= ceil((unseen + started) / days) - started, true)
  order by exam_date, created_at, id limit ${fresh}`;
