import { type Calibration, IDENTITY_CALIBRATION } from "#calibration.ts";
import { DEFAULT_MODEL, type MemoryModel } from "#memory.ts";
import { DEFAULT_SETTINGS, type SchedulerSettings } from "#settings.ts";

/**
 * The person for whom a card is scheduled.
 *
 * - `settings`: what this learner is promised and aims at.
 * - `model`: how their memory works, by default like everybody's.
 * - `calibration`: how their answers so far differ from the model. The only part that a rating changes.
 */
export type Learner = {
  readonly settings: SchedulerSettings;
  readonly model: MemoryModel;
  readonly calibration: Calibration;
};

/** A learner who has not answered anything yet and has changed no preference. */
export const NEW_LEARNER: Learner = Object.freeze({
  settings: DEFAULT_SETTINGS,
  model: DEFAULT_MODEL,
  calibration: IDENTITY_CALIBRATION,
});
