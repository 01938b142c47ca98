import { addDays, type Calendar, type DateRange, type LocalDate } from "@repasa/scheduler/local-dates.ts";
import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { type DatedEnd, datesOf, endOfDay, type Moment } from "#platform/time/local-days.ts";
import { type PastDay, selectPastDays } from "../past/past.queries.ts";
import {
  insertDays,
  invalidateDays,
  invalidateStreak,
  lockStoredThrough,
  recountReviews,
  selectActivity,
  selectFirstStudied,
  selectLastStoredDate,
  selectMiscountedDates,
  selectStoredDays,
  selectStoredThrough,
  selectStreak,
  updateStoredStreak,
} from "./days.queries.ts";
import { computeStreakToday, foldStreak, type Streak } from "./days.streak.ts";

/**
 * The longest run of unsettled days for which pending folders are computed. On earlier days only reviews are counted, because
 * no screen shows what was pending that long ago.
 */
const MAX_COMPUTED_DAYS = 400;

/** Returns the stored figures of past days, and computes those of days that are not stored from the log. */
export async function findPastDays(ctx: Context, owner: OwnerId, moment: Moment, range: DateRange): Promise<PastDay[]> {
  const { storedThrough, days } = await selectStoredDays(ctx.db, owner, range);
  const from = storedThrough !== null && storedThrough >= range.from ? addDays(storedThrough, 1) : range.from;
  return from > range.to
    ? days
    : [...days, ...(await selectPastDays(ctx.db, owner, endsOf({ from, to: range.to }, moment)))];
}

/**
 * Stores the figures of all days up to yesterday. The caller has inserted the streak gaps up to then, and increments the
 * version of the user's schedule in the same transaction, so that a concurrent rating for one of these days starts over.
 *
 * @param pendingFrom The first unsettled date on which something was pending; null if there is none.
 */
export async function storePastDays(
  db: Queryable,
  owner: OwnerId,
  moment: Moment,
  pendingFrom: LocalDate | null,
): Promise<void> {
  const to = addDays(moment.today, -1);
  const storedThrough = await lockStoredThrough(db, owner);
  if (storedThrough !== null && storedThrough >= to) return;
  const first = storedThrough === null ? await findFirstDate(db, owner, pendingFrom) : addDays(storedThrough, 1);
  if (first === null || first > to) {
    // A new user: nothing was studied or pending before today.
    await updateStoredStreak(db, owner, to, foldStreak({ streak: null, studied: [], gaps: [], today: moment.today }));
    return;
  }
  const from = later(first, addDays(to, 1 - MAX_COMPUTED_DAYS));
  if (first < from) await recountReviews(db, owner, { from: first, to: addDays(from, -1) });
  await insertDays(db, owner, endsOf({ from, to }, moment));
  await storeStreak(db, owner, to);
}

async function findFirstDate(db: Queryable, owner: OwnerId, pendingFrom: LocalDate | null): Promise<LocalDate | null> {
  const studied = await selectFirstStudied(db, owner);
  return studied === null || (pendingFrom !== null && pendingFrom < studied) ? pendingFrom : studied;
}

async function storeStreak(db: Queryable, owner: OwnerId, storedThrough: LocalDate): Promise<void> {
  const nextDate = addDays(storedThrough, 1);
  const { streak, studied, gaps } = await selectStreak(db, owner, nextDate);
  const past = studied.filter((date) => date <= storedThrough);
  await updateStoredStreak(db, owner, storedThrough, foldStreak({ streak, studied: past, gaps, today: nextDate }));
}

/**
 * Marks the days from a date on as not stored, so that they are computed from the log again. Has to be called before a rating
 * is written or undone on a date that may be stored already.
 */
export async function reopenDays(ctx: Context, owner: OwnerId, from: LocalDate): Promise<void> {
  await invalidateDays(ctx.db, owner, from);
}

/**
 * Recomputes the stored reviews and the streak after reviews were added to or removed from the log, or streak gaps changed.
 * The pending folders of past days stay as they are stored.
 *
 * @param dates The dates whose reviews have changed; null if only streak gaps have.
 */
export async function recountDays(db: Queryable, owner: OwnerId, dates: DateRange | null): Promise<void> {
  const storedThrough = await lockStoredThrough(db, owner);
  if (storedThrough === null) return;
  if (dates !== null && dates.from <= storedThrough) {
    const { from, to } = dates;
    await recountReviews(db, owner, { from, to: to < storedThrough ? to : storedThrough });
  }
  await invalidateStreak(db, owner);
  await storeStreak(db, owner, storedThrough);
}

/** The differences between the stored days and the log: the dates, and the streak. */
export type WrongDays = { dates: LocalDate[]; streak: { stored: Streak; expected: Streak } | null };

export async function findWrongDays(db: Queryable, owner: OwnerId): Promise<WrongDays> {
  const storedThrough = await selectStoredThrough(db, owner);
  if (storedThrough === null) return { dates: [], streak: null };
  const dates = await selectMiscountedDates(db, owner, storedThrough);
  const nextDate = addDays(storedThrough, 1);
  const { streak: stored } = await selectStreak(db, owner, nextDate);
  // For a date that is stored, the query ignores the stored streak and returns all dates.
  const { studied, gaps } = await selectStreak(db, owner, storedThrough);
  const past = studied.filter((date) => date <= storedThrough);
  const expected = foldStreak({ streak: null, studied: past, gaps, today: nextDate });
  const names = Object.keys(expected) as (keyof Streak)[];
  const isSame = stored === null || names.every((name) => stored[name] === expected[name]);
  return { dates, streak: isSame ? null : { stored, expected } };
}

/** Locks the user's days: other calls that settle or store them wait for this transaction. */
export async function lockDays(db: Queryable, owner: OwnerId): Promise<void> {
  await lockStoredThrough(db, owner);
}

/** Corrects what `findWrongDays` has found, and marks days after `settled` as not stored. */
export async function mendDays(db: Queryable, owner: OwnerId, settled: LocalDate, { dates }: WrongDays): Promise<void> {
  await invalidateDays(db, owner, addDays(settled, 1));
  const [from, to] = [dates[0], dates.at(-1)];
  await recountDays(db, owner, from === undefined || to === undefined ? null : { from, to });
}

/** Recomputes the streak after `kept_through` was lost: the days count as stored up to the last settled date. */
export async function restoreDays(db: Queryable, owner: OwnerId, settled: LocalDate): Promise<void> {
  const storedThrough = (await lockStoredThrough(db, owner)) ?? (await selectLastStoredDate(db, owner, settled));
  if (storedThrough !== null) await storeStreak(db, owner, storedThrough);
}

/** @param unsettled The gaps of days that are not settled. */
export async function computeStreak(
  ctx: Context,
  owner: OwnerId,
  { today }: Moment,
  unsettled: readonly DateRange[] = [],
) {
  const { streak, studied, gaps } = await selectStreak(ctx.db, owner, today);
  return computeStreakToday({ streak, studied, gaps: [...gaps, ...unsettled], today });
}

/** Returns the number and duration of the reviews on each date of a range; dates without a review are left out. */
export function countActivity(ctx: Pick<Context, "db">, owner: OwnerId, range: DateRange) {
  return selectActivity(ctx.db, owner, range);
}

function endsOf(range: DateRange, calendar: Calendar): DatedEnd[] {
  return datesOf(range).map((date) => ({ date, end: endOfDay(date, calendar) }));
}

const later = (a: LocalDate, b: LocalDate) => (a > b ? a : b);
