import type { Day } from "#days.ts";
import { estimateHabits, type Habits, type StudyAhead, simulateFuture } from "#futures.ts";

/**
 * The study of the coming days whose workload is forecast.
 *
 * - `cards`, `newCardsOn`, `attendance`, `plan`: the same as in {@link StudyAhead}. The load of the plan may be left out:
 *   the cards themselves are counted in any case.
 * - `days`: the number of days, today included.
 * - `pressed`: the number of times that the learner has pressed each button so far.
 * - `seconds`: the time that the learner takes for a review and for a new card.
 * - `examDayOf`: returns the exam day that the card at a place is scheduled for; by default no card has an exam.
 */
export type WorkloadAhead = Omit<StudyAhead, "examDay" | "habits"> & {
  readonly days: number;
  readonly pressed: Habits;
  readonly seconds: { readonly review: number; readonly newCard: number };
};

/** The work of a day: means over the simulated futures, which need not be whole numbers. */
export type DayWork = {
  readonly day: Day;
  readonly reviews: number;
  readonly newCards: number;
  readonly minutes: number;
};

const FUTURES = 8;

/** If there are more cards than this, each takes part in only some of the futures, or in none. */
const CARDS_IN_A_FUTURE = 400;

/**
 * Forecasts the work of the coming days from simulated futures in which the learner answers as {@link predictRecall}
 * predicts, and {@link rate} schedules the cards. Deterministic; 400 cards and 30 days take about a twentieth of a second.
 */
export function forecastWorkload({ days, pressed, seconds, ...study }: WorkloadAhead): DayWork[] {
  const { cards, today, learner } = study;
  const every = Math.max(1, Math.ceil(cards.length / CARDS_IN_A_FUTURE));
  const ahead = { examDayOf: () => undefined, ...study, examDay: today + days, habits: estimateHabits(pressed) };
  const futures = Array.from({ length: FUTURES }, (_, index) =>
    simulateFuture(ahead, { index, of: FUTURES, every, calibrationAfter: () => learner.calibration }),
  );
  const computeMean = (what: "reviews" | "newCards", i: number) =>
    futures.reduce((sum, future) => sum + (future[what][i] as number), 0) / FUTURES;
  return Array.from({ length: days }, (_, i) => {
    const [reviews, newCards] = [computeMean("reviews", i), computeMean("newCards", i)];
    return { day: today + i, reviews, newCards, minutes: (reviews * seconds.review + newCards * seconds.newCard) / 60 };
  });
}
