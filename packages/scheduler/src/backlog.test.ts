import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  BACKLOG_IN_USUAL_DAYS,
  CATCH_UP_DAYS,
  computeCatchUpShare,
  computeLossUntilTomorrow,
  computeSpreadDays,
  isBacklog,
  SPREAD_DAYS,
  suggestCatchUp,
} from "#backlog.ts";
import { DEFAULT_MODEL } from "#memory.ts";
import { NEW_CARD } from "#schedule.ts";
import { anyCardAndDay } from "#testing/arbitraries.ts";

const backlog = fc.record({
  due: fc.nat(5000),
  usual: fc.nat(200),
  later: fc.array(fc.nat(80), { maxLength: 70 }).map((counts) => (ahead: number) => counts[ahead - 1] ?? 0),
});

describe("isBacklog", () => {
  it("returns true from three usual days of reviews on", () => {
    expect(isBacklog({ due: 149, usual: 50 })).toBe(false);
    expect(isBacklog({ due: 50 * BACKLOG_IN_USUAL_DAYS, usual: 50 })).toBe(true);
  });

  it("returns false for fewer than 60 cards, however few are usual", () => {
    expect(isBacklog({ due: 40, usual: 1 })).toBe(false);
    expect(isBacklog({ due: 60, usual: 0 })).toBe(true);
  });
});

describe("computeCatchUpShare", () => {
  it("includes cards that fall due during the plan, but not on the day after it", () => {
    expect(computeCatchUpShare({ due: 90, later: () => 10 }, 3)).toBe(37);
    expect(computeCatchUpShare({ due: 90, later: () => 10 }, 1)).toBe(90);
  });

  it("leaves no card due if each day's share is reviewed", () => {
    fc.assert(
      fc.property(backlog, fc.integer({ min: 1, max: 60 }), ({ due, later }, days) => {
        let left = due;
        for (let day = 0; day < days; day++) {
          const comes = (ahead: number) => later(day + ahead);
          left -= Math.min(left, computeCatchUpShare({ due: left, later: comes }, days - day));
          if (day < days - 1) left += later(day + 1);
        }
        expect(left).toBe(0);
      }),
    );
  });
});

describe("suggestCatchUp", () => {
  it("stays within its bounds and, if possible, within one and a half times the reviews of a usual day", () => {
    fc.assert(
      fc.property(backlog, (waiting) => {
        const { days, perDay } = suggestCatchUp(waiting);
        expect(days).toBeGreaterThanOrEqual(CATCH_UP_DAYS.min);
        expect(days).toBeLessThanOrEqual(CATCH_UP_DAYS.max);
        expect(perDay).toBe(computeCatchUpShare(waiting, days));
        if (days < CATCH_UP_DAYS.max) expect(perDay).toBeLessThanOrEqual(1.5 * Math.max(20, waiting.usual));
      }),
    );
  });

  it("returns the shortest sufficient plan", () => {
    expect(suggestCatchUp({ due: 400, usual: 40, later: () => 20 })).toEqual({ days: 10, perDay: 58 });
  });
});

describe("computeSpreadDays", () => {
  it("returns half the length of the break, rounded up, between 2 and 14", () => {
    const lengths = [1, 3, 4, 5, 10, 27, 28, 29, 60];
    expect(lengths.map(computeSpreadDays)).toEqual([2, 2, 2, 3, 5, 14, 14, 14, 14]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), (days) => {
        expect(computeSpreadDays(days)).toBeGreaterThanOrEqual(SPREAD_DAYS.min);
        expect(computeSpreadDays(days)).toBeLessThanOrEqual(SPREAD_DAYS.max);
        expect(computeSpreadDays(days + 1)).toBeGreaterThanOrEqual(computeSpreadDays(days));
      }),
    );
  });
});

describe("computeLossUntilTomorrow", () => {
  const rated = (stability: number) => ({ memory: { stability, difficulty: 5 }, lastReviewDay: 100 });

  it("returns a number from 0 to 1, and 0 for a card that was never rated", () => {
    fc.assert(
      fc.property(anyCardAndDay, ({ card, today }) => {
        const loss = computeLossUntilTomorrow(card, today, DEFAULT_MODEL);
        expect(loss).toBeGreaterThanOrEqual(0);
        expect(loss).toBeLessThanOrEqual(1);
      }),
    );
    expect(computeLossUntilTomorrow(NEW_CARD, 100, DEFAULT_MODEL)).toBe(0);
  });

  it("returns more for a weak memory than for a strong one, and more for a card just due than for one long overdue", () => {
    const loss = (stability: number, today: number) => computeLossUntilTomorrow(rated(stability), today, DEFAULT_MODEL);
    expect(loss(3, 103)).toBeGreaterThan(loss(60, 160));
    expect(loss(3, 103)).toBeGreaterThan(loss(3, 160));
  });
});
