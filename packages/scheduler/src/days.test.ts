import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dateOfDay, dayOf } from "#days.ts";

const FIRST = dayOf("0000-01-01");
const LAST = dayOf("9999-12-31");

describe("dayOf", () => {
  it.each([
    ["1970-01-01", 0],
    ["1969-12-31", -1],
    ["1970-03-01", 59],
    ["2000-02-29", 11_016],
    ["2000-03-01", 11_017],
    ["2026-01-05", 20_458],
    ["2100-03-01", 47_541],
  ])("%s is day %i", (localDate, day) => {
    expect(dayOf(localDate)).toBe(day);
    expect(dateOfDay(day)).toBe(localDate);
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
  ])("refuses %j", (text) => {
    expect(() => dayOf(text)).toThrow(RangeError);
  });
});

describe("dateOfDay", () => {
  it.each([0.5, Number.NaN, Number.POSITIVE_INFINITY, FIRST - 1, LAST + 1])("refuses %d", (day) => {
    expect(() => dateOfDay(day)).toThrow(RangeError);
  });

  it("agrees with the platform's UTC calendar on every day of four centuries and at the ends", () => {
    const check = (day: number) => {
      const expected = new Date(day * 86_400_000).toISOString().slice(0, 10);
      // Compared by hand: an assertion each would take seconds for 146,097 days.
      if (dateOfDay(day) !== expected || dayOf(expected) !== day) expect(dateOfDay(day)).toBe(expected);
    };
    for (let day = dayOf("1800-01-01"); day < dayOf("2200-01-01"); day++) check(day);
    check(FIRST);
    check(LAST);
    expect(dateOfDay(FIRST)).toBe("0000-01-01");
    expect(dateOfDay(LAST)).toBe("9999-12-31");
  });

  it("undoes dayOf, and the day after is one more", () => {
    fc.assert(
      fc.property(fc.integer({ min: FIRST, max: LAST - 1 }), (day) => {
        expect(dayOf(dateOfDay(day))).toBe(day);
        expect(dateOfDay(day) < dateOfDay(day + 1)).toBe(true);
      }),
    );
  });
});
