import { addDays, type DateRange, type LocalDate } from "@repasa/scheduler/local-dates.ts";
import { isAmong } from "#platform/time/local-days.ts";

// There is at least one date between two breaks: those that would overlap or be adjacent are joined.

/** Returns the breaks with the added dates, in ascending order. */
export function addDates(breaks: readonly DateRange[], added: DateRange): DateRange[] {
  const near = breaks.filter((one) => isAdjacentOrOverlapping(one, added));
  const joined = near.reduce(
    (sum, { from, to }) => ({ from: from < sum.from ? from : sum.from, to: to > sum.to ? to : sum.to }),
    added,
  );
  return [...breaks.filter((one) => !near.includes(one)), joined].sort((a, b) => (a.from < b.from ? -1 : 1));
}

/** Returns the first date on which a break may start: today, or the start of the break that yesterday was part of. */
export function findEarliestStart(breaks: readonly DateRange[], today: LocalDate): LocalDate {
  const yesterday = addDays(today, -1);
  return breaks.find(({ from, to }) => from <= yesterday && to >= yesterday)?.from ?? today;
}

function isAdjacentOrOverlapping(one: DateRange, other: DateRange): boolean {
  return one.from <= addDays(other.to, 1) && one.to >= addDays(other.from, -1);
}

/** Returns the last date of a plan after a change of breaks: it has as many days of study after today as before. */
export function moveAroundBreaks(
  today: LocalDate,
  until: LocalDate,
  before: readonly DateRange[],
  after: readonly DateRange[],
): LocalDate {
  let left = 0;
  for (let date = addDays(today, 1); date <= until; date = addDays(date, 1)) if (!isAmong(date, before)) left++;
  let end = today;
  while (left > 0) {
    end = addDays(end, 1);
    if (!isAmong(end, after)) left--;
  }
  return end;
}
