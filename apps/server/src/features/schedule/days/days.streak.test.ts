import { addDays, type DateRange } from "@repasa/scheduler/local-dates.ts";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { computeStreakToday, foldStreak } from "./days.streak.ts";

const DAYS = 60;
const dateOf = (day: number) => addDays("2024-02-01", day);

describe("computeStreakToday", () => {
  test.each([
    ["is 0 for a user who never studied", [], [], { current: 0, longest: 0 }],
    ["counts today", ["2024-05-10"], [], { current: 1, longest: 1 }],
    ["is not broken by today, not yet studied", ["2024-05-08", "2024-05-09"], [], { current: 2, longest: 2 }],
    [
      "is not broken by a gap that begins today",
      ["2024-05-09"],
      [{ from: "2024-05-10", to: "2024-05-10" }],
      { current: 1, longest: 1 },
    ],
    [
      "is broken by a missed yesterday",
      ["2024-05-07", "2024-05-08"],
      [{ from: "2024-05-09", to: "2024-05-09" }],
      { current: 0, longest: 2 },
    ],
    [
      "is neither broken nor lengthened by days with nothing pending",
      ["2024-05-01", "2024-05-10"],
      [],
      { current: 2, longest: 2 },
    ],
    [
      "is not broken by a studied day within a gap",
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
      "counts a studied day after today, of a user who has travelled west",
      ["2024-05-09", "2024-05-11"],
      [{ from: "2024-05-10", to: "2024-05-10" }],
      { current: 2, longest: 2 },
    ],
    ["counts a repeated date once", ["2024-05-10", "2024-05-10"], [], { current: 1, longest: 1 }],
  ])("%s", (_, studied, gaps, expected) => {
    expect(computeStreakToday({ streak: null, studied, gaps, today: "2024-05-10" })).toEqual(expected);
  });

  test("gives the same result as a loop over all days", () => {
    const day = fc.record({ studied: fc.boolean(), gap: fc.boolean() });
    fc.assert(
      fc.property(fc.array(day, { maxLength: DAYS }), fc.integer({ min: 0, max: DAYS }), (days, today) => {
        const studied = days.flatMap(({ studied }, index) => (studied ? [dateOf(index)] : []));
        const gaps = rangesOf(days.map(({ gap }) => gap));
        expect(computeStreakToday({ streak: null, studied: studied.toReversed(), gaps, today: dateOf(today) })).toEqual(
          computeStreakByLoop(days, today),
        );
      }),
      { numRuns: 1000 },
    );
  });

  test("gives the same result when it continues a streak stored for the dates up to any date", () => {
    const day = fc.record({ studied: fc.boolean(), gap: fc.boolean() });
    const through = fc.integer({ min: 0, max: DAYS - 1 });
    fc.assert(
      fc.property(fc.array(day, { maxLength: DAYS }), through, through, (days, lastStored, later) => {
        const today = dateOf(lastStored + 1 + later);
        const studied = days.flatMap(({ studied }, index) => (studied ? [dateOf(index)] : []));
        const gaps = rangesOf(days.map(({ gap }) => gap));
        const isStored = (date: string) => date <= dateOf(lastStored);
        const nextDate = dateOf(lastStored + 1);
        const streak = foldStreak({ streak: null, studied: studied.filter(isStored), gaps, today: nextDate });
        const rest = {
          studied: studied.filter((date) => !isStored(date)),
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

function computeStreakByLoop(days: { studied: boolean; gap: boolean }[], today: number) {
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
