import type { Difficulty } from "#rating.ts";

/**
 * The aim of scheduling, and its options.
 *
 * - `desiredRetention`: the desired share of cards that are recalled when they come back, above 0 and below 1.
 * - `maximumInterval`: whole days, 1 or more. It takes precedence over a longer promise.
 * - `promise`: whole days per difficulty, by default none. With a promise, the first rating gives exactly these; later
 *   `hard` (Again and Hard) still gives exactly its days, while `medium` (Good) and `easy` never give fewer. Without one,
 *   the memory decides from the first rating on, and a card comes back on the next day at the earliest.
 * - `threeButtons`: true if the learner answers by `hard`, `medium` and `easy` alone, and may press `hard` for a card that
 *   was forgotten. Their answers then show what it means. By default the learner gives all four grades.
 */
export type SchedulerSettings = {
  readonly desiredRetention: number;
  readonly maximumInterval: number;
  readonly promise?: Readonly<Record<Difficulty, number>> | undefined;
  readonly threeButtons?: boolean | undefined;
};

/** Desired retention 0.90, at most 365 days; all four grades, and no promise. */
export const DEFAULT_SETTINGS: SchedulerSettings = Object.freeze({ desiredRetention: 0.9, maximumInterval: 365 });
