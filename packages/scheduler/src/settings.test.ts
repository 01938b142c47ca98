import { describe, expect, it } from "vitest";
import { createSettings, DEFAULT_SETTINGS } from "#settings.ts";

const MINUTES = { hard: 1440, medium: 4320, easy: 10_080 };

describe("createSettings", () => {
  it("turns the database's defaults into the default settings", () => {
    expect(createSettings(0.9, MINUTES)).toEqual(DEFAULT_SETTINGS);
    expect(DEFAULT_SETTINGS.promise).toEqual({ hard: 1, medium: 3, easy: 7 });
  });

  it("rounds minutes to whole days, at least one", () => {
    expect(createSettings(0.85, { hard: 10, medium: 2200, easy: 10_000 })).toEqual({
      desiredRetention: 0.85,
      promise: { hard: 1, medium: 2, easy: 7 },
      maximumInterval: 365,
    });
  });

  it.each([0, 1, -0.5, 1.2, 90, Number.NaN])("throws for a desired retention of %d", (desiredRetention) => {
    expect(() => createSettings(desiredRetention, MINUTES)).toThrow(RangeError);
  });

  it.each([
    { ...MINUTES, hard: 0 },
    { ...MINUTES, medium: Number.NaN },
    { ...MINUTES, easy: Number.POSITIVE_INFINITY },
    { ...MINUTES, hard: 5760 },
    { ...MINUTES, medium: 11_520 },
  ])("throws for the intervals %j", (minutes) => {
    expect(() => createSettings(0.9, minutes)).toThrow(RangeError);
  });
});
