import type { Difficulty } from "@repasa/scheduler/rating.ts";
import type { SchedulerSettings } from "@repasa/scheduler/settings.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { DEFAULT_SCHEDULE_SETTINGS } from "./schedule.defaults.ts";
import { selectSettings } from "./schedule.queries.ts";

const MINUTES_PER_DAY = 1440;

export async function loadScheduleSettings(db: Queryable): Promise<SchedulerSettings> {
  const { settings, config } = await selectSettings(db);
  const minutes = new Map(config.map((row) => [row.difficulty, row.intervalMinutes]));
  const retention = settings.find((row) => row.settingName === "desired_retention")?.valueDecimal;
  const maximum = settings.find((row) => row.settingName === "maximum_interval")?.valueMinutes;
  const { desiredRetention, promise } = DEFAULT_SCHEDULE_SETTINGS;
  const loaded = createScheduleSettings(retention == null ? desiredRetention : retention / 100, {
    hard: minutes.get("hard") ?? promise.hard * MINUTES_PER_DAY,
    medium: minutes.get("medium") ?? promise.medium * MINUTES_PER_DAY,
    easy: minutes.get("easy") ?? promise.easy * MINUTES_PER_DAY,
  });
  return maximum ? { ...loaded, maximumInterval: Math.max(1, Math.round(maximum / MINUTES_PER_DAY)) } : loaded;
}

/**
 * Creates settings from the values in the database.
 *
 * @param desiredRetention A share above 0 and below 1.
 * @param intervalMinutes The promised interval of each button in minutes, such as 1440, 4320 and 10080. They are rounded
 *   to whole days, at least one, because the schedule counts local days.
 * @throws RangeError when a value is not finite, out of its range, or the buttons are out of order (hard <= medium <=
 *   easy).
 */
export function createScheduleSettings(
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
  return { ...DEFAULT_SCHEDULE_SETTINGS, desiredRetention, promise };
}
