import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateRecallShare } from "#recall-share.ts";

const anyProbability = fc.double({ min: 0, max: 1, noNaN: true });
const anyShare = fc.double({ min: 0.001, max: 1, noNaN: true });

describe("estimateRecallShare", () => {
  it("follows a worked example: of 100 cards 90 are recalled, 5.4 of them with Difícil, and 10 are not", () => {
    expect(estimateRecallShare(0.9)).toBeCloseTo(5.4 / 15.4, 12);
    expect([estimateRecallShare(0), estimateRecallShare(1)]).toEqual([0, 1]);
  });

  it("grows with the expected recall and never exceeds it", () => {
    fc.assert(
      fc.property(anyProbability, anyProbability, anyShare, (p, q, share) => {
        expect(estimateRecallShare(Math.min(p, q), share)).toBeLessThanOrEqual(
          estimateRecallShare(Math.max(p, q), share),
        );
        expect(estimateRecallShare(p, share)).toBeLessThanOrEqual(p + 1e-15);
      }),
    );
  });
});
