import { addDays, type DateRange, type LocalDate } from "@repasa/scheduler/local-dates.ts";

/** A streak after its last date studied, `until`. */
export type Streak = { current: number; longest: number; until: LocalDate | null };

const NO_STREAK: Streak = { current: 0, longest: 0, until: null };

type History = {
  /** What came of the dates before; all others lie after its `until`. Null where there are none before. */
  streak: Streak | null;
  /** The dates with a review, in any order. */
  studied: readonly LocalDate[];
  /** Ranges of dates that ended with something pending, in order and apart. */
  gaps: readonly DateRange[];
  today: LocalDate;
};

// A day is missed if it lies in a gap, was not studied, and is over. Studied days after today count: a traveller who
// flies west must not lose them.
function missedBetween(gaps: readonly DateRange[], today: LocalDate) {
  const yesterday = addDays(today, -1);
  let next = 0;
  /** Asked for dates in their order. */
  return (from: LocalDate, to: LocalDate): boolean => {
    const last = to < yesterday ? to : yesterday;
    while (next < gaps.length && (gaps[next] as DateRange).to < from) next++;
    const gap = gaps[next];
    return from <= last && gap !== undefined && gap.from <= last;
  };
}

/** The streak after the last date studied. */
export function foldStreak({ streak, studied, gaps, today }: History): Streak {
  const missed = missedBetween(gaps, today);
  let { current, longest, until } = streak ?? NO_STREAK;
  for (const day of [...new Set(studied)].sort()) {
    if (until !== null && missed(addDays(until, 1), addDays(day, -1))) current = 0;
    current++;
    longest = Math.max(longest, current);
    until = day;
  }
  return { current, longest, until };
}

/** The streak today. */
export function streakOf(history: History): { current: number; longest: number } {
  const { current, longest, until } = foldStreak(history);
  const { gaps, today } = history;
  const isOver = until !== null && missedBetween(gaps, today)(addDays(until, 1), addDays(today, -1));
  return { current: isOver ? 0 : current, longest };
}
