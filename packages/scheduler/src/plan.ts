import type { Day } from "#days.ts";

/**
 * The conditions on a card's due day besides its memory. Everything is optional: with an empty plan only the memory model
 * decides.
 *
 * - `load`: returns the number of cards that fall due on a day, not counting the card being rated: 0 or more, or
 *   undefined if it is not known. The known days are consecutive. Intervals of a week or more move to the emptiest known
 *   day near the one that the model wants, unless the load of that day itself is not known.
 * - `weekdays`: the desired load of each weekday in proportion to a usual day, Monday first: 7 numbers of 0 or more.
 * - `examDay`: the day on which the card has to be known. Nothing is studied for it on the day itself.
 * - `shown`: the interval that the learner was shown for this answer, in days: the card gets it if the rules allow it.
 */
export type DayPlan = {
  readonly load?: ((day: Day) => number | undefined) | undefined;
  readonly weekdays?: readonly number[] | undefined;
  readonly examDay?: Day | undefined;
  readonly shown?: number | undefined;
};

export const NO_PLAN: DayPlan = Object.freeze({});

const DAYS_IN_WEEK = 7;
const MONDAY = 4; // day 0 is Thursday 1970-01-01

/** The room of a weekday that should stay free. It is above 0, so that the emptiest of such days can be found, too. */
const MIN_ROOM = 1e-9;

/** Returns the desired load of a day in proportion to a usual one: above 0. */
function computeRoom(day: Day, weekdays: readonly number[] | undefined): number {
  if (!weekdays) return 1;
  const fromMonday = (((day - MONDAY) % DAYS_IN_WEEK) + DAYS_IN_WEEK) % DAYS_IN_WEEK;
  return Math.max(MIN_ROOM, weekdays[fromMonday] ?? 1);
}

/**
 * Computes the load of a day with one card more, in proportion to its desired load.
 *
 * @returns A number above 0; on a weekday that should stay free it is higher than on all other days.
 */
export function computeFullness(day: Day, { load, weekdays }: DayPlan): number {
  return (1 + (load?.(day) ?? 0)) / computeRoom(day, weekdays);
}

/**
 * Finds the emptiest of some days, the first of equally empty ones. If the days move later, the result never gets
 * earlier.
 *
 * @param first One end of the days, at which the search starts.
 * @param last The other end, which may be before `first`.
 */
export function findEmptiestDay(first: Day, last: Day, plan: DayPlan): Day {
  const step = first <= last ? 1 : -1;
  let emptiest = first;
  let least = computeFullness(first, plan);
  for (let day = first; day !== last; ) {
    day += step;
    const full = computeFullness(day, plan);
    if (full >= least) continue;
    emptiest = day;
    least = full;
  }
  return emptiest;
}

/**
 * Finds the best day near the one that the memory model wants. If the load of the wanted day is known, that is the
 * emptiest day whose load is known; otherwise the day with the highest desired load, the nearest of several. A later
 * wanted day in a later range never gives an earlier day.
 *
 * @param first The first day that may be chosen, at most `wanted`.
 * @param last The last day that may be chosen, at least `wanted`.
 */
export function findBestDay(wanted: Day, first: Day, last: Day, plan: DayPlan): Day {
  const { load, weekdays } = plan;
  const isKnown = (day: Day) => load?.(day) !== undefined;
  if (!isKnown(wanted)) return weekdays ? findRoomiestDay(wanted, first, last, plan) : wanted;
  let [from, to] = [first, last];
  while (!isKnown(from)) from++;
  while (!isKnown(to)) to--;
  return findEmptiestDay(from, to, plan);
}

function findRoomiestDay(wanted: Day, first: Day, last: Day, { load, weekdays }: DayPlan): Day {
  let best = wanted;
  for (let away = 1; away <= Math.max(wanted - first, last - wanted); away++) {
    for (const day of [wanted - away, wanted + away]) {
      const mayBe = day >= first && day <= last && load?.(day) === undefined;
      if (mayBe && computeRoom(day, weekdays) > computeRoom(best, weekdays)) best = day;
    }
  }
  return best;
}

/** Returns the day that the learner was shown, if it is within a range; otherwise undefined. */
export function findShownDay(first: Day, last: Day, today: Day, { shown }: DayPlan): Day | undefined {
  const day = shown === undefined ? undefined : today + shown;
  return day !== undefined && Number.isInteger(day) && day >= first && day <= last ? day : undefined;
}
