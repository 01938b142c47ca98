import type { DateRange, LocalDate } from "@repasa/scheduler/local-dates.ts";
import { and, eq, gte, type SQL, sql } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { DatedEnd } from "#platform/time/local-days.ts";
import { dailyFigures, reviews, streakGaps, userDays } from "#schema/schedule.ts";
import { type PastDay, pastDays, reviewedDays } from "../past/past.queries.ts";
import { isCounted } from "../schedule.queries.ts";
import type { Streak } from "./days.streak.ts";

export type KeptDays = { keptThrough: LocalDate | null; days: PastDay[] };

/** The days of a range that are kept, and through when days are. */
export async function selectKeptDays(db: Queryable, owner: OwnerId, { from, to }: DateRange): Promise<KeptDays> {
  const { rows } = await db.execute<KeptDays>(sql`
    select kept_through as "keptThrough", (
      select coalesce(json_agg(json_build_object('date', date, 'reviews', reviews, 'durationMs', duration_ms,
        'reviewedFolders', reviewed_folders, 'practisedFolders', practised_folders, 'pendingFolders', pending_folders)
        order by date), '[]')
      from ${dailyFigures} where user_id = ${owner} and date between ${from}::date and least(kept_through, ${to}::date)
    ) as days
    from (select (select kept_through from ${userDays} where user_id = ${owner}) as kept_through) as kept`);
  return rows[0] ?? { keptThrough: null, days: [] };
}

export async function selectKeptThrough(db: Queryable, owner: OwnerId): Promise<LocalDate | null> {
  const [row] = await db.select({ keptThrough: userDays.keptThrough }).from(userDays).where(eq(userDays.userId, owner));
  return row?.keptThrough ?? null;
}

/** Whoever else keeps days of the user waits for this transaction. */
export async function lockKeptThrough(db: Queryable, owner: OwnerId): Promise<LocalDate | null> {
  const [row] = await db
    .select({ keptThrough: userDays.keptThrough })
    .from(userDays)
    .where(eq(userDays.userId, owner))
    .for("update");
  return row?.keptThrough ?? null;
}

/** The first date with a review that counts. */
export async function selectFirstStudied(db: Queryable, owner: OwnerId): Promise<LocalDate | null> {
  const { rows } = await db.execute<{ date: LocalDate }>(sql`
    select local_date as date from ${reviews} where user_id = ${owner} and ${isCounted} order by local_date limit 1`);
  return rows[0]?.date ?? null;
}

/** Writes down what dates that follow one another were. Of the dates after them nothing is kept. */
export async function insertDays(db: Queryable, owner: OwnerId, days: readonly DatedEnd[]): Promise<void> {
  const [first] = days;
  if (first === undefined) return;
  await db.delete(dailyFigures).where(and(eq(dailyFigures.userId, owner), gte(dailyFigures.date, first.date)));
  await db.execute(sql`
    insert into ${dailyFigures} (user_id, date, reviews, duration_ms, reviewed_folders, practised_folders, pending_folders)
    select ${owner}, past.* from (${pastDays(owner, days)}) as past`);
}

/** Takes what was reviewed on dates from the log. What was left pending stays, and a day without either goes. */
export async function recountReviews(db: Queryable, owner: OwnerId, { from, to }: DateRange): Promise<void> {
  const told = reviewedDays(owner, { first: sql`${from}::date`, last: sql`${to}::date` });
  await db.execute(sql`
    update ${dailyFigures}
    set reviews = 0, duration_ms = 0, reviewed_folders = '{}', practised_folders = '{}'
    where user_id = ${owner} and date between ${from}::date and ${to}::date and reviews > 0`);
  await db.execute(sql`
    insert into ${dailyFigures} (user_id, date, reviews, duration_ms, reviewed_folders, practised_folders)
    select ${owner}, told.* from (${told}) as told
    on conflict (user_id, date) do update set reviews = excluded.reviews, duration_ms = excluded.duration_ms,
      reviewed_folders = excluded.reviewed_folders, practised_folders = excluded.practised_folders`);
  await db.execute(sql`
    delete from ${dailyFigures}
    where user_id = ${owner} and date between ${from}::date and ${to}::date and reviews = 0 and pending_folders = '{}'`);
}

/** The kept dates that say something else of what was reviewed than the log does. */
export async function selectMiscounted(db: Queryable, owner: OwnerId, keptThrough: LocalDate): Promise<LocalDate[]> {
  const told = reviewedDays(owner, { first: sql`'-infinity'`, last: sql`${keptThrough}::date` });
  const kept = sql`
    select date, reviews, duration_ms, reviewed_folders, practised_folders from ${dailyFigures}
    where user_id = ${owner} and date <= ${keptThrough}::date and reviews > 0`;
  const { rows } = await db.execute<{ date: LocalDate }>(sql`
    with told as materialized (${told}), kept as materialized (${kept})
    select distinct date from (
      (select * from told except select * from kept) union all (select * from kept except select * from told)
    ) as different order by date`);
  return rows.map(({ date }) => date);
}

