import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { WEIGHT_BOUNDS } from "#fit.ts";
import { createModel, DEFAULT_WEIGHTS, type MemoryState } from "#memory.ts";
import { createSlopedMemory, createSlopedModel } from "#memory-slopes.ts";
import { anyGrade } from "#testing/arbitraries.ts";

const anyWeights = fc.tuple(
  ...WEIGHT_BOUNDS.map(({ min, max }, i) => fc.double({ min: i < 4 ? 0.001 : min, max, noNaN: true })),
);
const anyHistory = fc.array(fc.record({ days: fc.oneof(fc.nat(2), fc.nat(400)), grade: anyGrade }), { maxLength: 12 });

describe("createSlopedModel", () => {
  it("computes the same memories as createModel, with any weights", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.constant(DEFAULT_WEIGHTS), anyWeights),
        anyGrade,
        anyHistory,
        (weights, first, history) => {
          const model = createModel(weights);
          const sloped = createSlopedModel(model.weights);
          const memory = createSlopedMemory();
          const recalled = { recall: 1, byStability: 0, byDecay: 0 };
          let expected: MemoryState = model.firstMemory(first);
          sloped.begin(memory, first);
          for (const { days, grade } of history) {
            const recall = model.recallAfter(expected, days);
            if (days > 0) {
              sloped.recallAfter(memory, days, recalled);
              expect(recalled.recall).toBeCloseTo(recall, 4);
            }
            expected = model.nextMemory(expected, days, grade, recall);
            sloped.step(memory, days, grade, recalled);
            expect(memory.difficulty).toBeCloseTo(expected.difficulty, 5);
            // The model rounds to eight decimals, which is coarse for a stability of minutes.
            expect(Math.abs(memory.logStability - Math.log(expected.stability))).toBeLessThan(1e-3);
            memory.logStability = Math.log(expected.stability);
            memory.difficulty = expected.difficulty;
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
