import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DEFAULT_MODEL, DEFAULT_WEIGHTS } from "#memory.ts";
import { estimateMemory } from "#sm2.ts";

describe("estimateMemory", () => {
  it("returns a memory whose recall is 90 % at the end of the interval", () => {
    expect(DEFAULT_MODEL.recallAfter(estimateMemory(30, 2.5, DEFAULT_WEIGHTS), 30)).toBeCloseTo(0.9, 6);
  });

  it("returns a lower difficulty for a higher ease", () => {
    const difficulty = (ease: number) => estimateMemory(20, ease, DEFAULT_WEIGHTS).difficulty;
    expect(difficulty(3)).toBeLessThan(difficulty(2.5));
    expect(difficulty(2.5)).toBeLessThan(difficulty(1.8));
  });

  it("returns a memory that is valid in the model", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
        fc.double({ min: 0.001, max: 100, noNaN: true }),
        (interval, ease) => {
          const memory = estimateMemory(interval, ease, DEFAULT_WEIGHTS);
          expect(DEFAULT_MODEL.recallAfter(memory, 1)).toBeGreaterThan(0);
        },
      ),
    );
  });
});
