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

/** Desired retention 0.90; Difícil 1 day, Medio 3, Fácil 7; at most 365 days. */
export const DEFAULT_SETTINGS: SchedulerSettings = Object.freeze({
  desiredRetention: 0.9,
  promise: Object.freeze({ hard: 1, medium: 3, easy: 7 }),
  maximumInterval: 365,
});
