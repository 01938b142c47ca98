import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toDayNumber } from "#days.ts";
import { computeFullness, findBestDay, findEmptiestDay } from "#plan.ts";
import { anyDay, anyLoad, anyPartialLoad, anyWeekdays } from "#testing/arbitraries.ts";

const SUNDAY = toDayNumber("2026-03-08");

describe("computeFullness", () => {
  it("adds one card to the load, and divides by the desired load of the weekday", () => {
    const plan = { load: () => 9, weekdays: [1, 1, 1, 1, 1, 2, 0.5] };
    expect(computeFullness(SUNDAY - 6, plan)).toBe(10);
    expect(computeFullness(SUNDAY - 1, plan)).toBe(5);
    expect(computeFullness(SUNDAY, plan)).toBe(20);
    expect(computeFullness(SUNDAY, { weekdays: [1, 1, 1, 1, 1, 1, 0] })).toBeGreaterThan(100_000);
    expect(computeFullness(SUNDAY, {})).toBe(1);
  });

  it("uses the weekday of any day, even before 1970", () => {
    for (const date of ["1969-12-28", "1970-01-04", "2000-02-27", "2026-03-08"]) {
      const day = toDayNumber(date);
      const quietOn = Array.from({ length: 7 }, (_, later) =>
        computeFullness(day + later, { weekdays: [4, 4, 4, 4, 4, 4, 1] }),
      );
      expect(quietOn).toEqual([1, 0.25, 0.25, 0.25, 0.25, 0.25, 0.25]);
    }
  });
});

describe("findEmptiestDay", () => {
  it("returns the first of the emptiest days, from either end", () => {
    const load = (day: number) => [5, 2, 7, 2, 3][day] ?? 0;
    expect(findEmptiestDay(0, 4, { load })).toBe(1);
    expect(findEmptiestDay(4, 0, { load })).toBe(3);
    expect(findEmptiestDay(2, 2, { load })).toBe(2);
  });

  it("returns the emptiest day if all weekdays should stay free", () => {
    const load = (day: number) => [5, 2, 7, 2, 3][day] ?? 0;
    expect(findEmptiestDay(0, 4, { load, weekdays: [0, 0, 0, 0, 0, 0, 0] })).toBe(1);
  });

  it("returns one of the days, none of which is emptier, and never an earlier one for later days", () => {
    const lengths = fc.tuple(fc.nat(40), fc.nat(40), fc.nat(40));
    fc.assert(
      fc.property(anyDay, lengths, anyLoad, anyWeekdays, (from, [length, later, longer], load, weekdays) => {
        const plan = { load, weekdays };
        const to = from + length;
        const day = findEmptiestDay(from, to, plan);
        expect(day >= from && day <= to).toBe(true);
        for (let other = from; other <= to; other++) {
          expect(computeFullness(other, plan)).toBeGreaterThanOrEqual(computeFullness(day, plan));
        }
        const shifted = findEmptiestDay(from + Math.min(later, length), to + longer, plan);
        expect(shifted).toBeGreaterThanOrEqual(day);
      }),
    );
  });
});

describe("findBestDay", () => {
  const ends = fc.tuple(fc.nat(20), fc.nat(20));

  it("returns the wanted day if its load is not known, and otherwise a day whose load is known", () => {
    fc.assert(
      fc.property(anyDay, ends, anyPartialLoad, (day, [before, after], load) => {
        const best = (plan: { load?: typeof load }) => findBestDay(day, day - before, day + after, plan);
        expect(best({})).toBe(day);
        expect(best({ load: () => undefined })).toBe(day);
        if (load(day) === undefined) expect(best({ load })).toBe(day);
        else expect(load(best({ load }))).toBeDefined();
      }),
    );
  });

  it("returns the nearest day with the highest desired load if no load is known, the earlier of two", () => {
    const weekdays = [1, 1, 1, 1, 1, 0.5, 0];
    const best = (day: number, reach: number) => findBestDay(day, day - reach, day + reach, { weekdays });
    expect(best(SUNDAY, 2)).toBe(SUNDAY + 1);
    expect(best(SUNDAY - 1, 2)).toBe(SUNDAY - 2);
    expect(best(SUNDAY + 3, 2)).toBe(SUNDAY + 3);
    expect(best(SUNDAY, 0)).toBe(SUNDAY);
  });

  it("never returns an earlier day for a later wanted day in a later range", () => {
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
          const best = findBestDay(day, first, last, plan);
          expect(best >= first && best <= last).toBe(true);
          const laterDay = day + later;
          const laterBest = findBestDay(
            laterDay,
            Math.min(laterDay, first + from),
            Math.max(laterDay, last + to),
            plan,
          );
          expect(laterBest).toBeGreaterThanOrEqual(best);
        },
      ),
      { numRuns: 1000 },
    );
  });
});
