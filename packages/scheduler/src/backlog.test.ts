import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  BACKLOG_IN_USUAL_DAYS,
  type Backlog,
  CATCH_UP_DAYS,
  computeSpreadDays,
  findCatchUpNumber,
  forecastCatchUp,
  isBacklog,
  SPREAD_DAYS,
  suggestCatchUp,
} from "#backlog.ts";
import { NEW_CARD } from "#schedule.ts";
import { createReturn, followPlan } from "#testing/returning-students.ts";
import { findDue, STUDENTS } from "#testing/simulated-students.ts";

const anyReturn = fc.record({
  cards: fc.integer({ min: 60, max: 300 }),
  away: fc.integer({ min: 20, max: 200 }),
  seed: fc.nat(1000),
  usual: fc.integer({ min: 15, max: 40 }),
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

describe("suggestCatchUp", () => {
  it("has the same number every day, and ends when it says, for a student who returns after 120 days", () => {
    const returned = createReturn({ cards: 397, away: 120, seed: 7 });
    const { days, perDay } = suggestCatchUp(returned.backlog);
    expect(perDay).toBeGreaterThan(24);
    const shares = followPlan(returned, perDay);
    expect(shares.slice(0, -1)).toEqual(Array(shares.length - 1).fill(perDay));
    expect(Math.abs(shares.length - days)).toBeLessThanOrEqual(3);
    // Counting only the cards that are due now would promise an end after half of that time.
    expect(days).toBeGreaterThan(1.4 * (findDue(returned.student, returned.today).length / perDay));
  });

  it("ends on average within a day of its date", () => {
    const late = [1, 2, 3, 4, 5, 6].map((seed) => {
      const returned = createReturn({ cards: 397, away: 120, seed });
      const { days, perDay } = suggestCatchUp(returned.backlog);
      return followPlan(returned, perDay).length - days;
    });
    expect(Math.abs(late.reduce((sum, days) => sum + days, 0) / late.length)).toBeLessThan(1);
  });

  it("is followed to its end within a quarter of its days or three of them, and leaves nothing overdue", () => {
    fc.assert(
      fc.property(anyReturn, (shape) => {
        const returned = createReturn(shape);
        const { days, perDay } = suggestCatchUp(returned.backlog);
        const shares = followPlan(returned, perDay);
        expect(Math.abs(shares.length - days)).toBeLessThanOrEqual(Math.max(3, days / 4));
        for (const share of shares.slice(0, -1)) expect(Math.abs(share / perDay - 1)).toBeLessThanOrEqual(0.15);
        const tomorrow = returned.today + shares.length;
        expect(findDue(returned.student, tomorrow - 1)).toEqual([]);
      }),
      { numRuns: 12 },
    );
  });

  it("ends within a third of its days for students whose memory differs from the model", () => {
    const ratios = Object.keys(STUDENTS).map((name) => {
      const returned = createReturn({ cards: 250, away: 60, seed: 3, name, usual: 24 });
      const { days, perDay } = suggestCatchUp(returned.backlog);
      return followPlan(returned, perDay).length / days;
    });
    for (const ratio of ratios) expect(Math.abs(Math.log(ratio))).toBeLessThan(Math.log(4 / 3));
  });

  it("stays within its bounds, and within one and a half times the reviews of a usual day unless it is the longest", () => {
    fc.assert(
      fc.property(anyReturn, (shape) => {
        const { backlog } = createReturn(shape);
        const { days, perDay } = suggestCatchUp(backlog);
        expect(days).toBeGreaterThanOrEqual(CATCH_UP_DAYS.min);
        expect(days).toBeLessThanOrEqual(CATCH_UP_DAYS.max);
        if (days < CATCH_UP_DAYS.max) expect(perDay).toBeLessThanOrEqual(1.5 * Math.max(20, backlog.usual));
        expect(suggestCatchUp(backlog)).toEqual({ days, perDay });
      }),
      { numRuns: 10 },
    );
  });

  it("needs no reviews if nothing is due", () => {
    const { backlog } = createReturn({ cards: 8, away: 0, seed: 1 });
    expect(suggestCatchUp({ ...backlog, cards: [] })).toEqual({ days: 2, perDay: 0 });
    const unseen = [{ id: 1, schedule: NEW_CARD }];
    expect(suggestCatchUp({ ...backlog, cards: unseen })).toEqual({ days: 2, perDay: 0 });
  });
});

describe("a plan with days of rest", () => {
  const { backlog } = createReturn({ cards: 200, away: 60, seed: 2 });
  const restsOn = (day: number) => day > backlog.today && day <= backlog.today + 10;

  it("asks the same of its days of study, and ends after the rest", () => {
    const usual = suggestCatchUp(backlog);
    const resting = suggestCatchUp({ ...backlog, restsOn });
    expect(resting.days).toBeGreaterThanOrEqual(usual.days + 8);
    expect(resting.perDay).toBeLessThanOrEqual(1.5 * Math.max(20, backlog.usual));
  });

  it("asks everything of the days that are left, and counts today as one", () => {
    const due = findDueNow(backlog);
    expect(findCatchUpNumber({ ...backlog, restsOn }, 10)).toBe(due);
    expect(findCatchUpNumber({ ...backlog, restsOn: () => true }, 5)).toBe(due);
  });
});

describe("findCatchUpNumber", () => {
  it("finds the lowest number that suffices", () => {
    const { backlog } = createReturn({ cards: 200, away: 60, seed: 2 });
    const perDay = findCatchUpNumber(backlog, 5);
    expect(forecastCatchUp(backlog, perDay)).toBeLessThanOrEqual(5);
    expect(forecastCatchUp(backlog, Math.floor(0.95 * perDay))).toBeGreaterThan(5);
    expect(perDay).toBeLessThanOrEqual(findDueNow(backlog));
    const { days, perDay: suggested } = suggestCatchUp(backlog);
    expect(findCatchUpNumber(backlog, days)).toBe(suggested);
  });

  it("counts a large collection by a sample", () => {
    const { backlog } = createReturn({ cards: 250, away: 60, seed: 2 });
    const copies = [0, 1, 2, 3].flatMap((k) => backlog.cards.map((card) => ({ ...card, id: card.id + 1000 * k })));
    const many = findCatchUpNumber({ ...backlog, cards: copies }, 10) / 4;
    expect(Math.abs(many / findCatchUpNumber(backlog, 10) - 1)).toBeLessThan(0.1);
  });
});

const findDueNow = ({ cards, today }: Backlog) =>
  cards.filter(({ schedule }) => schedule.dueDay !== null && schedule.dueDay <= today).length;

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
