import {
  addDays,
  type Calendar,
  computeLocalDate,
  type DateRange,
  type LocalDate,
} from "@repasa/scheduler/local-dates.ts";
import { type Context, perContext } from "#context.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { type Moment, startOfDay, withoutRange } from "#platform/time/local-days.ts";
import { storePastDays } from "./days/days.service.ts";
import { countDueDates } from "./schedule.load.ts";
import {
  insertStreakGaps,
  type LongestPending,
  lockSettledThrough,
  selectBreakDates,
  selectLongestPending,
  selectReviewTimesElsewhere,
  selectSettledThrough,
  updateSettledThrough,
} from "./schedule.queries.ts";
import { insertSharedDate, moveCatchUpEnd } from "./shares/shares.queries.ts";

const MAX_CACHED_USERS = 10_000;
const cachedSettledDates = perContext(() => new Map<OwnerId, LocalDate>());

/**
 * Settles all days up to yesterday. Has to be called before anything that changes what is pending, because afterwards the cards
 * no longer show how past days ended, and before what is pending today is counted, because it moves the end of a plan to catch up.
 */
export async function settlePastDays(ctx: Context, owner: OwnerId, moment: Moment): Promise<void> {
  const settledBefore = cachedSettledDates(ctx);
  if (isSettled(moment, settledBefore.get(owner))) return;
  const yesterday = addDays(moment.today, -1);
  if (!isSettled(moment, await selectSettledThrough(ctx.db, owner))) {
    await ctx.db.transaction((transaction) => settleDays(transaction, owner, moment));
  }
  if (settledBefore.size >= MAX_CACHED_USERS) settledBefore.clear();
  settledBefore.set(owner, yesterday);
}

/** Settles days within a transaction. Bypasses the cache above, which may hold only what is committed. */
export async function settleDays(transaction: Queryable, owner: OwnerId, moment: Moment): Promise<void> {
  const settled = await lockSettledThrough(transaction, owner);
  if (isSettled(moment, settled)) return;
  const gaps = await findStreakGapsAfter(transaction, owner, moment, settled);
  await insertStreakGaps(transaction, owner, gaps);
  // Only the first unsettled date can have a completed share, because nothing was rated after its end.
  if (settled !== null) await insertSharedDate(transaction, owner, addDays(settled, 1));
  await storePastDays(transaction, owner, moment, gaps[0]?.from ?? null);
  await updateSettledThrough(transaction, owner, addDays(moment.today, -1));
  // Past days were settled by the plan as it was.
  if (settled !== null) await moveCatchUpEnd(transaction, owner, settled, moment.today);
  await countDueDates(transaction, owner, moment.today);
}

/** Settles past days, then runs a change to what is pending on coming days. Changes of one user run one at a time. */
export async function changeDays<T>(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  change: (transaction: Queryable) => Promise<T>,
): Promise<T> {
  await settlePastDays(ctx, owner, moment);
  return ctx.db.transaction(async (transaction) => {
    await lockSettledThrough(transaction, owner);
    return change(transaction);
  });
}

/**
 * Settles the dates before today without a streak gap, for a user whose days begin at another hour from now on: a date that
 * is over only because of that was not missed.
 */
export async function settleWithoutStreakGap(db: Queryable, owner: OwnerId, { today }: Moment): Promise<void> {
  await updateSettledThrough(db, owner, addDays(today, -1));
}

export function isSettled({ today }: Moment, settledThrough: LocalDate | null | undefined): boolean {
  return settledThrough != null && settledThrough >= addDays(today, -1);
}

export async function findUnsettledStreakGaps(ctx: Context, owner: OwnerId, moment: Moment): Promise<DateRange[]> {
  const settled = await selectSettledThrough(ctx.db, owner);
  return isSettled(moment, settled) ? [] : findStreakGapsAfter(ctx.db, owner, moment, settled ?? null);
}

// A card stays pending until it is rated, so the gap reaches from the first day on which a card became pending through
// yesterday. Nothing is pending in a break. Dates in whose hours a traveller studied are not in the gap either: the local date
// of that review was another one elsewhere.
async function findStreakGapsAfter(
  db: Queryable,
  owner: OwnerId,
  moment: Moment,
  settled: LocalDate | null,
): Promise<DateRange[]> {
  const { today, timeZone } = moment;
  const yesterday = addDays(today, -1);
  const pending = await selectLongestPending(db, owner, { date: yesterday, end: startOfDay(today, moment) });
  const [pendingFrom] = pending.map((card) => findPendingSince(card, moment)).sort();
  if (pendingFrom === undefined) return [];
  const from = settled !== null && settled >= pendingFrom ? addDays(settled, 1) : pendingFrom;
  const gap = { from, to: yesterday };
  // The dates of one instant in two places are at most two apart.
  const around = { from: addDays(gap.from, -2), to: addDays(gap.to, 2) };
  const elsewhere = await selectReviewTimesElsewhere(db, owner, around, timeZone);
  const breaks = await selectBreakDates(db, owner, gap);
  return subtractDates(gap, [...breaks, ...new Set(elsewhere.map((time) => computeLocalDate(time, moment)))]);
}

function findPendingSince({ dueDate, createdAt }: LongestPending, calendar: Calendar): LocalDate {
  const created = computeLocalDate(createdAt, calendar);
  return dueDate !== null && dueDate > created ? dueDate : created;
}

export function subtractDates(range: DateRange, dates: readonly LocalDate[]): DateRange[] {
  const whole = range.from <= range.to ? [range] : [];
  return dates.reduce((ranges, date) => withoutRange(ranges, { from: date, to: date }), whole);
}
