import { type SchedulerSettings, settingsFrom } from "@repasa/scheduler/settings.ts";
import type { Queryable } from "#db/pool.ts";
import { selectSettings } from "./schedule.queries.ts";

const MINUTES_PER_DAY = 1440;

export async function loadScheduleSettings(db: Queryable): Promise<SchedulerSettings> {
  const { settings, config } = await selectSettings(db);
  const minutes = new Map(config.map((row) => [row.difficulty, row.intervalMinutes]));
  const retention = settings.find((row) => row.settingName === "desired_retention")?.valueDecimal ?? 90;
  const longest = settings.find((row) => row.settingName === "maximum_interval")?.valueMinutes;
  const loaded = settingsFrom(retention / 100, {
    hard: minutes.get("hard") ?? MINUTES_PER_DAY,
    medium: minutes.get("medium") ?? 3 * MINUTES_PER_DAY,
    easy: minutes.get("easy") ?? 7 * MINUTES_PER_DAY,
  });
  return longest ? { ...loaded, maximumInterval: Math.max(1, Math.round(longest / MINUTES_PER_DAY)) } : loaded;
}
