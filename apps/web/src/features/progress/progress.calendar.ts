import type { BreakDays } from "@repasa/contract/pace.ts";
import type { ActivityDay } from "@repasa/contract/stats.ts";
import { addDays, daysBetween, isInRanges, utcMidnight } from "#lib/local-date.ts";

/** The calendar shows a year: the present week and the 52 before it. */
const SHOWN_WEEKS = 53;

/** 0 for a day without reviews. 1 to 4: the quartile of its number of reviews among the days on which the student studied. */
export type HeatLevel = 0 | 1 | 2 | 3 | 4;

/** `resting`: the day is part of a break and has no reviews. */
export type HeatDay = ActivityDay & { level: HeatLevel; resting: boolean };

export type HeatWeek = { monday: string; days: HeatDay[] };

export function getMonday(date: string): string {
  return addDays(date, -((utcMidnight(date).getUTCDay() + 6) % 7));
}

/** Returns the first day that the calendar shows, a Monday. */
export function computeYearStart(today: string): string {
  return addDays(getMonday(today), -7 * (SHOWN_WEEKS - 1));
}

/** In days: how far back the days with reviews are asked for at most. */
const LONGEST = 5 * 365;

/** Returns the date from which the days with reviews are asked for, and whether earlier ones are left out. */
export function chooseActivityStart(today: string, memberSince: string): { from: string; isCut: boolean } {
  const [year, longest] = [computeYearStart(today), addDays(today, -LONGEST)];
  // Imported reviews may be older than the account, so at least a year is requested.
  const wanted = memberSince < year ? memberSince : year;
  const isCut = wanted <= longest;
  return { from: isCut ? longest : wanted, isCut };
}

export function buildHeatWeeks(
  today: string,
  activity: readonly ActivityDay[],
  breaks: readonly BreakDays[] = [],
): HeatWeek[] {
  const yearStart = computeYearStart(today);
  const shownActivity = activity.filter(({ date }) => date >= yearStart && date <= today);
  const byDate = new Map(shownActivity.map((day) => [day.date, day]));
  const computeLevel = createHeatScale(shownActivity.map(({ count }) => count));
  return Array.from({ length: SHOWN_WEEKS }, (_, week) => {
    const monday = addDays(yearStart, 7 * week);
    const days = Array.from({ length: Math.min(7, daysBetween(monday, today) + 1) }, (_, index) => {
      const date = addDays(monday, index);
      const day = byDate.get(date) ?? { date, count: 0, durationMs: 0 };
      const resting = day.count === 0 && isInRanges(date, breaks);
      return { ...day, level: computeLevel(day.count), resting };
    });
    return { monday, days };
  });
}

/**
 * Returns a function that converts a number of reviews to a level. The levels are quartiles, so that a single day with a thousand
 * reviews does not move all other days to the lowest level.
 */
export function createHeatScale(counts: readonly number[]): (count: number) => HeatLevel {
  const studiedCounts = counts.filter((count) => count > 0).sort((a, b) => a - b);
  const quartiles = [0.25, 0.5, 0.75].map((share) => studiedCounts[Math.ceil(share * studiedCounts.length) - 1] ?? 0);
  return (count) => {
    if (count <= 0) return 0;
    return (1 + quartiles.filter((quartile) => count > quartile).length) as HeatLevel;
  };
}

/** The width of the longest label, in weeks. */
const MIN_WEEKS_BETWEEN_LABELS = 3;

const shortMonths = new Intl.DateTimeFormat("es", { month: "short", timeZone: "UTC" });

/**
 * Returns the labels of months, each at the index of the week that contains the first day of the month. The first week has a label
 * too. A label that would overlap the next one is left out.
 */
export function placeMonthLabels(weeks: readonly HeatWeek[]): { week: number; label: string }[] {
  const labels = weeks.flatMap(({ monday, days }, week) => {
    const firstOfMonth = days.find(({ date }) => date.endsWith("-01"));
    const date = firstOfMonth?.date ?? (week === 0 ? monday : undefined);
    return date === undefined ? [] : [{ week, label: shortMonths.format(utcMidnight(date)) }];
  });
  return labels.filter(
    ({ week }, index) => (labels[index + 1]?.week ?? weeks.length) - week >= MIN_WEEKS_BETWEEN_LABELS,
  );
}

export function computeYearTotals(weeks: readonly HeatWeek[]): { days: number; reviews: number } {
  const studiedDays = weeks.flatMap(({ days }) => days).filter(({ count }) => count > 0);
  return { days: studiedDays.length, reviews: studiedDays.reduce((sum, { count }) => sum + count, 0) };
}
