import type { Day } from "#days.ts";

/**
 * What bears on a card's due day besides its memory. Everything may be left out: an empty plan leaves each card to the
 * memory model alone.
 *
 * - `load`: how many cards fall due on a day, the card that is rated left out: 0 or more. Intervals of a week or more then
 *   fall on the emptiest day near the one that the model wants.
 * - `weekdays`: how much of a usual day each weekday is to hold, Monday first: 7 numbers of 0 or more, 1 the usual.
 * - `examDay`: the day on which the card has to be known. Nothing is studied for it on the day itself.
 */
export type DayPlan = {
  readonly load?: ((day: Day) => number) | undefined;
  readonly weekdays?: readonly number[] | undefined;
  readonly examDay?: Day | undefined;
};

export const NO_PLAN: DayPlan = Object.freeze({});

const DAYS_IN_WEEK = 7;
const MONDAY = 4; // day 0 is Thursday 1970-01-01

/**
 * How full a day would be with one card more, compared with what it is to hold.
 *
 * @returns 0 or more; infinite on a weekday that is to hold nothing.
 */
export function fullness(day: Day, { load, weekdays }: DayPlan): number {
  const cards = 1 + (load?.(day) ?? 0);
  if (!weekdays) return cards;
  const fromMonday = (((day - MONDAY) % DAYS_IN_WEEK) + DAYS_IN_WEEK) % DAYS_IN_WEEK;
  return cards / (weekdays[fromMonday] ?? 1);
}

/**
 * The emptiest of some days; of equally empty ones the first. If one call may choose among later days than another, its
 * day is never the earlier one.
 *
 * @param first The day to look at first: before the others or after them.
 * @param last The one to look at last.
 */
export function emptiestDay(first: Day, last: Day, plan: DayPlan): Day {
  const step = first <= last ? 1 : -1;
  let emptiest = first;
  let least = fullness(first, plan);
  for (let day = first; day !== last; ) {
    day += step;
    const full = fullness(day, plan);
    if (full >= least) continue;
    emptiest = day;
    least = full;
  }
  return emptiest;
}
