import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toDayNumber, toLocalDate } from "#days.ts";

const FIRST = toDayNumber("0000-01-01");
const LAST = toDayNumber("9999-12-31");

describe("toDayNumber", () => {
  it.each([
    ["1970-01-01", 0],
    ["1969-12-31", -1],
    ["1970-03-01", 59],
    ["2000-02-29", 11_016],
    ["2000-03-01", 11_017],
    ["2026-01-05", 20_458],
    ["2100-03-01", 47_541],
  ])("converts %s to %i, and toLocalDate converts it back", (localDate, day) => {
    expect(toDayNumber(localDate)).toBe(day);
    expect(toLocalDate(day)).toBe(localDate);
  });

  it.each([
    "",
    "2026-1-05",
    "2026-01-5",
    "2026/01/05",
    "2026-01-05T00:00",
    " 2026-01-05",
    "-026-01-05",
    "2026-00-10",
    "2026-13-10",
    "2026-01-00",
    "2026-04-31",
    "2026-02-29",
    "1900-02-29",
    "20a6-01-05",
    "２026-01-05",
  ])("throws for %j", (text) => {
    expect(() => toDayNumber(text)).toThrow(RangeError);
  });
});

describe("toLocalDate", () => {
  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, FIRST - 1, LAST + 1])("throws for %d", (day) => {
    expect(() => toLocalDate(day)).toThrow(RangeError);
  });

  it("agrees with JavaScript's UTC calendar on every day of four centuries, and on the first and last day", () => {
    const check = (day: number) => {
      const expected = new Date(day * 86_400_000).toISOString().slice(0, 10);
      // An assertion for each of the 146,097 days would take seconds.
      if (toLocalDate(day) !== expected || toDayNumber(expected) !== day) expect(toLocalDate(day)).toBe(expected);
    };
    for (let day = toDayNumber("1800-01-01"); day < toDayNumber("2200-01-01"); day++) check(day);
    check(FIRST);
    check(LAST);
    expect(toLocalDate(FIRST)).toBe("0000-01-01");
    expect(toLocalDate(LAST)).toBe("9999-12-31");
  });

  it("is the inverse of toDayNumber, and returns a later date for a later day", () => {
    fc.assert(
      fc.property(fc.integer({ min: FIRST, max: LAST - 1 }), (day) => {
        expect(toDayNumber(toLocalDate(day))).toBe(day);
        expect(toLocalDate(day) < toLocalDate(day + 1)).toBe(true);
      }),
    );
  });
});
