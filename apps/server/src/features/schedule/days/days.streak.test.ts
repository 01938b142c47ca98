import { addDays, type DateRange } from "@repasa/scheduler/local-dates.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { computeStreakToday, foldStreak } from "./days.streak.ts";

const DAYS = 60;
const dateOf = (day: number) => addDays("2024-02-01", day);

describe("computeStreakToday", () => {
  test.each([
    ["nobody who never studied has one", [], [], { current: 0, longest: 0 }],
    ["today alone", ["2024-05-10"], [], { current: 1, longest: 1 }],
    ["today, not yet studied, does not break it", ["2024-05-08", "2024-05-09"], [], { current: 2, longest: 2 }],
    ["today's gap is not over", ["2024-05-09"], [{ from: "2024-05-10", to: "2024-05-10" }], { current: 1, longest: 1 }],
    [
      "yesterday, missed, breaks it",
      ["2024-05-07", "2024-05-08"],
      [{ from: "2024-05-09", to: "2024-05-09" }],
      { current: 0, longest: 2 },
    ],
    [
      "days with nothing pending neither break nor lengthen it",
      ["2024-05-01", "2024-05-10"],
      [],
      { current: 2, longest: 2 },
    ],
    [
      "a studied day inside of a gap is not missed",
      ["2024-05-08", "2024-05-09"],
      [{ from: "2024-05-08", to: "2024-05-09" }],
      { current: 2, longest: 2 },
    ],
    [
      "starts again after a missed day",
      ["2024-05-01", "2024-05-02", "2024-05-03", "2024-05-09", "2024-05-10"],
      [{ from: "2024-05-02", to: "2024-05-05" }],
      { current: 2, longest: 3 },
    ],
    [
      "a day that lies ahead, studied further east, counts",
      ["2024-05-09", "2024-05-11"],
      [{ from: "2024-05-10", to: "2024-05-10" }],
      { current: 2, longest: 2 },
    ],
    ["the same date twice is one day", ["2024-05-10", "2024-05-10"], [], { current: 1, longest: 1 }],
  ])("%s", (_, studied, gaps, expected) => {
    expect(computeStreakToday({ streak: null, studied, gaps, today: "2024-05-10" })).toEqual(expected);
  });

  test("agrees with going through the days one by one", () => {
    const day = fc.record({ studied: fc.boolean(), gap: fc.boolean() });
    fc.assert(
      fc.property(fc.array(day, { maxLength: DAYS }), fc.integer({ min: 0, max: DAYS }), (days, today) => {
        const studied = days.flatMap(({ studied }, index) => (studied ? [dateOf(index)] : []));
        const gaps = rangesOf(days.map(({ gap }) => gap));
        expect(computeStreakToday({ streak: null, studied: studied.toReversed(), gaps, today: dateOf(today) })).toEqual(
          naive(days, today),
        );
      }),
      { numRuns: 1000 },
    );
  });

  test("goes on from what is kept of the dates up to any of them", () => {
    const day = fc.record({ studied: fc.boolean(), gap: fc.boolean() });
    const through = fc.integer({ min: 0, max: DAYS - 1 });
    fc.assert(
      fc.property(fc.array(day, { maxLength: DAYS }), through, through, (days, kept, later) => {
        const today = dateOf(kept + 1 + later);
        const studied = days.flatMap(({ studied }, index) => (studied ? [dateOf(index)] : []));
        const gaps = rangesOf(days.map(({ gap }) => gap));
        const isKept = (date: string) => date <= dateOf(kept);
        const streak = foldStreak({ streak: null, studied: studied.filter(isKept), gaps, today: dateOf(kept + 1) });
        const rest = {
          studied: studied.filter((date) => !isKept(date)),
          gaps: gaps.filter(({ to }) => streak.until === null || to > streak.until),
        };
        expect(computeStreakToday({ streak, ...rest, today })).toEqual(
          computeStreakToday({ streak: null, studied, gaps, today }),
        );
      }),
      { numRuns: 1000 },
    );
  });
});

function naive(days: { studied: boolean; gap: boolean }[], today: number) {
  let current = 0;
  let longest = 0;
  for (const [index, { studied, gap }] of days.entries()) {
    if (studied) current++;
    else if (gap && index < today) current = 0;
    longest = Math.max(longest, current);
  }
  return { current, longest };
}

function rangesOf(inGap: boolean[]): DateRange[] {
  const ranges: DateRange[] = [];
  for (const [index, gap] of inGap.entries()) {
    if (!gap) continue;
    const last = ranges.at(-1);
    // Ranges that were settled one after the other may touch.
    if (last && inGap[index - 1] && index % 4 > 0) last.to = dateOf(index);
    else ranges.push({ from: dateOf(index), to: dateOf(index) });
  }
  return ranges;
}
