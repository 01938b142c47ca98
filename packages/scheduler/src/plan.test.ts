import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayOf } from "#days.ts";
import { emptiestDay, fullness } from "#plan.ts";
import { anyDay, anyLoad, anyWeekdays } from "#testing/arbitraries.ts";

const SUNDAY = dayOf("2026-03-08");

describe("fullness", () => {
  it("counts the card that would come, against what the weekday is to hold", () => {
    const plan = { load: () => 9, weekdays: [1, 1, 1, 1, 1, 2, 0.5] };
    expect(fullness(SUNDAY - 6, plan)).toBe(10);
    expect(fullness(SUNDAY - 1, plan)).toBe(5);
    expect(fullness(SUNDAY, plan)).toBe(20);
    expect(fullness(SUNDAY, { weekdays: [1, 1, 1, 1, 1, 1, 0] })).toBe(Number.POSITIVE_INFINITY);
    expect(fullness(SUNDAY, {})).toBe(1);
  });

  it("knows the weekday of every day, before 1970 too", () => {
    for (const date of ["1969-12-28", "1970-01-04", "2000-02-27", "2026-03-08"]) {
      const day = dayOf(date);
      const quietOn = Array.from({ length: 7 }, (_, later) =>
        fullness(day + later, { weekdays: [4, 4, 4, 4, 4, 4, 1] }),
      );
      expect(quietOn).toEqual([1, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25]);
    }
  });
});

describe("emptiestDay", () => {
  it("is the first of the emptiest, from either end", () => {
    const load = (day: number) => [5, 2, 7, 2, 3][day] ?? 0;
    expect(emptiestDay(0, 4, { load })).toBe(1);
    expect(emptiestDay(4, 0, { load })).toBe(3);
    expect(emptiestDay(2, 2, { load })).toBe(2);
  });

  it("is among the days, and none of them is emptier; of later days it is no earlier one", () => {
    const lengths = fc.tuple(fc.nat(40), fc.nat(40), fc.nat(40));
    fc.assert(
      fc.property(anyDay, lengths, anyLoad, anyWeekdays, (from, [length, later, longer], load, weekdays) => {
        const plan = { load, weekdays };
        const to = from + length;
        const day = emptiestDay(from, to, plan);
        expect(day >= from && day <= to).toBe(true);
        for (let other = from; other <= to; other++) {
          expect(fullness(other, plan)).toBeGreaterThanOrEqual(fullness(day, plan));
        }
        const shifted = emptiestDay(from + Math.min(later, length), to + longer, plan);
        expect(shifted).toBeGreaterThanOrEqual(day);
      }),
    );
  });
});
