import { type Learner, NEW_LEARNER } from "#learner.ts";
import { DEFAULT_SETTINGS } from "#settings.ts";

/** Three buttons, and a promise for each. */
export const BUTTON_SETTINGS = {
  ...DEFAULT_SETTINGS,
  threeButtons: true,
  promise: { hard: 1, medium: 3, easy: 7 },
} as const;

/** A learner with three buttons who has not answered anything yet. */
export const BUTTON_LEARNER: Learner = { ...NEW_LEARNER, settings: BUTTON_SETTINGS };
