import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computeRecallOnCurve, DEFAULT_DECAY } from "#curve.ts";
import { createModel, DEFAULT_WEIGHTS, STABILITY_BOUNDS } from "#memory.ts";

describe("computeRecallOnCurve", () => {
  it("agrees with the model's recallAfter", () => {
    const stabilities = fc.double({ ...STABILITY_BOUNDS, noNaN: true });
    const decays = fc.constantFrom(DEFAULT_DECAY, 0.1, 0.3, 0.8);
    fc.assert(
      fc.property(stabilities, fc.integer({ min: 0, max: 36_500 }), decays, (stability, days, decay) => {
        const { recallAfter } = createModel(DEFAULT_WEIGHTS.with(20, decay));
        expect(computeRecallOnCurve(stability, days, decay)).toBeCloseTo(
          recallAfter({ stability, difficulty: 5 }, days),
          7,
        );
      }),
    );
  });

  it("returns 1 on the day of the review and 0.9 after as many days as the stability", () => {
    expect(computeRecallOnCurve(12, 0, DEFAULT_DECAY)).toBe(1);
    expect(computeRecallOnCurve(12, 12, 0.5)).toBeCloseTo(0.9, 12);
  });
});

describe("DEFAULT_DECAY", () => {
  it("is the decay of the default weights", () => {
    expect(DEFAULT_DECAY).toBe(DEFAULT_WEIGHTS[20]);
  });
});
