import { addDays, countDays, type DateRange } from "@repasa/scheduler/local-dates.ts";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { datesWithin, isAmong, withoutRange } from "#platform/time/local-days.ts";
import { addDates, findEarliestStart } from "./pace.breaks.ts";

const DAYS = 80;
const dateOf = (day: number) => addDays("2026-12-01", day);
const range = fc
  .tuple(fc.nat({ max: DAYS }), fc.nat({ max: 20 }))
  .map(([from, more]): DateRange => ({ from: dateOf(from), to: dateOf(from + more) }));
/** Breaks as they are stored: added one after another. */
const breaks = fc.array(range, { maxLength: 6 }).map((all) => all.reduce(addDates, [] as DateRange[]));

const datesIn = (all: readonly DateRange[]) =>
  Array.from({ length: DAYS + 30 }, (_, day) => dateOf(day)).filter((date) => isAmong(date, all));

/** Expects ranges in ascending order, with at least one date between two of them. */
function expectApart(all: readonly DateRange[]) {
  for (const [index, one] of all.entries()) {
    expect(one.from <= one.to).toBe(true);
    const next = all[index + 1];
    if (next) expect(next.from > addDays(one.to, 1)).toBe(true);
  }
}

describe("addDates", () => {
  it("returns breaks with the added dates and those they had, in ascending order and not adjacent", () => {
    fc.assert(
      fc.property(breaks, range, (before, added) => {
        const after = addDates(before, added);
        expectApart(after);
        expect(datesIn(after)).toEqual([...new Set([...datesIn(before), ...datesIn([added])])].sort());
        expect(addDates(after, added)).toEqual(after);
      }),
    );
  });
});

describe("withoutRange", () => {
  it("returns breaks with all dates except the removed ones, in ascending order and not adjacent", () => {
    fc.assert(
      fc.property(breaks, range, (before, removed) => {
        const after = withoutRange(before, removed);
        expectApart(after);
        expect(datesIn(after)).toEqual(datesIn(before).filter((date) => !isAmong(date, [removed])));
        expect(withoutRange(after, removed)).toEqual(after);
      }),
    );
  });
});

describe("findEarliestStart", () => {
  it("returns today, or the start of the break that lasted until yesterday", () => {
    fc.assert(
      fc.property(breaks, fc.nat({ max: DAYS }), (before, day) => {
        const [today, earliest] = [dateOf(day), findEarliestStart(before, dateOf(day))];
        expect(earliest <= today).toBe(true);
        const past = { from: earliest, to: addDays(today, -1) };
        expect(datesWithin(past, before)).toBe(countDays(past));
        expect(isAmong(addDays(earliest, -1), before)).toBe(false);
      }),
    );
  });
});

describe("datesWithin", () => {
  it("counts the dates that are in any of the ranges", () => {
    fc.assert(
      fc.property(range, breaks, (within, all) => {
        expect(datesWithin(within, all)).toBe(datesIn([within]).filter((date) => isAmong(date, all)).length);
      }),
    );
  });
});
