import { DEFAULT_DAY_START_HOUR } from "@repasa/contract/account.choices.ts";
import { SPREAD_DAYS } from "@repasa/scheduler/backlog.ts";
import { addDays, type DateRange, type LocalDate } from "@repasa/scheduler/local-dates.ts";
import { and, eq, gte, inArray, lte, ne, type SQL, sql, toSnakeCase } from "#platform/db/drizzle.cjs";
import { at } from "#platform/db/instants.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { DatedEnd } from "#platform/time/local-days.ts";
import { userPreferences } from "#schema/account.ts";
import { cards } from "#schema/cards.ts";
import { folders } from "#schema/folders.ts";
import {
  reviews,
  type StoredSchedule,
  spacedRepetitionConfig,
  spacedRepetitionSettings,
  streakGaps,
  userBreaks,
  userDays,
  userScheduling,
} from "#schema/schedule.ts";
import { scheduleColumnNames } from "./schedule.state.ts";

// ---- Parts of statements, for several features ----

/** Selects the columns of a `StoredSchedule`, each under its property name. */
export const scheduleFields = sql.raw(
  scheduleColumnNames.map((name) => `${toSnakeCase(name)} as "${name}"`).join(", "),
);

/** True for a card that is new, or was reset to be new. The index `cards_new` has these rows. */
export const isNew = sql`next_review_date is null and not suspended`;

/** True for a card that is due by a local date: one range of the index `cards_due`. */
export const isDueBy = (date: LocalDate | SQL) => sql`next_review_date <= ${date}::date and not suspended`;

/** True for an answer that the student recalled, and did not choose from options: only these are evidence of memory. */
export const isRecall = sql`mode <> 'choose'`;

/**
 * True for an answer whose result does not depend on what the student's buttons mean: one that was typed, or given in a quiz.
 * `isCertain` is the same rule on a device; study.recall-bit.test.ts compares the two.
 */
export const isCertainAnswer = sql`mode in ('type', 'test')`;

/**
 * True for a review that changed its card's memory. Imported reviews that were made outside the schedule, or before the card
 * was reset, did not change it: they are stored as practice of a card without a due date. Neither did chosen answers, although a
 * wrong one may have moved the due date.
 */
export const hasMovedMemory = sql`(not (practice and due_before is null) and ${isRecall})`;

/** True for a review that changed its card's schedule: its memory, or by a wrong choice only its due date. */
export const hasMovedCard = sql`(${hasMovedMemory} or mode = 'choose'
  and state_before->>'nextReviewDate' is distinct from state_after->>'nextReviewDate')`;

/** True for a review that counts as studied on its local date. Undoing it on a later date does not change the past. */
export const isCounted = sql`(undone_date is null or undone_date > local_date)`;

/** The duration of a review in milliseconds, at most a minute, so that an interruption does not count; null if it was not measured. */
export const countedMs = sql`case when duration_ms > 60000 then 60000 else duration_ms end`;

/** True for a row of `user_preferences` whose catch-up plan includes a date. */
export const isCatchingUp = (date: LocalDate | SQL) => sql`coalesce(catch_up_until >= ${date}::date, false)`;

/** True for a review that is a user's first rating of a card, given on a date. */
export const isFirstRatingOn = (owner: OwnerId | SQL, date: LocalDate | SQL) =>
  sql`user_id = ${owner} and local_date = ${date}::date and due_before is null and not practice and ${isCounted}`;

/** True if a date is in a break. */
export const isInBreak = (owner: OwnerId | SQL, date: LocalDate | SQL) => sql`exists (
  select 1 from ${userBreaks} where user_id = ${owner} and from_date <= ${date}::date and to_date >= ${date}::date)`;

/** Selects the hour at which a user's days begin. */
export const dayStartHour = (owner: OwnerId | SQL) => sql<number>`coalesce(
  (select day_start_hour from ${userPreferences} where user_id = ${owner}), ${sql.raw(`${DEFAULT_DAY_START_HOUR}`)})`;

// ---- Settings, schedules and settled days ----

export async function selectSettings(db: Queryable) {
  const [settings, config] = await Promise.all([
    db.select().from(spacedRepetitionSettings).where(eq(spacedRepetitionSettings.isActive, true)),
    db.select().from(spacedRepetitionConfig),
  ]);
  return { settings, config };
}

export type ScheduledRow = StoredSchedule & { id: number; folderId: number };

/** Returns the schedules of the given cards, without their texts. */
export async function selectScheduled(db: Queryable, owner: OwnerId, ids: readonly number[]): Promise<ScheduledRow[]> {
  const { rows } = await db.execute<ScheduledRow>(sql`
    select id, folder_id as "folderId", ${scheduleFields} from ${cards}
    where user_id = ${owner} and ${inArray(cards.id, [...ids])}`);
  return rows;
}

/** Returns whether the log of a user has a review, undone or not. */
export async function selectHasReviews(db: Queryable, owner: OwnerId): Promise<boolean> {
  const rows = await db.select({ id: reviews.id }).from(reviews).where(eq(reviews.userId, owner)).limit(1);
  return rows.length > 0;
}

/** Returns the number of cards that fall due on each date; dates without any are left out. */
export async function selectDueCounts(db: Queryable, owner: OwnerId, { from, to }: DateRange) {
  const { rows } = await db.execute<{ date: LocalDate; count: number }>(sql`
    select next_review_date as date, count(*) as count from ${cards}
    where user_id = ${owner} and next_review_date between ${from}::date and ${to}::date and not suspended
    group by next_review_date`);
  return new Map(rows.map(({ date, count }) => [date, count]));
}

