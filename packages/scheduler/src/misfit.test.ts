import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calibratedRecall } from "#calibration.ts";
import { luckOf } from "#luck.ts";
import { type ForetoldReview, misfitOf, USUAL_MISFIT } from "#misfit.ts";

const anyReview: fc.Arbitrary<ForetoldReview> = fc.record({
  elapsedDays: fc.integer({ min: 1, max: 400 }),
  expected: fc.double({ min: 0.001, max: 0.999, noNaN: true }),
  recalled: fc.boolean(),
});
const DAYS = [1, 2, 4, 8, 16, 32];
const ALIKE = [0, 0, 0, 0, 0, 0];
const UNLIKE = [0.5, -0.5, 0.5, -0.5, 0.5, -0.5];
const EASY = [0.5, 0.5, 0.5, 0.5, 0.5, 0.5];

/** Reviews of six kinds that are foretold to be recalled nine times in ten, and are so with an offset of each kind's own. */
function reviewsWith(offsets: readonly number[], count: number, seed = 1): ForetoldReview[] {
  return Array.from({ length: count }, (_, i) => {
    const kind = i % DAYS.length;
    const chance = calibratedRecall({ a: 1, b: offsets[kind] as number }, 0.9);
    return { elapsedDays: DAYS[kind] as number, expected: 0.9, recalled: luckOf(i, seed) < chance };
  });
}

const meanMisfit = (offsets: readonly number[], count: number) =>
  Array.from({ length: 20 }, (_, seed) => misfitOf(reviewsWith(offsets, count, seed))).reduce((a, b) => a + b / 20, 0);

describe("misfitOf", () => {
  it("is the usual one as long as there is nothing to tell it from, and near it as long as there is little", () => {
    expect(misfitOf([])).toBeCloseTo(USUAL_MISFIT, 12);
    expect(meanMisfit(ALIKE, 30)).toBeCloseTo(USUAL_MISFIT, 2);
    expect(meanMisfit(UNLIKE, 30)).toBeCloseTo(USUAL_MISFIT, 1);
  });

  it("falls where every kind comes out as foretold", () => {
    expect(meanMisfit(ALIKE, 3000)).toBeLessThan(0.135);
  });

  it("finds how far the kinds lie off, whether from each other or all to one side", () => {
    for (const offsets of [UNLIKE, EASY]) {
      const misfit = meanMisfit(offsets, 3000);
      expect(misfit).toBeGreaterThan(0.3);
      expect(misfit).toBeLessThan(0.5);
    }
  });

  it("is finite, above 0, and the same in whichever order the reviews are told", () => {
    fc.assert(
      fc.property(fc.array(anyReview, { maxLength: 300 }), (reviews) => {
        const misfit = misfitOf(reviews);
        expect(Number.isFinite(misfit) && misfit > 0).toBe(true);
        expect(misfitOf(reviews.toReversed())).toBeCloseTo(misfit, 9);
      }),
    );
  });
});
