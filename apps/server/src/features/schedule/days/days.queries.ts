import type { DateRange, LocalDate } from "@repasa/scheduler/local-dates.ts";
import { and, eq, gte, type SQL, sql } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { DatedEnd } from "#platform/time/local-days.ts";
import { dailyFigures, reviews, streakGaps, userDays } from "#schema/schedule.ts";
import { type PastDay, pastDays, reviewedDays, selectRationed } from "../past/past.queries.ts";
import { isCounted } from "../schedule.queries.ts";
import type { Streak } from "./days.streak.ts";

/** `storedThrough` is the date up to which days are stored (the column `kept_through`); null if none are. */
export type StoredPastDays = { storedThrough: LocalDate | null; days: PastDay[] };

/** Returns the stored days of a range, and the date up to which days are stored. */
export async function selectStoredDays(
  db: Queryable,
  owner: OwnerId,
  { from, to }: DateRange,
): Promise<StoredPastDays> {
  const { rows } = await db.execute<StoredPastDays>(sql`
    select kept_through as "storedThrough", (
      select coalesce(json_agg(json_build_object('date', date, 'reviews', reviews, 'durationMs', duration_ms,
        'reviewedFolders', reviewed_folders, 'practisedFolders', practised_folders, 'pendingFolders', pending_folders)
        order by date), '[]')
      from ${dailyFigures} where user_id = ${owner} and date between ${from}::date and least(kept_through, ${to}::date)
    ) as days
    from (select (select kept_through from ${userDays} where user_id = ${owner}) as kept_through) as stored`);
  return rows[0] ?? { storedThrough: null, days: [] };
}

export async function selectStoredThrough(db: Queryable, owner: OwnerId): Promise<LocalDate | null> {
  const [row] = await db.select({ date: userDays.keptThrough }).from(userDays).where(eq(userDays.userId, owner));
  return row?.date ?? null;
}

/** Locks the row, so that other transactions that store days of the user wait for this one. */
export async function lockStoredThrough(db: Queryable, owner: OwnerId): Promise<LocalDate | null> {
  const [row] = await db
    .select({ date: userDays.keptThrough })
    .from(userDays)
    .where(eq(userDays.userId, owner))
    .for("update");
  return row?.date ?? null;
}

/** Returns the first date with a review that was not undone on the same day. */
export async function selectFirstStudied(db: Queryable, owner: OwnerId): Promise<LocalDate | null> {
  const { rows } = await db.execute<{ date: LocalDate }>(sql`
    select local_date as date from ${reviews} where user_id = ${owner} and ${isCounted} order by local_date limit 1`);
  return rows[0]?.date ?? null;
}

/** Computes and stores the figures of consecutive dates, after deleting all figures stored for the first date and later. */
export async function insertDays(db: Queryable, owner: OwnerId, days: readonly DatedEnd[]): Promise<void> {
  const [first] = days;
  if (first === undefined) return;
  await db.delete(dailyFigures).where(and(eq(dailyFigures.userId, owner), gte(dailyFigures.date, first.date)));
  await db.execute(sql`
    insert into ${dailyFigures} (user_id, date, reviews, duration_ms, reviewed_folders, practised_folders, pending_folders)
    select ${owner}, past.* from (${pastDays(owner, days, await selectRationed(db, owner, days))}) as past`);
}

/**
 * Recomputes the review figures of a range of dates from the log. Pending folders stay as they are stored; days with neither
 * reviews nor pending folders are deleted.
 */
export async function recountReviews(db: Queryable, owner: OwnerId, { from, to }: DateRange): Promise<void> {
  const logged = reviewedDays(owner, { first: sql`${from}::date`, last: sql`${to}::date` });
  await db.execute(sql`
    update ${dailyFigures}
    set reviews = 0, duration_ms = 0, reviewed_folders = '{}', practised_folders = '{}'
    where user_id = ${owner} and date between ${from}::date and ${to}::date and reviews > 0`);
  await db.execute(sql`
    insert into ${dailyFigures} (user_id, date, reviews, duration_ms, reviewed_folders, practised_folders)
    select ${owner}, logged.* from (${logged}) as logged
    on conflict (user_id, date) do update set reviews = excluded.reviews, duration_ms = excluded.duration_ms,
      reviewed_folders = excluded.reviewed_folders, practised_folders = excluded.practised_folders`);
  await db.execute(sql`
    delete from ${dailyFigures}
    where user_id = ${owner} and date between ${from}::date and ${to}::date and reviews = 0 and pending_folders = '{}'`);
}

