import { addDays, type DateRange, type LocalDate } from "@repasa/scheduler/local-dates.ts";

// Breaks have a date between them: what would overlap or touch is one.

/** Breaks with some more dates, in order. */
export function withDates(breaks: readonly DateRange[], added: DateRange): DateRange[] {
  const near = breaks.filter((one) => touch(one, added));
  const joined = near.reduce(
    (sum, { from, to }) => ({ from: from < sum.from ? from : sum.from, to: to > sum.to ? to : sum.to }),
    added,
  );
  return [...breaks.filter((one) => !near.includes(one)), joined].sort((a, b) => (a.from < b.from ? -1 : 1));
}

/** The first date on which a break may begin: today, or where one began that reached until yesterday or goes on. */
export function earliestStart(breaks: readonly DateRange[], today: LocalDate): LocalDate {
  const yesterday = addDays(today, -1);
  return breaks.find(({ from, to }) => from <= yesterday && to >= yesterday)?.from ?? today;
}

function touch(one: DateRange, other: DateRange): boolean {
  return one.from <= addDays(other.to, 1) && one.to >= addDays(other.from, -1);
}
