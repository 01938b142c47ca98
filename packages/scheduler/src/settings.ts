import type { Difficulty } from "#rating.ts";

/**
 * The promised intervals and the aim of scheduling.
 *
 * - `desiredRetention`: the desired share of cards that are recalled when they come back, above 0 and below 1.
 * - `promise`: whole days per button. The first rating gives exactly these; later `hard` still gives exactly its days,
 *   while `medium` and `easy` never give fewer.
 * - `maximumInterval`: whole days, 1 or more. It takes precedence over a longer promise.
 */
export type SchedulerSettings = {
  readonly desiredRetention: number;
  readonly promise: Readonly<Record<Difficulty, number>>;
  readonly maximumInterval: number;
};

export const MINUTES_PER_DAY = 1440;

/** Desired retention 0.90; Difícil 1 day, Medio 3, Fácil 7; at most 365 days. */
export const DEFAULT_SETTINGS: SchedulerSettings = Object.freeze({
  desiredRetention: 0.9,
  promise: Object.freeze({ hard: 1, medium: 3, easy: 7 }),
  maximumInterval: 365,
});

/**
 * Creates settings from the values in the database.
 *
 * @param desiredRetention A share above 0 and below 1.
 * @param intervalMinutes The promised interval of each button in minutes, such as 1440, 4320 and 10080. They are rounded
 *   to whole days, at least one, because the schedule counts local days.
 * @throws RangeError when a value is not finite, out of its range, or the buttons are out of order (hard <= medium <=
 *   easy).
 */
export function createSettings(
  desiredRetention: number,
  intervalMinutes: Readonly<Record<Difficulty, number>>,
): SchedulerSettings {
  if (!(desiredRetention > 0 && desiredRetention < 1)) {
    throw new RangeError(`Desired retention must lie between 0 and 1: ${desiredRetention}`);
  }
  const days = (difficulty: Difficulty): number => {
    const minutes = intervalMinutes[difficulty];
    if (!Number.isFinite(minutes) || minutes <= 0) {
      throw new RangeError(`The ${difficulty} interval must be a positive number of minutes: ${minutes}`);
    }
    return Math.max(1, Math.round(minutes / MINUTES_PER_DAY));
  };
  const promise = { hard: days("hard"), medium: days("medium"), easy: days("easy") };
  if (promise.hard > promise.medium || promise.medium > promise.easy) {
    throw new RangeError(
      `Intervals must grow from hard to easy: ${promise.hard}, ${promise.medium}, ${promise.easy} days`,
    );
  }
  return { desiredRetention, promise, maximumInterval: DEFAULT_SETTINGS.maximumInterval };
}
