import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computeLossUntilTomorrow } from "#loss.ts";
import { DEFAULT_MODEL } from "#memory.ts";
import { NEW_CARD } from "#schedule.ts";
import { anyCardAndDay } from "#testing/arbitraries.ts";

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
