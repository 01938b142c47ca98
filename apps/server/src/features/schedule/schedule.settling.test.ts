import { addDays, type DateRange } from "@repasa/scheduler/local-dates.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { subtractDates } from "./schedule.settling.ts";

const DAYS = 60;
const dateOf = (day: number) => addDays("2024-02-01", day);

describe("subtractDates", () => {
  test("returns exactly the other dates, as ascending ranges that neither touch nor overlap", () => {
    const date = fc.integer({ min: 0, max: DAYS }).map(dateOf);
    fc.assert(
      fc.property(date, date, fc.uniqueArray(date, { maxLength: 10 }), (from, to, except) => {
        const ranges = subtractDates({ from, to }, except);
        const expected = datesOf({ from, to }).filter((date) => !except.includes(date));
        expect(ranges.flatMap(datesOf)).toEqual(expected);
        for (const [index, range] of ranges.entries()) {
          expect(range.from <= range.to).toBe(true);
          const next = ranges[index + 1];
          if (next) expect(next.from > addDays(range.to, 1)).toBe(true);
        }
      }),
    );
  });
});

function datesOf({ from, to }: DateRange): string[] {
  const dates: string[] = [];
  for (let date = from; date <= to; date = addDays(date, 1)) dates.push(date);
  return dates;
}
