import { addDays, type DateRange, type LocalDate } from "@repasa/scheduler/local-dates.ts";

/** A streak in days as of `until`, its last studied date. */
export type Streak = { current: number; longest: number; until: LocalDate | null };

const NO_STREAK: Streak = { current: 0, longest: 0, until: null };

type History = {
  /** The streak computed from earlier dates: `studied` lies after its `until`. Null if no earlier dates were processed. */
  streak: Streak | null;
  /** The dates with a review, in any order. */
  studied: readonly LocalDate[];
  /** Ranges of dates that ended with something pending, in ascending order and without overlap. */
  gaps: readonly DateRange[];
  today: LocalDate;
};

// Returns a function that is true if a day between two dates was missed. A day is missed if it lies in a gap, was not studied,
// and is over. Studied days after today count for the streak: a traveller who flies west must not lose them.
function createMissedCheck(gaps: readonly DateRange[], today: LocalDate) {
  const yesterday = addDays(today, -1);
  let next = 0;
  /** Must be called with ascending dates. */
  return (from: LocalDate, to: LocalDate): boolean => {
    const last = to < yesterday ? to : yesterday;
    while (next < gaps.length && (gaps[next] as DateRange).to < from) next++;
    const gap = gaps[next];
    return from <= last && gap !== undefined && gap.from <= last;
  };
}

/** Computes the streak as of the last studied date. */
export function foldStreak({ streak, studied, gaps, today }: History): Streak {
  const missed = createMissedCheck(gaps, today);
  let { current, longest, until } = streak ?? NO_STREAK;
  for (const day of [...new Set(studied)].sort()) {
    if (until !== null && missed(addDays(until, 1), addDays(day, -1))) current = 0;
    current++;
    longest = Math.max(longest, current);
    until = day;
  }
  return { current, longest, until };
}

/** Computes the streak as of today: `current` is 0 if a day has been missed since the last studied date. */
export function computeStreakToday(history: History): { current: number; longest: number } {
  const { current, longest, until } = foldStreak(history);
  const { gaps, today } = history;
  const isOver = until !== null && createMissedCheck(gaps, today)(addDays(until, 1), addDays(today, -1));
  return { current: isOver ? 0 : current, longest };
}