export async function updateDueCounts(db: Queryable, owner: OwnerId, dueCounts: Uint8Array, dueCountsFrom: LocalDate) {
  await db.update(userScheduling).set({ dueCounts, dueCountsFrom }).where(eq(userScheduling.userId, owner));
}

/** Increments the version, so that concurrent ratings and undos start over, and makes them wait for this transaction. */
export async function lockScheduling(db: Queryable, owner: OwnerId): Promise<void> {
  const { userId, version } = userScheduling;
  await db
    .insert(userScheduling)
    .values({ userId: owner, version: 1 })
    .onConflictDoUpdate({ target: userId, set: { version: sql`${version} + 1` } });
}

/** Returns the number of cards of each folder that fall due on a date; folders without any are left out. */
export async function selectFallingDueByFolder(db: Queryable, owner: OwnerId, date: LocalDate) {
  const { rows } = await db.execute<{ folderId: number; count: number }>(sql`
    select folder_id as "folderId", count(*) as count from ${cards}
    where user_id = ${owner} and next_review_date = ${date}::date and not suspended
    group by folder_id`);
  return new Map(rows.map(({ folderId, count }) => [folderId, count]));
}

/** Returns the ids of the existing folders. The figures of a past day may include folders that were deleted since. */
export async function selectFolderIds(db: Queryable, owner: OwnerId): Promise<Set<number>> {
  const rows = await db.select({ id: folders.id }).from(folders).where(eq(folders.userId, owner));
  return new Set(rows.map(({ id }) => id));
}

export async function selectSettledThrough(db: Queryable, owner: OwnerId): Promise<LocalDate | undefined> {
  const [row] = await db
    .select({ settledThrough: userDays.settledThrough })
    .from(userDays)
    .where(eq(userDays.userId, owner));
  return row?.settledThrough;
}

/**
 * Returns the last settled date, null if no day is settled yet. Other servers that settle the user's days wait for this
 * transaction.
 */
export async function lockSettledThrough(db: Queryable, owner: OwnerId): Promise<LocalDate | null> {
  const { rows } = await db.execute<{ settled: LocalDate | null }>(sql`
    insert into ${userDays} (user_id, settled_through) values (${owner}, '-infinity')
    on conflict (user_id) do update set settled_through = user_days.settled_through
    returning nullif(settled_through, '-infinity') as settled`);
  return rows[0]?.settled ?? null;
}

/** Sets the last settled date. It never moves back, because a settled day stays settled. */
export async function updateSettledThrough(db: Queryable, owner: OwnerId, date: LocalDate): Promise<void> {
  await db
    .update(userDays)
    .set({ settledThrough: sql`greatest(${userDays.settledThrough}, ${date}::date)` })
    .where(eq(userDays.userId, owner));
}

/** `dueDate` is null for a new card. */
export type LongestPending = { dueDate: LocalDate | null; createdAt: Date };

/**
 * Returns, for each due date up to `date`, the oldest card that fell due on it, and also the oldest new card. From these
 * follows since when something has been pending, provided that nothing has changed in the meantime.
 *
 * A new card counts as pending from its creation on, unless the user's limit is no new cards per day. The exact share of each
 * day is not needed: a ration is at least one card, and on a day whose share was completed something was studied, so that no
 * gap can end a streak there.
 */
export async function selectLongestPending(
  db: Queryable,
  owner: OwnerId,
  { date, end }: DatedEnd,
): Promise<LongestPending[]> {
  const { rows } = await db.execute<LongestPending>(sql`
    select next_review_date as "dueDate", min(created_at) as "createdAt" from ${cards}
    where user_id = ${owner} and ${isDueBy(date)} and created_at < ${at(end)}
    group by next_review_date
    union all
    (select null, created_at from ${cards}
      where user_id = ${owner} and ${isNew} and created_at < ${at(end)}
        and (select new_cards_per_day from ${userPreferences} where user_id = ${owner}) is distinct from 0
      order by created_at, id limit 1)`);
  return rows;
}

/** Returns the instants of reviews that were made in another time zone than the given one. */
export async function selectReviewTimesElsewhere(db: Queryable, owner: OwnerId, dates: DateRange, timeZone: string) {
  const rows = await db
    .select({ reviewedAt: reviews.reviewedAt })
    .from(reviews)
    .where(
      and(
        eq(reviews.userId, owner),
        gte(reviews.localDate, dates.from),
        lte(reviews.localDate, dates.to),
        ne(reviews.timeZone, timeZone),
      ),
    );
  return rows.map((row) => row.reviewedAt);
}

/** The breaks that are not over on a date, and those whose cards may be spread over it or a later one, in JSON. */
export const breaksAround = (owner: OwnerId, date: LocalDate) => sql`(
  select coalesce(json_agg(json_build_object('from', from_date, 'to', to_date, 'spreadUntil', spread_until)
    order by from_date), '[]')
  from ${userBreaks} where user_id = ${owner} and to_date >= ${addDays(date, -SPREAD_DAYS.max)}::date)`;

/** Returns the dates of a range that are in a break. */
export async function selectBreakDates(db: Queryable, owner: OwnerId, { from, to }: DateRange): Promise<LocalDate[]> {
  const { rows } = await db.execute<{ date: LocalDate }>(sql`
    select date::date from ${userBreaks},
      generate_series(greatest(from_date, ${from}::date), least(to_date, ${to}::date), interval '1 day') as date
    where user_id = ${owner} and from_date <= ${to}::date and to_date >= ${from}::date`);
  return rows.map(({ date }) => date);
}

export async function insertStreakGaps(db: Queryable, owner: OwnerId, gaps: DateRange[]): Promise<void> {
  if (gaps.length === 0) return;
  await db.insert(streakGaps).values(gaps.map(({ from, to }) => ({ userId: owner, fromDate: from, toDate: to })));
}
