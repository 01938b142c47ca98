import fc from "fast-check";
import { expect, it, vi } from "vitest";
import { knownTimeZone } from "./local-days.ts";

const zones = Intl.supportedValuesOf("timeZone");
const zone = fc.constantFrom(...zones, "UTC", "Asia/Kolkata", "US/Pacific", "Etc/GMT+5");

it("gives a zone in canonical spelling, whatever the case of its letters", () => {
  fc.assert(
    fc.property(fc.mixedCase(zone, { toggleCase: (letter) => letter.toUpperCase() }), (name) => {
      const known = knownTimeZone(name);
      expect(known.toLowerCase()).toBe(name.toLowerCase());
      expect(knownTimeZone(known)).toBe(known);
      expect(Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(known).timeZoneId).toBe(known);
    }),
  );
});

it("takes for UTC whatever names no place", () => {
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

it("finds the usual zones without a lookup, however many invented names came before", () => {
  for (let name = 0; name < 2000; name++) knownTimeZone(`Invented/Zone${name}`);
  const lookup = vi.spyOn(Temporal.Instant, "fromEpochMilliseconds");
  expect(zones.map(knownTimeZone)).toEqual(zones);
  expect(lookup).not.toHaveBeenCalled();
  lookup.mockRestore();
});
