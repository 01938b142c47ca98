import fc from "fast-check";
import { expect, it } from "vitest";
import { recallShare } from "#recall-share.ts";

const anyProbability = fc.double({ min: 0, max: 1, noNaN: true });

it("follows the worked example: of 100 cards 90 are recalled, 5.4 of them with Difícil, and 10 are not", () => {
  expect(recallShare(0.9)).toBeCloseTo(5.4 / 15.4, 12);
  expect([recallShare(0), recallShare(1)]).toEqual([0, 1]);
});

it("grows with what was expected, and never tells of more recall than that", () => {
  fc.assert(
    fc.property(anyProbability, anyProbability, (p, q) => {
      expect(recallShare(Math.min(p, q))).toBeLessThanOrEqual(recallShare(Math.max(p, q)));
      expect(recallShare(p)).toBeLessThanOrEqual(p);
    }),
  );
});
