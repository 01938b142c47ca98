import {
  createSettings,
  DEFAULT_SETTINGS,
  MINUTES_PER_DAY,
  type SchedulerSettings,
} from "@repasa/scheduler/settings.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { selectSettings } from "./schedule.queries.ts";

export async function loadScheduleSettings(db: Queryable): Promise<SchedulerSettings> {
  const { settings, config } = await selectSettings(db);
  const minutes = new Map(config.map((row) => [row.difficulty, row.intervalMinutes]));
  const retention = settings.find((row) => row.settingName === "desired_retention")?.valueDecimal;
  const maximum = settings.find((row) => row.settingName === "maximum_interval")?.valueMinutes;
  const { desiredRetention, promise } = DEFAULT_SETTINGS;
  const loaded = createSettings(retention == null ? desiredRetention : retention / 100, {
    hard: minutes.get("hard") ?? promise.hard * MINUTES_PER_DAY,
    medium: minutes.get("medium") ?? promise.medium * MINUTES_PER_DAY,
    easy: minutes.get("easy") ?? promise.easy * MINUTES_PER_DAY,
  });
  return maximum ? { ...loaded, maximumInterval: Math.max(1, Math.round(maximum / MINUTES_PER_DAY)) } : loaded;
}
