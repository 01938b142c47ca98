import { addDays, type Calendar, type DateRange, type LocalDate } from "@repasa/scheduler/local-dates.ts";
import type { Context } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { type DatedEnd, datesOf, endOfDay, type Moment } from "#platform/time/local-days.ts";
import { type PastDay, selectPastDays } from "../past/past.queries.ts";
import {
  forgetDays,
  forgetStreak,
  insertDays,
  lockKeptThrough,
  recountReviews,
  selectActivity,
  selectFirstStudied,
  selectKeptDays,
  selectKeptThrough,
  selectLastKept,
  selectMiscounted,
  selectStreak,
  updateKept,
} from "./days.queries.ts";
import { foldStreak, type Streak, streakOf } from "./days.streak.ts";

/** Nobody asks what was left pending longer ago on days that were never settled. */
const MOST_DAYS = 400;

/** What past days were, as they are kept; those that are not, as the log tells it now. */
export async function findPastDays(ctx: Context, owner: OwnerId, moment: Moment, range: DateRange): Promise<PastDay[]> {
  const { keptThrough, days } = await selectKeptDays(ctx.db, owner, range);
  const from = keptThrough !== null && keptThrough >= range.from ? addDays(keptThrough, 1) : range.from;
  return from > range.to
    ? days
    : [...days, ...(await selectPastDays(ctx.db, owner, endsOf({ from, to: range.to }, moment)))];
}

/**
 * Keeps what the days up to yesterday were. The streak's gaps up to then are known, and the version of the user's schedule
 * moves on in the same transaction, so that a rating for one of these days starts over.
 *
 * @param pendingFrom Since when something was pending on days that are not settled; null if nothing was.
 */
export async function keepDays(
  db: Queryable,
  owner: OwnerId,
  moment: Moment,
  pendingFrom: LocalDate | null,
): Promise<void> {
  const to = addDays(moment.today, -1);
  const keptThrough = await lockKeptThrough(db, owner);
  if (keptThrough !== null && keptThrough >= to) return;
  const first = keptThrough === null ? await firstDate(db, owner, pendingFrom, to) : addDays(keptThrough, 1);
  const from = later(first, addDays(to, 1 - MOST_DAYS));
  if (first < from) await recountReviews(db, owner, { from: first, to: addDays(from, -1) });
  await insertDays(db, owner, endsOf({ from, to }, moment));
  await keepStreak(db, owner, to);
}

async function firstDate(db: Queryable, owner: OwnerId, pendingFrom: LocalDate | null, to: LocalDate) {
  const dates = [await selectFirstStudied(db, owner), pendingFrom, to];
  return dates.filter((date) => date !== null).sort()[0] as LocalDate;
}

async function keepStreak(db: Queryable, owner: OwnerId, keptThrough: LocalDate): Promise<void> {
  const today = addDays(keptThrough, 1);
  const { streak, studied, gaps } = await selectStreak(db, owner, today);
  const past = studied.filter((date) => date <= keptThrough);
  await updateKept(db, owner, keptThrough, foldStreak({ streak, studied: past, gaps, today }));
}

/** Call it before a rating is written or undone on a date that may be kept already: it is told from the log again. */
export async function reopenDays(ctx: Context, owner: OwnerId, from: LocalDate): Promise<void> {
  await forgetDays(ctx.db, owner, from);
}

/**
 * After reviews came into the log or left it for a range of dates, or gaps of the streak changed. What was left pending on
 * past days stays.
 */
export async function recountDays(db: Queryable, owner: OwnerId, dates: DateRange | null): Promise<void> {
  const keptThrough = await lockKeptThrough(db, owner);
  if (keptThrough === null) return;
  if (dates !== null && dates.from <= keptThrough) {
    const { from, to } = dates;
    await recountReviews(db, owner, { from, to: to < keptThrough ? to : keptThrough });
  }
  await forgetStreak(db, owner);
  await keepStreak(db, owner, keptThrough);
}

/** Where what is kept differs from what the log tells: dates, and the streak. */
export type WrongDays = { dates: LocalDate[]; streak: { kept: Streak; told: Streak } | null };

export async function findWrongDays(db: Queryable, owner: OwnerId): Promise<WrongDays> {
  const keptThrough = await selectKeptThrough(db, owner);
  if (keptThrough === null) return { dates: [], streak: null };
  const dates = await selectMiscounted(db, owner, keptThrough);
  const today = addDays(keptThrough, 1);
  const { streak: kept } = await selectStreak(db, owner, today);
  // As if nobody had kept it.
  const { studied, gaps } = await selectStreak(db, owner, keptThrough);
  const past = studied.filter((date) => date <= keptThrough);
  const told = foldStreak({ streak: null, studied: past, gaps, today });
  const isSame = kept === null || (Object.keys(told) as (keyof Streak)[]).every((name) => kept[name] === told[name]);
  return { dates, streak: isSame ? null : { kept, told } };
}

/** Locks the user's days: other calls that settle or store them wait for this transaction. */
export async function lockDays(db: Queryable, owner: OwnerId): Promise<void> {
  await lockKeptThrough(db, owner);
}

/** Puts right what `findWrongDays` finds; what is kept after `settled` is forgotten. */
export async function mendDays(db: Queryable, owner: OwnerId, settled: LocalDate, { dates }: WrongDays): Promise<void> {
  await forgetDays(db, owner, addDays(settled, 1));
  const [from, to] = [dates[0], dates.at(-1)];
  await recountDays(db, owner, from === undefined || to === undefined ? null : { from, to });
}

/** Where it got lost through when days are kept, they are through the last settled one. */
export async function restoreDays(db: Queryable, owner: OwnerId, settled: LocalDate): Promise<void> {
  const keptThrough = (await lockKeptThrough(db, owner)) ?? (await selectLastKept(db, owner, settled));
  if (keptThrough !== null) await keepStreak(db, owner, keptThrough);
}

/** @param gaps Of days that are not settled. */
export async function computeStreak(
  ctx: Context,
  owner: OwnerId,
  { today }: Moment,
  unsettled: readonly DateRange[] = [],
) {
  const { streak, studied, gaps } = await selectStreak(ctx.db, owner, today);
  return streakOf({ streak, studied, gaps: [...gaps, ...unsettled], today });
}

/** How much was reviewed on each date of a range; those without a review are left out. */
export function countActivity(ctx: Pick<Context, "db">, owner: OwnerId, range: DateRange) {
  return selectActivity(ctx.db, owner, range);
}

function endsOf(range: DateRange, calendar: Calendar): DatedEnd[] {
  return datesOf(range).map((date) => ({ date, end: endOfDay(date, calendar) }));
}

const later = (a: LocalDate, b: LocalDate) => (a > b ? a : b);
