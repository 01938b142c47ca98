import { DEFAULT_SETTINGS, type SchedulerSettings } from "@repasa/scheduler/settings.ts";

/** The settings without rows in the database: Difícil 1 day, Medio 3, Fácil 7; the rest is the scheduler's default. */
export const DEFAULT_SCHEDULE_SETTINGS = Object.freeze({
  ...DEFAULT_SETTINGS,
  threeButtons: true,
  promise: Object.freeze({ hard: 1, medium: 3, easy: 7 }),
}) satisfies SchedulerSettings;
