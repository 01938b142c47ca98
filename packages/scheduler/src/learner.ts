import { type Calibration, IDENTITY_CALIBRATION } from "#calibration.ts";
import { DEFAULT_MODEL, type MemoryModel } from "#memory.ts";
import { DEFAULT_SETTINGS, type SchedulerSettings } from "#settings.ts";

/**
 * Whom a card is scheduled for.
 *
 * - `settings`: what this learner is promised and aims at.
 * - `model`: how their memory works, by default as everybody's does.
 * - `calibration`: what their answers so far tell beyond it. The only part that a rating changes.
 */
export type Learner = {
  readonly settings: SchedulerSettings;
  readonly model: MemoryModel;
  readonly calibration: Calibration;
};

/** One who has not answered yet and has changed no preference. */
export const NEW_LEARNER: Learner = Object.freeze({
  settings: DEFAULT_SETTINGS,
  model: DEFAULT_MODEL,
  calibration: IDENTITY_CALIBRATION,
});
