import type { ActivityDay } from "@repasa/contract/stats.ts";
import { getMonday } from "#features/progress/progress.calendar.ts";
import { addDays } from "#lib/local-date.ts";

export type StudyTimes = { today: number; week: number; total: number };

export function computeStudyTimes(today: string, activity: readonly ActivityDay[]): StudyTimes {
  const monday = getMonday(today);
  const since = (from: string) =>
    activity.reduce((sum, { date, durationMs }) => (date >= from && date <= today ? sum + durationMs : sum), 0);
  return { today: since(today), week: since(monday), total: since("") };
}

export type WeekTime = { monday: string; durationMs: number };

export function computeWeekTimes(today: string, activity: readonly ActivityDay[], count: number): WeekTime[] {
  const last = getMonday(today);
  const weeks = Array.from({ length: count }, (_, index) => ({
    monday: addDays(last, -7 * (count - 1 - index)),
    durationMs: 0,
  }));
  const byMonday = new Map(weeks.map((week) => [week.monday, week]));
  for (const { date, durationMs } of activity) {
    const week = byMonday.get(getMonday(date));
    if (week && date <= today) week.durationMs += durationMs;
  }
  return weeks;
}
