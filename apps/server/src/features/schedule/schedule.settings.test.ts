import { describe, expect, it } from "vitest";
import { DEFAULT_SCHEDULE_SETTINGS } from "./schedule.defaults.ts";
import { createScheduleSettings } from "./schedule.settings.ts";

const MINUTES = { hard: 1440, medium: 4320, easy: 10_080 };

describe("createScheduleSettings", () => {
  it("turns the database's defaults into the default settings", () => {
    expect(createScheduleSettings(0.9, MINUTES)).toEqual(DEFAULT_SCHEDULE_SETTINGS);
    expect(DEFAULT_SCHEDULE_SETTINGS.promise).toEqual({ hard: 1, medium: 3, easy: 7 });
  });

  it("rounds minutes to whole days, at least one", () => {
    expect(createScheduleSettings(0.85, { hard: 10, medium: 2200, easy: 10_000 })).toEqual({
      ...DEFAULT_SCHEDULE_SETTINGS,
      desiredRetention: 0.85,
      promise: { hard: 1, medium: 2, easy: 7 },
    });
  });

  it.each([0, 1, -0.5, 1.2, 90, Number.NaN])("throws for a desired retention of %d", (desiredRetention) => {
    expect(() => createScheduleSettings(desiredRetention, MINUTES)).toThrow(RangeError);
  });

  it.each([
    { ...MINUTES, hard: 0 },
    { ...MINUTES, medium: Number.NaN },
    { ...MINUTES, easy: Number.POSITIVE_INFINITY },
    { ...MINUTES, hard: 5760 },
    { ...MINUTES, medium: 11_520 },
  ])("throws for the intervals %j", (minutes) => {
    expect(() => createScheduleSettings(0.9, minutes)).toThrow(RangeError);
  });
});
