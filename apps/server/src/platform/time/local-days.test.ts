import { addDays, type Calendar, computeLocalDate } from "@repasa/scheduler/local-dates.ts";
import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { endOfDay, knownTimeZone, momentAt, startOfDay } from "./local-days.ts";

const zones = Intl.supportedValuesOf("timeZone");
const zone = fc.constantFrom(...zones, "UTC", "Asia/Kolkata", "US/Pacific", "Etc/GMT+5");

it("returns a zone in canonical spelling, whatever the case of its letters", () => {
  fc.assert(
    fc.property(fc.mixedCase(zone, { toggleCase: (letter) => letter.toUpperCase() }), (name) => {
      const known = knownTimeZone(name);
      expect(known.toLowerCase()).toBe(name.toLowerCase());
      expect(knownTimeZone(known)).toBe(known);
      expect(Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(known).timeZoneId).toBe(known);
    }),
  );
});

it("returns UTC for anything that does not name a place", () => {
  const offset = fc
    .tuple(fc.constantFrom("+", "-"), fc.integer({ min: 0, max: 23 }))
    .map(([sign, hours]) => `${sign}${hours}`);
  const invented = fc.oneof(
    fc.string(),
    offset,
    zone.map((name) => `${name}/x`),
    zone.map((name) => `[${name}]`),
  );
  fc.assert(
    fc.property(invented, (name) => {
      const known = knownTimeZone(name);
      if (known.toLowerCase() !== name.toLowerCase()) expect(known).toBe("UTC");
    }),
  );
  for (const name of [undefined, "", "+02:00", "Mars/Olympus", "x".repeat(100_000)]) {
    expect(knownTimeZone(name)).toBe("UTC");
  }
});

it("finds known zones without a lookup, even after many invented names", () => {
  for (let name = 0; name < 2000; name++) knownTimeZone(`Invented/Zone${name}`);
  const lookup = vi.spyOn(Temporal.Instant, "fromEpochMilliseconds");
  expect(zones.map(knownTimeZone)).toEqual(zones);
  expect(lookup).not.toHaveBeenCalled();
  lookup.mockRestore();
});

const HOUR = 3_600_000;
const calendar = fc.record({ timeZone: zone, dayStartHour: fc.integer({ min: 0, max: 6 }) });
// The range includes years in which places skipped whole dates.
const instant = fc.date({
  min: new Date("1985-01-01T00:00:00Z"),
  max: new Date("2036-12-31T00:00:00Z"),
  noInvalidDate: true,
});

const formats = new Map<string, Intl.DateTimeFormat>();

/** Reads a clock in the zone by means of Intl, independently of Temporal. */
function readClock(time: number, timeZone: string): { date: string; hour: number } {
  const format =
    formats.get(timeZone) ?? new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
  formats.set(timeZone, format);
  const text = format.format(time);
  return { date: text.slice(0, 10), hour: Number(text.slice(11, 13)) };
}

/** Computes the study date: before the hour at which days begin, it is still the date before. */
function computeExpectedDate(time: number, { timeZone, dayStartHour }: Calendar): string {
  const { date, hour } = readClock(time, timeZone);
  return hour >= dayStartHour ? date : new Date(Date.parse(date) - 24 * HOUR).toISOString().slice(0, 10);
}

describe("a study day", () => {
  it("has the local date, which changes at the hour at which days begin", () => {
    fc.assert(
      fc.property(calendar, instant, (calendar, now) => {
        expect(computeLocalDate(now, calendar)).toBe(computeExpectedDate(now.getTime(), calendar));
        expect(momentAt(now, calendar)).toEqual({
          now,
          ...calendar,
          today: computeExpectedDate(now.getTime(), calendar),
        });
      }),
      { numRuns: 3000 },
    );
  });

  it("starts at its first instant and ends where the next one starts, even where clocks change", () => {
    fc.assert(
      fc.property(calendar, instant, (calendar, now) => {
        const today = computeExpectedDate(now.getTime(), calendar);
        const [start, end] = [startOfDay(today, calendar), endOfDay(today, calendar)];
        expect(end).toEqual(startOfDay(addDays(today, 1), calendar));
        expect(computeExpectedDate(start.getTime(), calendar)).toBe(today);
        expect(computeExpectedDate(start.getTime() - 1, calendar) < today).toBe(true);
        expect(computeExpectedDate(end.getTime(), calendar) > today).toBe(true);
        expect(computeExpectedDate(end.getTime() - 1, calendar) <= today).toBe(true);
        expect(start <= now).toBe(true);
      }),
      { numRuns: 3000 },
    );
  });

  it.each([
    ["2026-05-10", "Europe/Madrid", 4, "2026-05-10T02:00:00.000Z", 24],
    ["2026-05-10", "Asia/Kathmandu", 4, "2026-05-09T22:15:00.000Z", 24],
    // The night in which the clocks change belongs to the date before.
    ["2026-03-28", "Europe/Madrid", 4, "2026-03-28T03:00:00.000Z", 23],
    ["2026-10-24", "Europe/Madrid", 4, "2026-10-24T02:00:00.000Z", 25],
    // Clocks skip the hour from two o'clock in Madrid, and the hour from midnight in Santiago.
    ["2026-03-29", "Europe/Madrid", 2, "2026-03-29T01:00:00.000Z", 23],
    ["2026-09-06", "America/Santiago", 0, "2026-09-06T04:00:00.000Z", 23],
    ["2026-10-04", "Australia/Lord_Howe", 2, "2026-10-03T15:30:00.000Z", 23.5],
    // A date that a place never had lasts from midnight until days begin.
    ["2011-12-30", "Pacific/Apia", 0, "2011-12-30T10:00:00.000Z", 0],
    ["2011-12-30", "Pacific/Apia", 4, "2011-12-30T10:00:00.000Z", 4],
  ])(
    "has the right start and length on %s in %s if days begin at hour %i",
    (date, timeZone, dayStartHour, start, hours) => {
      const calendar = { timeZone, dayStartHour };
      expect(startOfDay(date, calendar).toISOString()).toBe(start);
      expect((endOfDay(date, calendar).getTime() - startOfDay(date, calendar).getTime()) / HOUR).toBe(hours);
    },
  );
});
