import type { RetentionWeek } from "@repasa/contract/progress.ts";
import { addDays } from "#lib/local-date.ts";

/** Shares from 0 to 1; null in a week without scored reviews. */
export type RecallWeek = { monday: string; reviews: number; recalled: number | null; predicted: number | null };

/** With fewer reviews the recall of a week is mostly chance. Charts leave such weeks out; tables list them. */
const MIN_DRAWN_REVIEWS = 10;

/** Returns whether a week has enough reviews to be drawn. */
export function isWeekDrawn({ reviews }: RecallWeek): boolean {
  return reviews >= MIN_DRAWN_REVIEWS;
}

/** Returns the weeks that a line connects: it passes over weeks of few reviews, and breaks at those without any. */
export function selectLineWeeks(weeks: readonly RecallWeek[]): RecallWeek[] {
  return weeks.filter((week) => week.reviews === 0 || isWeekDrawn(week));
}

export function computeRecallWeeks(weeks: readonly RetentionWeek[]): RecallWeek[] {
  const [first, last] = [weeks[0], weeks.at(-1)];
  if (!first || !last) return [];
  const byMonday = new Map(weeks.map((week) => [week.from, week]));
  const all: RecallWeek[] = [];
  for (let monday = first.from; monday <= last.from; monday = addDays(monday, 7)) {
    const week = byMonday.get(monday);
    const reviews = week?.reviews ?? 0;
    const known = week !== undefined && reviews > 0;
    all.push({
      monday,
      reviews,
      recalled: known ? week.recalled / reviews : null,
      predicted: known ? week.predicted : null,
    });
  }
  return all;
}

/** Returns the recall of all weeks, weighted by reviews; null without reviews. */
export function computeOverallRecall(
  weeks: readonly RetentionWeek[],
): { reviews: number; recalled: number; predicted: number } | null {
  const reviews = weeks.reduce((sum, week) => sum + week.reviews, 0);
  if (reviews === 0) return null;
  const recalled = weeks.reduce((sum, week) => sum + week.recalled, 0);
  const predicted = weeks.reduce((sum, week) => sum + week.predicted * week.reviews, 0);
  return { reviews, recalled: recalled / reviews, predicted: predicted / reviews };
}

/** Returns the lower end of the chart's axis: the tenth below the lowest share, at most 0.8. */
export function computeRecallFloor(weeks: readonly RecallWeek[]): number {
  const shares = weeks.flatMap(({ recalled, predicted }) => [recalled ?? 1, predicted ?? 1]);
  return Math.max(0, Math.min(0.8, Math.floor(Math.min(...shares) * 10 - 1e-9) / 10));
}
