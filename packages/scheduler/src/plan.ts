import type { Day } from "#days.ts";

/**
 * What bears on a card's due day besides its memory. Everything is optional: an empty plan leaves each card to the
 * memory model alone.
 *
 * - `load`: how many cards fall due on a day, not counting the card being rated: 0 or more; undefined where that is not
 *   known. The known days are consecutive. Intervals of a week or more then move to the emptiest known day near the one
 *   that the model wants; if that one is not known itself, the card is left alone.
 * - `weekdays`: how full each weekday is to be compared with a usual day, Monday first: 7 numbers of 0 or more, 1 being
 *   usual.
 * - `examDay`: the day on which the card has to be known. Nothing is studied for it on the day itself.
 * - `shown`: the interval that the learner was shown for this answer, in days: it is kept where the card
 *   could have been given it.
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

/** The room of a weekday that is to stay free: if there are no other days, the emptiest of these is still chosen. */
const NOTHING = 1e-9;

/** How full a day is to be compared with a usual one: above 0. */
function roomOn(day: Day, weekdays: readonly number[] | undefined): number {
  if (!weekdays) return 1;
  const fromMonday = (((day - MONDAY) % DAYS_IN_WEEK) + DAYS_IN_WEEK) % DAYS_IN_WEEK;
  return Math.max(NOTHING, weekdays[fromMonday] ?? 1);
}

/**
 * How full a day would be with one card more, relative to how full it is to be.
 *
 * @returns Above 0; above that of all other days on a weekday that is to stay free.
 */
export function fullness(day: Day, { load, weekdays }: DayPlan): number {
  return (1 + (load?.(day) ?? 0)) / roomOn(day, weekdays);
}

/**
 * The emptiest of some days; the first of equally empty ones. If the days move later, the chosen day never gets
 * earlier.
 *
 * @param first The day to look at first, before the others or after them.
 * @param last The day to look at last.
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

/**
 * The best day around one that the memory model wants: the emptiest of those whose load is known, if that of the wanted
 * day is. Otherwise the wanted day, or the nearest one that is to be fuller. A later wanted day in a later range never
 * gives an earlier day.
 *
 * @param first The first day that may be chosen, at most `wanted`.
 * @param last The last one, at least `wanted`.
 */
export function bestDay(wanted: Day, first: Day, last: Day, plan: DayPlan): Day {
  const { load, weekdays } = plan;
  const isKnown = (day: Day) => load?.(day) !== undefined;
  if (!isKnown(wanted)) return weekdays ? roomiestNear(wanted, first, last, plan) : wanted;
  let [from, to] = [first, last];
  while (!isKnown(from)) from++;
  while (!isKnown(to)) to--;
  return emptiestDay(from, to, plan);
}

function roomiestNear(wanted: Day, first: Day, last: Day, { load, weekdays }: DayPlan): Day {
  let best = wanted;
  for (let away = 1; away <= Math.max(wanted - first, last - wanted); away++) {
    for (const day of [wanted - away, wanted + away]) {
      const mayBe = day >= first && day <= last && load?.(day) === undefined;
      if (mayBe && roomOn(day, weekdays) > roomOn(best, weekdays)) best = day;
    }
  }
  return best;
}

/** The day that the learner was shown, if it is within a range; otherwise undefined. */
export function shownDayAmong(first: Day, last: Day, today: Day, { shown }: DayPlan): Day | undefined {
  const day = shown === undefined ? undefined : today + shown;
  return day !== undefined && Number.isInteger(day) && day >= first && day <= last ? day : undefined;
}
