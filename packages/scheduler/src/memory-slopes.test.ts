import fc from "fast-check";
import { expect, it } from "vitest";
import { WEIGHT_BOUNDS } from "#fit.ts";
import { createModel, DEFAULT_WEIGHTS, type MemoryState } from "#memory.ts";
import { slopedMemory, slopedModel } from "#memory-slopes.ts";
import type { Grade } from "#rating.ts";

const anyWeights = fc.tuple(
  ...WEIGHT_BOUNDS.map(({ min, max }, i) => fc.double({ min: i < 4 ? 0.001 : min, max, noNaN: true })),
);
const anyGrade = fc.constantFrom<(Grade | null)[]>(1, 2, 3, 4, null);
const anyHistory = fc.array(fc.record({ days: fc.oneof(fc.nat(2), fc.nat(400)), grade: anyGrade }), { maxLength: 12 });

it("moves a memory as the model does, under any weights", () => {
  fc.assert(
    fc.property(fc.oneof(fc.constant(DEFAULT_WEIGHTS), anyWeights), anyGrade, anyHistory, (weights, first, history) => {
      const model = createModel(weights);
      const sloped = slopedModel(model.weights);
      const memory = slopedMemory();
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
        // Eight decimals are few for the stability of a minute.
        expect(Math.abs(memory.logStability - Math.log(expected.stability))).toBeLessThan(1e-3);
        memory.logStability = Math.log(expected.stability);
        memory.difficulty = expected.difficulty;
      }
    }),
    { numRuns: 300 },
  );
});
