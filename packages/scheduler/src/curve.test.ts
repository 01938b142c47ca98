import fc from "fast-check";
import { expect, it } from "vitest";
import { recallOnCurve } from "#curve.ts";
import { recallAfter, STABILITY_BOUNDS } from "#memory.ts";

it("is the curve by which cards are scheduled", () => {
  const stabilities = fc.double({ ...STABILITY_BOUNDS, noNaN: true });
  fc.assert(
    fc.property(stabilities, fc.integer({ min: 0, max: 36_500 }), (stability, days) => {
      expect(recallOnCurve(stability, days)).toBeCloseTo(recallAfter({ stability, difficulty: 5 }, days), 7);
    }),
  );
});

it("begins at 1 and has fallen to 0.9 after the stability", () => {
  expect(recallOnCurve(12, 0)).toBe(1);
  expect(recallOnCurve(12, 12)).toBeCloseTo(0.9, 12);
});
