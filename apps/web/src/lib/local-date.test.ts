import { afterEach, describe, expect, it } from "vitest";
import { addDays, compareDates, daysBetween, localDateOf } from "#lib/local-date.ts";

const zone = process.env.TZ;
afterEach(() => {
  process.env.TZ = zone;
});

describe("localDateOf", () => {
  it.each([
    ["America/Bogota", 0, "2026-03-01T04:59:59Z", "2026-02-28"],
    ["America/Bogota", 0, "2026-03-01T05:00:00Z", "2026-03-01"],
    ["Pacific/Auckland", 0, "2026-12-31T11:00:00Z", "2027-01-01"],
    ["Europe/Madrid", 0, "2026-03-28T23:30:00Z", "2026-03-29"],
    // The hour that is skipped in spring, and the one that occurs twice in autumn.
    ["Europe/Madrid", 0, "2026-03-29T22:00:00Z", "2026-03-30"],
    ["Europe/Madrid", 0, "2026-10-25T22:59:59Z", "2026-10-25"],
    ["Europe/Madrid", 0, "2026-10-25T23:00:00Z", "2026-10-26"],
    ["America/Bogota", 4, "2026-03-01T08:59:59Z", "2026-02-28"],
    ["America/Bogota", 4, "2026-03-01T09:00:00Z", "2026-03-01"],
    ["Asia/Kathmandu", 4, "2026-12-31T22:14:59Z", "2026-12-31"],
    ["Asia/Kathmandu", 4, "2026-12-31T22:15:00Z", "2027-01-01"],
    // The day also begins when the clock shows four in the nights of clock changes.
    ["Europe/Madrid", 4, "2026-03-29T01:59:59Z", "2026-03-28"],
    ["Europe/Madrid", 4, "2026-03-29T02:00:00Z", "2026-03-29"],
    ["Europe/Madrid", 4, "2026-10-25T02:59:59Z", "2026-10-24"],
    ["Europe/Madrid", 4, "2026-10-25T03:00:00Z", "2026-10-25"],
  ])("in %s, where days begin at %i, %s is on %s", (timeZone, dayStartHour, instant, date) => {
    process.env.TZ = timeZone;
    expect(localDateOf(instant, dayStartHour)).toBe(date);
    expect(localDateOf(new Date(instant), dayStartHour)).toBe(date);
  });
});

describe("addDays and daysBetween", () => {
  it.each([
    ["2026-02-27", 2, "2026-03-01"],
    ["2028-02-27", 2, "2028-02-29"],
    ["2026-12-30", 5, "2027-01-04"],
    ["2026-01-03", -5, "2025-12-29"],
    ["2026-03-28", 1, "2026-03-29"],
    ["2026-03-29", 1, "2026-03-30"],
    ["2026-10-25", 1, "2026-10-26"],
  ])("%s plus %i days is %s in every time zone", (from, days, to) => {
    for (const timeZone of ["Europe/Madrid", "America/Santiago", "Pacific/Apia"]) {
      process.env.TZ = timeZone;
      expect(addDays(from, days)).toBe(to);
      expect(daysBetween(from, to)).toBe(days);
    }
  });
});

describe("compareDates", () => {
  it("orders dates and instants from past to future", () => {
    const dates = ["2026-11-02", "2026-02-11", "2025-12-31", "2026-02-11"];
    expect([...dates].sort(compareDates)).toEqual(["2025-12-31", "2026-02-11", "2026-02-11", "2026-11-02"]);
    const instants = ["2026-03-01T05:00:00.010Z", "2026-03-01T05:00:00.009Z"];
    expect([...instants].sort(compareDates)).toEqual([...instants].reverse());
  });
});
