import type { Day } from "#days.ts";
import { SHORT_DAY } from "#even-part.ts";
import { estimateHabits, type Habits, type StudyAhead, simulateFuture } from "#futures.ts";

/** From this many usual days of reviews on, a backlog is worth a plan. */
export const BACKLOG_IN_USUAL_DAYS = 3;

/** Bounds of a plan to catch up, in days, today included. */
export const CATCH_UP_DAYS = { min: 2, max: 60 } as const;

// A day of catching up has at most one and a half times the reviews of a usual one, which a learner can sustain.
const STRETCH = 1.5;

/**
 * While not all due cards fit into a day, those of an exam that is at most this many days away come first: what is put off until
 * after the exam is lost for it, and the others lose little in a month.
 */
export const NEAR_EXAM_DAYS = 30;

/** Bounds of the number of days after a break over which the cards that fell due in it are spread. */
export const SPREAD_DAYS = { min: 2, max: 14 } as const;

/**
 * The reviews that are waiting.
 *
 * - `cards`: the cards that are due today or fall due within the longest plan; others do not matter. New ones are left out.
 * - `usual`: the number of reviews on a usual day, 0 if it is not known.
 * - `plan`: the plan for `rate`, without an exam. The cards themselves are counted in any case.
 * - `pressed`: the number of times that the learner has pressed each button so far.
 * - `restsOn`: as in {@link StudyAhead}; it is not asked about today.
 */
export type Backlog = Pick<StudyAhead, "cards" | "today" | "learner" | "plan" | "restsOn"> & {
  readonly usual: number;
  readonly pressed: Habits;
};

/** A number of reviews per day of study, and the number of days, today and those of rest included, after which no card is overdue. */
export type CatchUp = { readonly days: number; readonly perDay: number };

const FUTURES = 4;
/** With two of them, simulated students caught up two days of 24 later than the plan said, with three on its last day. */
const SUFFICIENT_FUTURES = 3;

/** If there are more cards than this, each takes part in only some of the futures, or in none. */
const CARDS_IN_A_FUTURE = 400;

/** Returns whether so many cards are due that they should be spread over several days. */
export function isBacklog({ due, usual }: { readonly due: number; readonly usual: number }): boolean {
  return due >= BACKLOG_IN_USUAL_DAYS * Math.max(SHORT_DAY, usual);
}

/**
 * Forecasts how long catching up takes, from simulated futures in which the learner does the same number of reviews each
 * day. Reviewed cards fall due again meanwhile, so it takes half as long again as their number suggests. Deterministic.
 *
 * @param perDay Reviews per day, 1 or more.
 * @returns The day, counted from 1 for today, on which everything due fits into the number in three of four futures; null if
 *   that takes longer than the longest plan.
 */
export function forecastCatchUp(backlog: Backlog, perDay: number, longest: number = CATCH_UP_DAYS.max): number | null {
  // A short simulation often suffices.
  for (let days = Math.min(8, longest); ; days = Math.min(longest, 2 * days)) {
    const last = findLastDay(backlog, perDay, days);
    if (last !== null || days === longest) return last;
  }
}

function findLastDay(backlog: Backlog, perDay: number, days: number): number | null {
  const { cards, today, learner, plan, pressed } = backlog;
  const rests = (day: Day) => isRest(backlog, day);
  const every = Math.max(1, Math.ceil(cards.length / CARDS_IN_A_FUTURE));
  const ahead = {
    cards,
    today,
    examDay: today + days,
    learner,
    habits: estimateHabits(pressed),
    newCardsOn: () => 0,
    attendance: 1,
    restsOn: rests,
    plan,
    examDayOf: (): Day | undefined => undefined,
    limit: { roomOn: () => perDay },
  };
  const ends = Array.from({ length: FUTURES }, (_, index) => {
    const options = { index, of: FUTURES, every, calibrationAfter: () => learner.calibration };
    const last = simulateFuture(ahead, options).waiting.findIndex((waiting, i) => waiting === 0 && !rests(today + i));
    return last < 0 ? Number.POSITIVE_INFINITY : last + 1;
  });
  const last = ends.sort((one, other) => one - other)[SUFFICIENT_FUTURES - 1] as number;
  return last > days ? null : last;
}

const isRest = ({ today, restsOn }: Backlog, day: Day) => day !== today && restsOn?.(day) === true;

/**
 * Finds the lowest daily number with which catching up takes at most some days, to within 2 %.
 *
 * @param days 1 or more.
 * @returns A whole number, 0 if nothing is due.
 */
export function findCatchUpNumber(backlog: Backlog, days: number): number {
  const due = countDue(backlog);
  const study = Array.from({ length: days }, (_, i) => backlog.today + i).filter((day) => !isRest(backlog, day));
  let [low, high] = [Math.ceil(due / study.length), due];
  while (low < 0.98 * high) {
    const middle = Math.floor((low + high) / 2);
    if (forecastCatchUp(backlog, middle, days) === null) low = middle + 1;
    else high = middle;
  }
  return high;
}

/**
 * Suggests the shortest plan whose days have at most one and a half times the reviews of a usual one, or the longest
 * possible plan if there is none.
 */
export function suggestCatchUp(backlog: Backlog): CatchUp {
  const { min, max } = CATCH_UP_DAYS;
  const bearable = Math.floor(STRETCH * Math.max(SHORT_DAY, backlog.usual));
  const days = Math.max(min, forecastCatchUp(backlog, bearable) ?? max);
  return { days, perDay: findCatchUpNumber(backlog, days) };
}

function countDue({ cards, today }: Backlog): number {
  return cards.filter(({ schedule: { dueDay } }) => dueDay !== null && dueDay <= today).length;
}

/**
 * Computes over how many days after a break the cards that fell due in it are spread: half the length of the break,
 * within bounds.
 *
 * @param breakDays The length of the break in days, 1 or more.
 */
export function computeSpreadDays(breakDays: number): number {
  return Math.min(SPREAD_DAYS.max, Math.max(SPREAD_DAYS.min, Math.ceil(breakDays / 2)));
}
