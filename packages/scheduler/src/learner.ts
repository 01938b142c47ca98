import { type Calibration, IDENTITY_CALIBRATION, reportsForgotten } from "#calibration.ts";
import { DEFAULT_MODEL, type MemoryModel } from "#memory.ts";
import { DEFAULT_SETTINGS, type SchedulerSettings } from "#settings.ts";

/**
 * The person for whom a card is scheduled.
 *
 * - `settings`: the aim of scheduling, and its options.
 * - `model`: the model of their memory, by default that of an average learner.
 * - `calibration`: the difference between their answers so far and the model. The only part that a rating changes.
 */
export type Learner = {
  readonly settings: SchedulerSettings;
  readonly model: MemoryModel;
  readonly calibration: Calibration;
};

/** A learner who has not answered anything yet, with the default settings. */
export const NEW_LEARNER: Learner = Object.freeze({
  settings: DEFAULT_SETTINGS,
  model: DEFAULT_MODEL,
  calibration: IDENTITY_CALIBRATION,
});

/** Returns whether this learner's hard means that the card was recalled: always, if they give all four grades. */
export function meansRecalled({ settings, calibration }: Pick<Learner, "settings" | "calibration">): boolean {
  return !settings.threeButtons || reportsForgotten(calibration);
}
