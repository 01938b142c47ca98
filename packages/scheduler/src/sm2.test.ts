import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_MODEL, DEFAULT_WEIGHTS } from "#memory.ts";
import { memoryOfInterval } from "#sm2.ts";

describe("memoryOfInterval", () => {
  it("has fallen to 90 % when the interval ends", () => {
    expect(DEFAULT_MODEL.recallAfter(memoryOfInterval(30, 2.5, DEFAULT_WEIGHTS), 30)).toBeCloseTo(0.9, 6);
  });

  it("is easier with a greater ease", () => {
    const difficulty = (ease: number) => memoryOfInterval(20, ease, DEFAULT_WEIGHTS).difficulty;
    expect(difficulty(3)).toBeLessThan(difficulty(2.5));
    expect(difficulty(2.5)).toBeLessThan(difficulty(1.8));
  });

  it("is always one that the model takes", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
        fc.double({ min: 0.001, max: 100, noNaN: true }),
        (interval, ease) => {
          const memory = memoryOfInterval(interval, ease, DEFAULT_WEIGHTS);
          expect(DEFAULT_MODEL.recallAfter(memory, 1)).toBeGreaterThan(0);
        },
      ),
    );
  });
});
