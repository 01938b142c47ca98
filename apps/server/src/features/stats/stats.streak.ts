import { addDays, type LocalDate } from "#local-days.ts";

/** Consecutive local dates, both ends included. */
export type DayRun = { from: LocalDate; to: LocalDate };

type History = {
  /** The dates with a review, in any order. */
  studied: readonly LocalDate[];
  /** Runs of dates at whose end something was pending, in order and apart. */
  gaps: readonly DayRun[];
  today: LocalDate;
};

/**
 * The days studied since the last missed day, and the most between any two. A day is missed when it lies in a gap,
 * wasn't studied, and is over. A traveller's studied days may lie after today: flying west takes none of them away.
 */
export function streakOf({ studied, gaps, today }: History): { current: number; longest: number } {
  const yesterday = addDays(today, -1);
  let next = 0;
  const missedBetween = (from: LocalDate, to: LocalDate) => {
    const last = to < yesterday ? to : yesterday;
    while (next < gaps.length && (gaps[next] as DayRun).to < from) next++;
    const gap = gaps[next];
    return from <= last && gap !== undefined && gap.from <= last;
  };

  let run = 0;
  let longest = 0;
  let unstudiedFrom: LocalDate | undefined;
  for (const day of [...new Set(studied)].sort()) {
    if (unstudiedFrom !== undefined && missedBetween(unstudiedFrom, addDays(day, -1))) run = 0;
    run++;
    longest = Math.max(longest, run);
    unstudiedFrom = addDays(day, 1);
  }
  if (unstudiedFrom !== undefined && missedBetween(unstudiedFrom, yesterday)) run = 0;
  return { current: run, longest };
}

/** What is left of a run without some dates. */
export function runsWithout(run: DayRun, dates: readonly LocalDate[]): DayRun[] {
  const runs: DayRun[] = [];
  let from = run.from;
  for (const date of [...dates].sort()) {
    if (date < from || date > run.to) continue;
    if (date > from) runs.push({ from, to: addDays(date, -1) });
    from = addDays(date, 1);
  }
  if (from <= run.to) runs.push({ from, to: run.to });
  return runs;
}
