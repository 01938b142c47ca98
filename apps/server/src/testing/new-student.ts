import { type Learner, NEW_LEARNER } from "@repasa/scheduler/learner.ts";
import { DEFAULT_SCHEDULE_SETTINGS } from "#features/schedule/schedule.defaults.ts";

/** A student who has not answered anything yet and has changed no preference. */
export const NEW_STUDENT: Learner = { ...NEW_LEARNER, settings: DEFAULT_SCHEDULE_SETTINGS };
