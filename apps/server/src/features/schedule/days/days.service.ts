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
  lockKeptThrough,
  recountReviews,
  selectActivity,
  selectFirstStudied,
  selectKeptThrough,
  selectLastStoredDate,
  selectMiscountedDates,
  selectStoredDays,
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
  const { keptThrough, days } = await selectStoredDays(ctx.db, owner, range);
  const from = keptThrough !== null && keptThrough >= range.from ? addDays(keptThrough, 1) : range.from;
  return from > range.to
    ? days
    : [...days, ...(await selectPastDays(ctx.db, owner, endsOf({ from, to: range.to }, moment)))];
}

/**
 * Stores the figures of all days up to yesterday. The caller has inserted the streak's gaps up to then, and increments the
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
  const keptThrough = await lockKeptThrough(db, owner);
  if (keptThrough !== null && keptThrough >= to) return;
  const first = keptThrough === null ? await findFirstDate(db, owner, pendingFrom, to) : addDays(keptThrough, 1);
  const from = later(first, addDays(to, 1 - MAX_COMPUTED_DAYS));
  if (first < from) await recountReviews(db, owner, { from: first, to: addDays(from, -1) });
  await insertDays(db, owner, endsOf({ from, to }, moment));
  await storeStreak(db, owner, to);
}

async function findFirstDate(db: Queryable, owner: OwnerId, pendingFrom: LocalDate | null, to: LocalDate) {
  const dates = [await selectFirstStudied(db, owner), pendingFrom, to];
  return dates.filter((date) => date !== null).sort()[0] as LocalDate;
}

async function storeStreak(db: Queryable, owner: OwnerId, keptThrough: LocalDate): Promise<void> {
  const today = addDays(keptThrough, 1);
  const { streak, studied, gaps } = await selectStreak(db, owner, today);
  const past = studied.filter((date) => date <= keptThrough);
  await updateStoredStreak(db, owner, keptThrough, foldStreak({ streak, studied: past, gaps, today }));
}

/**
 * Marks the days from a date on as not stored, so that they are computed from the log again. Has to be called before a rating
 * is written or undone on a date that may be stored already.
 */
export async function reopenDays(ctx: Context, owner: OwnerId, from: LocalDate): Promise<void> {
  await invalidateDays(ctx.db, owner, from);
}

/**
 * Recomputes the stored reviews and the streak after reviews were added to or removed from the log, or gaps of the streak
 * changed. The pending folders of past days stay as they are stored.
 *
 * @param dates The dates whose reviews have changed; null if only gaps have.
 */
export async function recountDays(db: Queryable, owner: OwnerId, dates: DateRange | null): Promise<void> {
  const keptThrough = await lockKeptThrough(db, owner);
  if (keptThrough === null) return;
  if (dates !== null && dates.from <= keptThrough) {
    const { from, to } = dates;
    await recountReviews(db, owner, { from, to: to < keptThrough ? to : keptThrough });
  }
  await invalidateStreak(db, owner);
  await storeStreak(db, owner, keptThrough);
}

/** The differences between the stored days and the log: the dates, and the streak. */
export type WrongDays = { dates: LocalDate[]; streak: { stored: Streak; expected: Streak } | null };

export async function findWrongDays(db: Queryable, owner: OwnerId): Promise<WrongDays> {
  const keptThrough = await selectKeptThrough(db, owner);
  if (keptThrough === null) return { dates: [], streak: null };
  const dates = await selectMiscountedDates(db, owner, keptThrough);
  const today = addDays(keptThrough, 1);
  const { streak: stored } = await selectStreak(db, owner, today);
  // A day that is already stored makes the query ignore the stored streak and return all dates.
  const { studied, gaps } = await selectStreak(db, owner, keptThrough);
  const past = studied.filter((date) => date <= keptThrough);
  const expected = foldStreak({ streak: null, studied: past, gaps, today });
  const names = Object.keys(expected) as (keyof Streak)[];
  const isSame = stored === null || names.every((name) => stored[name] === expected[name]);
  return { dates, streak: isSame ? null : { stored, expected } };
}

/** Locks the user's days: other calls that settle or store them wait for this transaction. */
export async function lockDays(db: Queryable, owner: OwnerId): Promise<void> {
  await lockKeptThrough(db, owner);
}

/** Corrects what `findWrongDays` has found, and marks days after `settled` as not stored. */
export async function mendDays(db: Queryable, owner: OwnerId, settled: LocalDate, { dates }: WrongDays): Promise<void> {
  await invalidateDays(db, owner, addDays(settled, 1));
  const [from, to] = [dates[0], dates.at(-1)];
  await recountDays(db, owner, from === undefined || to === undefined ? null : { from, to });
}

/** Recomputes the streak after `kept_through` was lost: the days count as stored up to the last settled date. */
export async function restoreDays(db: Queryable, owner: OwnerId, settled: LocalDate): Promise<void> {
  const keptThrough = (await lockKeptThrough(db, owner)) ?? (await selectLastStoredDate(db, owner, settled));
  if (keptThrough !== null) await storeStreak(db, owner, keptThrough);
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
