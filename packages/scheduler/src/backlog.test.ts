import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  BACKLOG_IN_USUAL_DAYS,
  CATCH_UP_DAYS,
  catchUpShare,
  isBacklog,
  lossUntilTomorrow,
  SPREAD_DAYS,
  spreadDays,
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
  it("is three usual days or more", () => {
    expect(isBacklog({ due: 149, usual: 50 })).toBe(false);
    expect(isBacklog({ due: 50 * BACKLOG_IN_USUAL_DAYS, usual: 50 })).toBe(true);
  });

  it("is not made of a few cards, however little is usual", () => {
    expect(isBacklog({ due: 40, usual: 1 })).toBe(false);
    expect(isBacklog({ due: 60, usual: 0 })).toBe(true);
  });
});

describe("catchUpShare", () => {
  it("counts what falls due meanwhile, but not on the day after the plan", () => {
    expect(catchUpShare({ due: 90, later: () => 10 }, 3)).toBe(37);
    expect(catchUpShare({ due: 90, later: () => 10 }, 1)).toBe(90);
  });

  it("leaves nothing when each day's share is done", () => {
    fc.assert(
      fc.property(backlog, fc.integer({ min: 1, max: 60 }), ({ due, later }, days) => {
        let left = due;
        for (let day = 0; day < days; day++) {
          const comes = (ahead: number) => later(day + ahead);
          left -= Math.min(left, catchUpShare({ due: left, later: comes }, days - day));
          if (day < days - 1) left += later(day + 1);
        }
        expect(left).toBe(0);
      }),
    );
  });
});

describe("suggestCatchUp", () => {
  it("stays within its bounds, and within one and a half usual days where it can", () => {
    fc.assert(
      fc.property(backlog, (waiting) => {
        const { days, perDay } = suggestCatchUp(waiting);
        expect(days).toBeGreaterThanOrEqual(CATCH_UP_DAYS.min);
        expect(days).toBeLessThanOrEqual(CATCH_UP_DAYS.max);
        expect(perDay).toBe(catchUpShare(waiting, days));
        if (days < CATCH_UP_DAYS.max) expect(perDay).toBeLessThanOrEqual(1.5 * Math.max(20, waiting.usual));
      }),
    );
  });

  it("is no longer than it needs to be", () => {
    expect(suggestCatchUp({ due: 400, usual: 40, later: () => 20 })).toEqual({ days: 10, perDay: 58 });
  });
});

describe("spreadDays", () => {
  it("is half of the break's days, rounded up, but 2 at least and 14 at most", () => {
    const lengths = [1, 3, 4, 5, 10, 27, 28, 29, 60];
    expect(lengths.map(spreadDays)).toEqual([2, 2, 2, 3, 5, 14, 14, 14, 14]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 60 }), (days) => {
        expect(spreadDays(days)).toBeGreaterThanOrEqual(SPREAD_DAYS.min);
        expect(spreadDays(days)).toBeLessThanOrEqual(SPREAD_DAYS.max);
        expect(spreadDays(days + 1)).toBeGreaterThanOrEqual(spreadDays(days));
      }),
    );
  });
});

describe("lossUntilTomorrow", () => {
  const rated = (stability: number) => ({ memory: { stability, difficulty: 5 }, lastReviewDay: 100 });

  it("is a share of the card, and nothing for one never rated", () => {
    fc.assert(
      fc.property(anyCardAndDay, ({ card, today }) => {
        const loss = lossUntilTomorrow(card, today, DEFAULT_MODEL);
        expect(loss).toBeGreaterThanOrEqual(0);
        expect(loss).toBeLessThanOrEqual(1);
      }),
    );
    expect(lossUntilTomorrow(NEW_CARD, 100, DEFAULT_MODEL)).toBe(0);
  });

  it("is greater for a weak memory than for a strong one, and for one just due than for one long lost", () => {
    const loss = (stability: number, today: number) => lossUntilTomorrow(rated(stability), today, DEFAULT_MODEL);
    expect(loss(3, 103)).toBeGreaterThan(loss(60, 160));
    expect(loss(3, 103)).toBeGreaterThan(loss(3, 160));
  });
});
