import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { dayOf } from "#days.ts";
import { bestDay, emptiestDay, fullness } from "#plan.ts";
import { anyDay, anyLoad, anyPartialLoad, anyWeekdays } from "#testing/arbitraries.ts";

const SUNDAY = dayOf("2026-03-08");

describe("fullness", () => {
  it("counts the card that would come, against what the weekday is to hold", () => {
    const plan = { load: () => 9, weekdays: [1, 1, 1, 1, 1, 2, 0.5] };
    expect(fullness(SUNDAY - 6, plan)).toBe(10);
    expect(fullness(SUNDAY - 1, plan)).toBe(5);
    expect(fullness(SUNDAY, plan)).toBe(20);
    expect(fullness(SUNDAY, { weekdays: [1, 1, 1, 1, 1, 1, 0] })).toBeGreaterThan(100_000);
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

  it("is the emptiest of days that are all to hold nothing", () => {
    const load = (day: number) => [5, 2, 7, 2, 3][day] ?? 0;
    expect(emptiestDay(0, 4, { load, weekdays: [0, 0, 0, 0, 0, 0, 0] })).toBe(1);
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

describe("bestDay", () => {
  const ends = fc.tuple(fc.nat(20), fc.nat(20));

  it("leaves the day where no load is known, or none on that day", () => {
    fc.assert(
      fc.property(anyDay, ends, anyPartialLoad, (day, [before, after], load) => {
        const best = (plan: { load?: typeof load }) => bestDay(day, day - before, day + after, plan);
        expect(best({})).toBe(day);
        expect(best({ load: () => undefined })).toBe(day);
        if (load(day) === undefined) expect(best({ load })).toBe(day);
        else expect(load(best({ load }))).toBeDefined();
      }),
    );
  });

  it("goes by weekdays alone where no load is known: to the nearest day that is to hold most, the earlier of two", () => {
    const weekdays = [1, 1, 1, 1, 1, 0.5, 0];
    const best = (day: number, reach: number) => bestDay(day, day - reach, day + reach, { weekdays });
    expect(best(SUNDAY, 2)).toBe(SUNDAY + 1);
    expect(best(SUNDAY - 1, 2)).toBe(SUNDAY - 2);
    expect(best(SUNDAY + 3, 2)).toBe(SUNDAY + 3);
    expect(best(SUNDAY, 0)).toBe(SUNDAY);
  });

  it("is never the earlier one where a later day is wanted in a later range", () => {
    const lengths = fc.tuple(fc.nat(20), fc.nat(20), fc.nat(20), fc.nat(20), fc.nat(20));
    const weekdays = fc.option(anyWeekdays, { nil: undefined });
    fc.assert(
      fc.property(
        anyDay,
        lengths,
        anyPartialLoad,
        weekdays,
        (day, [before, after, later, from, to], load, weekdays) => {
          const plan = { load, weekdays };
          const [first, last] = [day - before, day + after];
          const best = bestDay(day, first, last, plan);
          expect(best >= first && best <= last).toBe(true);
          const laterDay = day + later;
          const laterBest = bestDay(laterDay, Math.min(laterDay, first + from), Math.max(laterDay, last + to), plan);
          expect(laterBest).toBeGreaterThanOrEqual(best);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