/** The last date up to which the days can be kept that are. */
export async function selectLastKept(db: Queryable, owner: OwnerId, settled: LocalDate): Promise<LocalDate | null> {
  const { rows } = await db.execute<{ date: LocalDate | null }>(sql`
    select case when exists (select 1 from ${dailyFigures} where user_id = ${owner} and date <= ${settled}::date)
      then ${settled}::date end as date`);
  return rows[0]?.date ?? null;
}

/** From a date on nothing is kept any more. */
export async function forgetDays(db: Queryable, owner: OwnerId, from: LocalDate): Promise<void> {
  await db
    .update(userDays)
    .set({ keptThrough: sql`${from}::date - 1`, ...NO_STREAK })
    .where(and(eq(userDays.userId, owner), gte(userDays.keptThrough, from)));
}

const NO_STREAK = { streakCurrent: null, streakLongest: null, streakUntil: null };

export async function forgetStreak(db: Queryable, owner: OwnerId): Promise<void> {
  await db.update(userDays).set(NO_STREAK).where(eq(userDays.userId, owner));
}

export type StreakRow = {
  /** As it is kept; null where all dates have to tell it. */
  streak: Streak | null;
  keptThrough: LocalDate | null;
  /** The dates studied and the gaps after it, each in order. */
  studied: LocalDate[];
  gaps: DateRange[];
};

/**
 * The kept streak with all that came after it. Only days that are not kept are looked up in the log. Who travelled back to
 * a date that is kept may study it again: then all dates tell.
 */
export async function selectStreak(db: Queryable, owner: OwnerId, today: LocalDate): Promise<StreakRow> {
  const { rows } = await db.execute<StreakRow>(sql`
    select streak, kept_through as "keptThrough",
      array(
        select date from ${dailyFigures}
        where streak is null and user_id = ${owner} and date <= kept_through and reviews > 0
        union
        ${unkeptDates(owner)}
        order by 1
      )::text[] as studied,
      (select coalesce(json_agg(json_build_object('from', from_date, 'to', to_date) order by from_date), '[]')
        from ${streakGaps} where user_id = ${owner} and (streak is null or to_date > coalesce(streak_until, '-infinity'))
      ) as gaps
    from (select 1) as one left join (
      select kept_through, streak_until, case when streak_current is not null and kept_through < ${today}::date
        then json_build_object('current', streak_current, 'longest', streak_longest, 'until', streak_until) end as streak
      from ${userDays} where user_id = ${owner}
    ) as kept on true`);
  return rows[0] ?? { streak: null, keptThrough: null, studied: [], gaps: [] };
}

/** The dates studied after `kept_through`: one index probe for each, however many reviews it has. */
const unkeptDates = (owner: OwnerId): SQL => sql`(
  with recursive studied (local_date) as (
    (select local_date from ${reviews}
      where user_id = ${owner} and local_date > coalesce(kept_through, '-infinity') and ${isCounted}
      order by local_date limit 1)
    union all
    select (
      select reviews.local_date from ${reviews}
      where user_id = ${owner} and reviews.local_date > studied.local_date and ${isCounted}
      order by reviews.local_date limit 1
    )
    from studied where studied.local_date is not null
  )
  select local_date from studied where local_date is not null)`;

/** Says through when days are kept, and the streak then. */
export async function updateKept(
  db: Queryable,
  owner: OwnerId,
  keptThrough: LocalDate,
  { current, longest, until }: Streak,
): Promise<void> {
  const streak = { streakCurrent: current, streakLongest: longest, streakUntil: until };
  await db
    .update(userDays)
    .set({ keptThrough, ...streak })
    .where(eq(userDays.userId, owner));
}

/** What was reviewed on dates of a range, where it is kept. */
export async function selectActivity(db: Queryable, owner: OwnerId, { from, to }: DateRange) {
  const { rows } = await db.execute<{ date: LocalDate; count: number; durationMs: number }>(sql`
    with kept as (select (select kept_through from ${userDays} where user_id = ${owner}) as through)
    select date, reviews as count, duration_ms as "durationMs" from ${dailyFigures}
    where user_id = ${owner} and date between ${from}::date and least((select through from kept), ${to}::date)
      and (select through from kept) is not null and reviews > 0
    union all
    select local_date, count(*), coalesce(sum(duration_ms), 0)::bigint from ${reviews}
    where user_id = ${owner} and local_date <= ${to}::date
      and local_date >= greatest(${from}::date, (select through from kept) + 1) and ${isCounted}
    group by local_date
    order by date`);
  return rows;
}
