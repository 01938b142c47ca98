import type { BreakDays } from "@repasa/contract/pace.ts";
import type { ActivityDay } from "@repasa/contract/stats.ts";
import { addDays, daysBetween, isInRanges, utcMidnight } from "#lib/local-date.ts";

const YEAR_WEEKS = 53;

/** 0 without reviews; 1 to 4 is the quartile among the days on which this student studied. */
export type HeatLevel = 0 | 1 | 2 | 3 | 4;

/** `resting`: the day is part of a break and has no reviews. */
export type HeatDay = ActivityDay & { level: HeatLevel; resting: boolean };

export type HeatWeek = { monday: string; days: HeatDay[] };

export function getMonday(date: string): string {
  return addDays(date, -((utcMidnight(date).getUTCDay() + 6) % 7));
}

export function computeYearStart(today: string): string {
  return addDays(getMonday(today), -7 * (YEAR_WEEKS - 1));
}

export function buildHeatWeeks(
  today: string,
  activity: readonly ActivityDay[],
  breaks: readonly BreakDays[] = [],
): HeatWeek[] {
  const first = computeYearStart(today);
  const inYear = activity.filter(({ date }) => date >= first && date <= today);
  const byDate = new Map(inYear.map((day) => [day.date, day]));
  const computeLevel = createHeatLevels(inYear.map(({ count }) => count));
  return Array.from({ length: YEAR_WEEKS }, (_, week) => {
    const monday = addDays(first, 7 * week);
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
 * Returns the function from review counts to levels. The levels are quartiles, so that one day of a thousand reviews does
 * not make all others look idle.
 */
export function createHeatLevels(counts: readonly number[]): (count: number) => HeatLevel {
  const studied = counts.filter((count) => count > 0).sort((a, b) => a - b);
  const quarters = [0.25, 0.5, 0.75].map((share) => studied[Math.ceil(share * studied.length) - 1] ?? 0);
  return (count) => {
    if (count <= 0) return 0;
    return (1 + quarters.filter((most) => count > most).length) as HeatLevel;
  };
}

const shortMonths = new Intl.DateTimeFormat("es", { month: "short", timeZone: "UTC" });

/** Places the label of a month at the week of its first day, unless it would overlap the next label. */
export function placeMonthLabels(weeks: readonly HeatWeek[]): { week: number; label: string }[] {
  const starts = weeks.flatMap(({ monday, days }, week) => {
    const first = days.find(({ date }) => date.endsWith("-01"));
    const date = first?.date ?? (week === 0 ? monday : undefined);
    return date === undefined ? [] : [{ week, label: shortMonths.format(utcMidnight(date)) }];
  });
  return starts.filter(({ week }, index) => (starts[index + 1]?.week ?? weeks.length) - week >= 3);
}

export function computeYearTotals(weeks: readonly HeatWeek[]): { days: number; reviews: number } {
  const studied = weeks.flatMap(({ days }) => days).filter(({ count }) => count > 0);
  return { days: studied.length, reviews: studied.reduce((sum, { count }) => sum + count, 0) };
}
