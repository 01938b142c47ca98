import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { BUTTON_LEARNER, BUTTON_SETTINGS } from "#testing/button-learner.ts";
import { estimateReviewsPerDay } from "#workload.ts";

const at = (stabilities: number[], desiredRetention: number) =>
  estimateReviewsPerDay(
    stabilities.map((days) => ({ days, cards: 1 })),
    { ...BUTTON_LEARNER, settings: { ...BUTTON_SETTINGS, desiredRetention } },
  );

describe("estimateReviewsPerDay", () => {
  it("counts one review per interval, and one more after each lapse", () => {
    // At 0.9 the interval is the stability itself: 10 days, and every tenth review brings one more.
    expect(at([10, 10], 0.9)).toBeCloseTo(2 * 1.1 * 0.1, 10);
    expect(at([], 0.9)).toBe(0);
  });

  it("counts a card at most once per promise of Medio, and at least once a year", () => {
    expect(at([0.01], 0.9)).toBeCloseTo(1.1 / 3, 10);
    expect(at([36_500], 0.9)).toBeCloseTo(1.1 / 365, 10);
  });

  it("returns the sum over all cards", () => {
    const stability = fc.double({ min: 0.001, max: 36_500, noNaN: true });
    fc.assert(
      fc.property(fc.array(stability), fc.array(stability), (some, others) => {
        expect(at([...some, ...others], 0.85)).toBeCloseTo(at(some, 0.85) + at(others, 0.85), 8);
      }),
    );
  });

  it("returns the same for a group of cards of one stability as for each alone", () => {
    const together = estimateReviewsPerDay([{ days: 12, cards: 3 }], BUTTON_LEARNER);
    expect(together).toBeCloseTo(at([12, 12, 12], BUTTON_LEARNER.settings.desiredRetention), 10);
  });
});
