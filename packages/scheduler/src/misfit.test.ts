import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calibrateRecall } from "#calibration.ts";
import { drawLuck } from "#luck.ts";
import { DEFAULT_MISFIT, estimateMisfit, type PredictedReview } from "#misfit.ts";

const anyReview: fc.Arbitrary<PredictedReview> = fc.record({
  elapsedDays: fc.integer({ min: 1, max: 400 }),
  expected: fc.double({ min: 0.001, max: 0.999, noNaN: true }),
  recalled: fc.boolean(),
});
const DAYS = [1, 2, 4, 8, 16, 32];
const ALIKE = [0, 0, 0, 0, 0, 0];
const UNLIKE = [0.5, -0.5, 0.5, -0.5, 0.5, -0.5];
const EASY = [0.5, 0.5, 0.5, 0.5, 0.5, 0.5];

/** Creates reviews of six kinds with a predicted recall of 0.9. The true recall of each kind has its own offset. */
function createReviews(offsets: readonly number[], count: number, seed = 1): PredictedReview[] {
  return Array.from({ length: count }, (_, i) => {
    const kind = i % DAYS.length;
    const chance = calibrateRecall({ a: 1, b: offsets[kind] as number }, 0.9);
    return { elapsedDays: DAYS[kind] as number, expected: 0.9, recalled: drawLuck(i, seed) < chance };
  });
}

const computeMeanMisfit = (offsets: readonly number[], count: number) =>
  Array.from({ length: 20 }, (_, seed) => estimateMisfit(createReviews(offsets, count, seed))).reduce(
    (a, b) => a + b / 20,
    0,
  );

describe("estimateMisfit", () => {
  it("returns the default without reviews, and a value near it after few", () => {
    expect(estimateMisfit([])).toBeCloseTo(DEFAULT_MISFIT, 12);
    expect(computeMeanMisfit(ALIKE, 30)).toBeCloseTo(DEFAULT_MISFIT, 2);
    expect(computeMeanMisfit(UNLIKE, 30)).toBeCloseTo(DEFAULT_MISFIT, 1);
  });

  it("returns less than the default if the predictions are right for every kind of reviews", () => {
    expect(computeMeanMisfit(ALIKE, 3000)).toBeLessThan(0.135);
  });

  it("returns the size of the offsets, whether they differ or are all the same", () => {
    for (const offsets of [UNLIKE, EASY]) {
      const misfit = computeMeanMisfit(offsets, 3000);
      expect(misfit).toBeGreaterThan(0.3);
      expect(misfit).toBeLessThan(0.5);
    }
  });

  it("returns a finite number above 0, regardless of the order of the reviews", () => {
    fc.assert(
      fc.property(fc.array(anyReview, { maxLength: 300 }), (reviews) => {
        const misfit = estimateMisfit(reviews);
        expect(Number.isFinite(misfit) && misfit > 0).toBe(true);
        expect(estimateMisfit(reviews.toReversed())).toBeCloseTo(misfit, 9);
      }),
    );
  });
});
