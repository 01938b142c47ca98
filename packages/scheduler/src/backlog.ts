import type { Day } from "#days.ts";
import type { MemoryModel } from "#memory.ts";
import { type CardSchedule, retrievability } from "#schedule.ts";

/** A backlog is worth a plan from this many usual days of reviews on. */
export const BACKLOG_IN_USUAL_DAYS = 3;

/** Bounds of a plan to catch up, in days, today included. */
export const CATCH_UP_DAYS = { min: 2, max: 60 } as const;

// A day of catching up is half as long again as a usual one: it can be kept up, and the end is in sight.
const STRETCH = 1.5;
/** A day with fewer reviews than this is short anyway. */
export const SHORT_DAY = 20;

/** Bounds for the number of days after a break over which what fell due in it is spread. */
export const SPREAD_DAYS = { min: 2, max: 14 } as const;

/**
 * What is waiting, in reviews.
 *
 * - `due`: cards due today or earlier.
 * - `usual`: how many a usual day has, 0 when nothing is known.
 * - `later`: how many cards fall due on a coming day, 1 being tomorrow.
 */
export type Backlog = {
  readonly due: number;
  readonly usual: number;
  readonly later: (daysAhead: number) => number;
};

export type CatchUp = { readonly days: number; readonly perDay: number };

/** Whether so much is waiting that it is kinder to spread it over several days. */
export function isBacklog({ due, usual }: Pick<Backlog, "due" | "usual">): boolean {
  return due >= BACKLOG_IN_USUAL_DAYS * Math.max(SHORT_DAY, usual);
}

/**
 * Today's share of everything to be done before the plan ends: what is due, and what falls due in the meantime.
 *
 * @param days Days left in the plan, today included, 1 or more.
 * @returns Whole reviews, 0 or more. Nothing of what is due is left after the last day.
 */
export function catchUpShare({ due, later }: Pick<Backlog, "due" | "later">, days: number): number {
  let all = due;
  for (let ahead = 1; ahead < days; ahead++) all += later(ahead);
  return Math.ceil(all / days);
}

/**
 * The shortest plan whose days are at most half as long again as a usual one, or the longest possible plan if there is
 * none.
 */
export function suggestCatchUp(backlog: Backlog): CatchUp {
  const bearable = STRETCH * Math.max(SHORT_DAY, backlog.usual);
  for (let days: number = CATCH_UP_DAYS.min; days < CATCH_UP_DAYS.max; days++) {
    const perDay = catchUpShare(backlog, days);
    if (perDay <= bearable) return { days, perDay };
  }
  return { days: CATCH_UP_DAYS.max, perDay: catchUpShare(backlog, CATCH_UP_DAYS.max) };
}

/**
 * The number of days after a break over which what fell due in it is spread: half as many as it had, within bounds.
 *
 * @param breakDays Days of the break, 1 or more.
 */
export function spreadDays(breakDays: number): number {
  return Math.min(SPREAD_DAYS.max, Math.max(SPREAD_DAYS.min, Math.ceil(breakDays / 2)));
}

/**
 * How much of the card is lost by waiting one more day: how far its recall falls from today to tomorrow, before
 * calibration. When not everything can be reviewed, the cards that lose most come first.
 *
 * The server sorts by the same in SQL (pending.queries.ts), for the default model; pending.test.ts compares the two.
 *
 * @returns 0..1; 0 for a card never rated, which has nothing to lose.
 * @throws RangeError when the memory is out of bounds or lacks its last review day.
 */
export function lossUntilTomorrow(
  card: Pick<CardSchedule, "memory" | "lastReviewDay">,
  today: Day,
  model: MemoryModel,
): number {
  const now = retrievability(card, today, model);
  return now === null ? 0 : now - (retrievability(card, today + 1, model) ?? now);
}
