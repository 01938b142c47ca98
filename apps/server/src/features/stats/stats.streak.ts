import { addDays, type DateRange, type LocalDate } from "#local-days.ts";

type History = {
  /** The dates with a review, in any order. */
  studied: readonly LocalDate[];
  /** Ranges of dates that ended with something pending, in order and apart. */
  gaps: readonly DateRange[];
  today: LocalDate;
};

// A day is missed if it lies in a gap, was not studied, and is over. Studied days after today count: a traveller who
// flies west must not lose them.
export function streakOf({ studied, gaps, today }: History): { current: number; longest: number } {
  const yesterday = addDays(today, -1);
  let next = 0;
  const missedBetween = (from: LocalDate, to: LocalDate) => {
    const last = to < yesterday ? to : yesterday;
    while (next < gaps.length && (gaps[next] as DateRange).to < from) next++;
    const gap = gaps[next];
    return from <= last && gap !== undefined && gap.from <= last;
  };

  let current = 0;
  let longest = 0;
  let unstudiedFrom: LocalDate | undefined;
  for (const day of [...new Set(studied)].sort()) {
    if (unstudiedFrom !== undefined && missedBetween(unstudiedFrom, addDays(day, -1))) current = 0;
    current++;
    longest = Math.max(longest, current);
    unstudiedFrom = addDays(day, 1);
  }
  if (unstudiedFrom !== undefined && missedBetween(unstudiedFrom, yesterday)) current = 0;
  return { current, longest };
}