/** Returns the stored dates whose review figures differ from the log. */
export async function selectMiscountedDates(
  db: Queryable,
  owner: OwnerId,
  storedThrough: LocalDate,
): Promise<LocalDate[]> {
  const logged = reviewedDays(owner, { first: sql`'-infinity'`, last: sql`${storedThrough}::date` });
  const stored = sql`
    select date, reviews, duration_ms, reviewed_folders, practised_folders from ${dailyFigures}
    where user_id = ${owner} and date <= ${storedThrough}::date and reviews > 0`;
  const { rows } = await db.execute<{ date: LocalDate }>(sql`
    with logged as materialized (${logged}), stored as materialized (${stored})
    select distinct date from (
      (select * from logged except select * from stored) union all (select * from stored except select * from logged)
    ) as different order by date`);
  return rows.map(({ date }) => date);
}

/** Returns `settled` if any day up to it is stored, otherwise null. */
export async function selectLastStoredDate(
  db: Queryable,
  owner: OwnerId,
  settled: LocalDate,
): Promise<LocalDate | null> {
  const { rows } = await db.execute<{ date: LocalDate | null }>(sql`
    select case when exists (select 1 from ${dailyFigures} where user_id = ${owner} and date <= ${settled}::date)
      then ${settled}::date end as date`);
  return rows[0]?.date ?? null;
}

/** Marks the days from a date on, and the streak, as not stored. */
export async function invalidateDays(db: Queryable, owner: OwnerId, from: LocalDate): Promise<void> {
  await db
    .update(userDays)
    .set({ keptThrough: sql`${from}::date - 1`, ...NO_STREAK })
    .where(and(eq(userDays.userId, owner), gte(userDays.keptThrough, from)));
}

const NO_STREAK = { streakCurrent: null, streakLongest: null, streakUntil: null };

/** Marks the streak as not stored, so that it is computed from all dates. */
export async function invalidateStreak(db: Queryable, owner: OwnerId): Promise<void> {
  await db.update(userDays).set(NO_STREAK).where(eq(userDays.userId, owner));
}

export type StreakRow = {
  /** The stored streak; null where it has to be computed from all dates. */
  streak: Streak | null;
  storedThrough: LocalDate | null;
  /** The studied dates and the gaps after the stored streak (all of them without one), each in ascending order. */
  studied: LocalDate[];
  gaps: DateRange[];
};

/**
 * Returns the stored streak with the studied dates and gaps after it. Only days that are not stored are looked up in the log.
 *
 * @param date The stored streak is returned only if all days that it includes are before this date. Today may be stored
 *   already, because a user who travels west is back on an earlier date, and may study it again.
 */
export async function selectStreak(db: Queryable, owner: OwnerId, date: LocalDate): Promise<StreakRow> {
  const { rows } = await db.execute<StreakRow>(sql`
    select streak, kept_through as "storedThrough",
      array(
        select date from ${dailyFigures}
        where streak is null and user_id = ${owner} and date <= kept_through and reviews > 0
        union
        ${studiedDatesNotStored(owner)}
        order by 1
      )::text[] as studied,
      (select coalesce(json_agg(json_build_object('from', from_date, 'to', to_date) order by from_date), '[]')
        from ${streakGaps} where user_id = ${owner} and (streak is null or to_date > coalesce(streak_until, '-infinity'))
      ) as gaps
    from (select 1) as one left join (
      select kept_through, streak_until, case when streak_current is not null and kept_through < ${date}::date
        then json_build_object('current', streak_current, 'longest', streak_longest, 'until', streak_until) end as streak
      from ${userDays} where user_id = ${owner}
    ) as stored on true`);
  return rows[0] ?? { streak: null, storedThrough: null, studied: [], gaps: [] };
}

/** Selects the studied dates after `kept_through` with one index probe per date, however many reviews a date has. */
const studiedDatesNotStored = (owner: OwnerId): SQL => sql`(
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

/** Stores the date up to which days are stored, and the streak as of that date. */
export async function updateStoredStreak(
  db: Queryable,
  owner: OwnerId,
  storedThrough: LocalDate,
  { current, longest, until }: Streak,
): Promise<void> {
  const streak = { streakCurrent: current, streakLongest: longest, streakUntil: until };
  await db
    .update(userDays)
    .set({ keptThrough: storedThrough, ...streak })
    .where(eq(userDays.userId, owner));
}

/** Returns the reviews of each date of a range: from the stored days where they exist, otherwise from the log. */
export async function selectActivity(db: Queryable, owner: OwnerId, { from, to }: DateRange) {
  const { rows } = await db.execute<{ date: LocalDate; count: number; durationMs: number }>(sql`
    with stored as (select (select kept_through from ${userDays} where user_id = ${owner}) as through)
    select date, reviews as count, duration_ms as "durationMs" from ${dailyFigures}
    where user_id = ${owner} and date between ${from}::date and least((select through from stored), ${to}::date)
      and (select through from stored) is not null and reviews > 0
    union all
    select local_date, count(*), coalesce(sum(duration_ms), 0)::bigint from ${reviews}
    where user_id = ${owner} and local_date <= ${to}::date
      and local_date >= greatest(${from}::date, (select through from stored) + 1) and ${isCounted}
    group by local_date
    order by date`);
  return rows;
}
