import type { Day } from "#days.ts";
import type { MemoryModel } from "#memory.ts";
import { type CardSchedule, computeRetrievability } from "#schedule.ts";

/** From this many usual days of reviews on, a backlog is worth a plan. */
export const BACKLOG_IN_USUAL_DAYS = 3;

/** Bounds of a plan to catch up, in days, today included. */
export const CATCH_UP_DAYS = { min: 2, max: 60 } as const;

// A day of catching up has at most one and a half times the reviews of a usual one, which a learner can sustain.
const STRETCH = 1.5;
/** A day with fewer reviews than this counts as one with this many. */
export const SHORT_DAY = 20;

/** Bounds of the number of days after a break over which the cards that fell due in it are spread. */
export const SPREAD_DAYS = { min: 2, max: 14 } as const;

/**
 * The reviews that are waiting.
 *
 * - `due`: the number of cards due today or earlier.
 * - `usual`: the number of reviews on a usual day, 0 if it is not known.
 * - `later`: returns the number of cards that fall due on a coming day, 1 being tomorrow.
 */
export type Backlog = {
  readonly due: number;
  readonly usual: number;
  readonly later: (daysAhead: number) => number;
};

export type CatchUp = { readonly days: number; readonly perDay: number };

/** Returns whether so many cards are due that they should be spread over several days. */
export function isBacklog({ due, usual }: Pick<Backlog, "due" | "usual">): boolean {
  return due >= BACKLOG_IN_USUAL_DAYS * Math.max(SHORT_DAY, usual);
}

/**
 * Computes today's share of all reviews until the plan ends: of the cards that are due, and those that fall due meanwhile.
 *
 * @param days Days left in the plan, today included, 1 or more.
 * @returns A whole number of reviews, 0 or more. With these shares no card is overdue after the last day.
 */
export function computeCatchUpShare({ due, later }: Pick<Backlog, "due" | "later">, days: number): number {
  let all = due;
  for (let ahead = 1; ahead < days; ahead++) all += later(ahead);
  return Math.ceil(all / days);
}

/**
 * Returns the shortest plan whose days have at most one and a half times the reviews of a usual one, or the longest
 * possible plan if there is none.
 */
export function suggestCatchUp(backlog: Backlog): CatchUp {
  const bearable = STRETCH * Math.max(SHORT_DAY, backlog.usual);
  for (let days: number = CATCH_UP_DAYS.min; days < CATCH_UP_DAYS.max; days++) {
    const perDay = computeCatchUpShare(backlog, days);
    if (perDay <= bearable) return { days, perDay };
  }
  return { days: CATCH_UP_DAYS.max, perDay: computeCatchUpShare(backlog, CATCH_UP_DAYS.max) };
}

/**
 * Computes over how many days after a break the cards that fell due in it are spread: half the length of the break,
 * within bounds.
 *
 * @param breakDays The length of the break in days, 1 or more.
 */
export function computeSpreadDays(breakDays: number): number {
  return Math.min(SPREAD_DAYS.max, Math.max(SPREAD_DAYS.min, Math.ceil(breakDays / 2)));
}

/**
 * Computes how much is lost if a card waits one more day: the decrease of its recall from today to tomorrow, before
 * calibration. If not all cards can be reviewed, those that lose most come first.
 *
 * The server sorts by the same in SQL (pending.queries.ts), for the default model; pending.test.ts compares the two.
 *
 * @returns 0..1; 0 for a card that was never rated.
 * @throws RangeError when the memory is out of bounds or lacks its last review day.
 */
export function computeLossUntilTomorrow(
  card: Pick<CardSchedule, "memory" | "lastReviewDay">,
  today: Day,
  model: MemoryModel,
): number {
  const now = computeRetrievability(card, today, model);
  return now === null ? 0 : now - (computeRetrievability(card, today + 1, model) ?? now);
}
