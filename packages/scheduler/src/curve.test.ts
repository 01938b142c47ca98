import fc from "fast-check";
import { expect, it } from "vitest";
import { DEFAULT_DECAY, recallOnCurve } from "#curve.ts";
import { createModel, DEFAULT_WEIGHTS, STABILITY_BOUNDS } from "#memory.ts";

it("is the curve by which cards are scheduled", () => {
  const stabilities = fc.double({ ...STABILITY_BOUNDS, noNaN: true });
  const decays = fc.constantFrom(DEFAULT_DECAY, 0.1, 0.3, 0.8);
  fc.assert(
    fc.property(stabilities, fc.integer({ min: 0, max: 36_500 }), decays, (stability, days, decay) => {
      const { recallAfter } = createModel(DEFAULT_WEIGHTS.with(20, decay));
      expect(recallOnCurve(stability, days, decay)).toBeCloseTo(recallAfter({ stability, difficulty: 5 }, days), 7);
    }),
  );
});

it("fades by the default weights unless told otherwise", () => {
  expect(DEFAULT_DECAY).toBe(DEFAULT_WEIGHTS[20]);
});

it("begins at 1 and has fallen to 0.9 after the stability", () => {
  expect(recallOnCurve(12, 0, DEFAULT_DECAY)).toBe(1);
  expect(recallOnCurve(12, 12, 0.5)).toBeCloseTo(0.9, 12);
});
