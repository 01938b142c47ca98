import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blendWithDefaults, fitWeights, WEIGHT_BOUNDS } from "#fit.ts";
import { DEFAULT_WEIGHTS, type Weights } from "#memory.ts";
import { anyLog } from "#testing/arbitraries.ts";
import { simulateLog } from "#testing/simulated-log.ts";
import { createTrainingLog, indexTeachingReviews } from "#training.ts";

/** A learner who remembers easy cards for long, and forgets faster after a failure. */
const OTHER = DEFAULT_WEIGHTS.map((weight, i) => ({ 2: 5, 3: 25, 8: 1.6, 11: 1.2, 20: 0.25 })[i] ?? weight);

const isWithinBounds = (weights: Weights) =>
  weights.length === 21 &&
  weights.every((weight, i) => weight >= Number(WEIGHT_BOUNDS[i]?.min) && weight <= Number(WEIGHT_BOUNDS[i]?.max));

/** The distance between two sets of weights: the root mean square of the difference of two logarithms. */
const computeDistance = (a: Weights, b: Weights) =>
  Math.hypot(...[2, 3].map((i) => Math.log(Number(a[i]) / Number(b[i])))) / Math.SQRT2;

describe("fitWeights", () => {
  it("returns the defaults if no review teaches", () => {
    expect(fitWeights(createTrainingLog([]))).toEqual(DEFAULT_WEIGHTS);
    expect(fitWeights(createTrainingLog([{ cardId: 1, grade: 3, day: 1 }]))).toEqual(DEFAULT_WEIGHTS);
  });

  it("stays within the bounds of FSRS-6, is deterministic, and does not change the log", () => {
    fc.assert(
      fc.property(anyLog, (reviews) => {
        const log = createTrainingLog(reviews);
        const weights = fitWeights(log);
        expect(weights).toSatisfy(isWithinBounds);
        expect(fitWeights(createTrainingLog(reviews))).toEqual(weights);
        expect(log).toEqual(createTrainingLog(reviews));
      }),
      { numRuns: 50 },
    );
  });

  it("changes little after few reviews and approaches the true weights with more", () => {
    const reviews = simulateLog(6000, { weights: OTHER, seed: 3 });
    const after = (n: number) => fitWeights(createTrainingLog(reviews.slice(0, n)));
    expect(computeDistance(after(30), DEFAULT_WEIGHTS)).toBeLessThan(0.05);
    expect(computeDistance(after(6000), OTHER)).toBeLessThan(0.35);
    expect(computeDistance(after(6000), OTHER)).toBeLessThan(computeDistance(after(600), OTHER));
    expect(computeDistance(after(600), OTHER)).toBeLessThan(computeDistance(DEFAULT_WEIGHTS, OTHER));
  });

  it("gives little weight to a few unexpected answers", () => {
    // Two cards were forgotten a day after Medio: without a prior, the fit would be the lowest first stability.
    const first = Array.from({ length: 3 }, (_, cardId) => ({ cardId, grade: cardId === 0 ? 1 : 3, day: 1 }) as const);
    const later = first.slice(1).map(({ cardId }) => ({ cardId, grade: 1, day: 2 }) as const);
    const moved = Math.log(Number(fitWeights(createTrainingLog([...first, ...later]))[2]) / Number(DEFAULT_WEIGHTS[2]));
    const withoutPrior = Math.log(0.1 / Number(DEFAULT_WEIGHTS[2])) * (2 / 402);
    expect(moved).toBeLessThan(0);
    expect(moved / withoutPrior).toBeLessThan(0.8);
  });

  it("learns only from as many of the oldest reviews as requested", () => {
    const reviews = simulateLog(1500, { weights: OTHER, seed: 4 });
    const until = indexTeachingReviews(reviews).places.indexOf(700);
    expect(fitWeights(createTrainingLog(reviews), 700)).toEqual(fitWeights(createTrainingLog(reviews.slice(0, until))));
  });
});

describe("blendWithDefaults", () => {
  const anyWeights = fc.tuple(...WEIGHT_BOUNDS.map(({ min, max }) => fc.double({ min, max, noNaN: true })));

  it("returns the defaults for no reviews, the middle for 400, and nearly the learner's own for very many", () => {
    fc.assert(
      fc.property(anyWeights, (own) => {
        const [none, some, many] = [0, 400, 1e12].map((reviews) => blendWithDefaults(own, reviews)) as [
          Weights,
          Weights,
          Weights,
        ];
        for (const [i, standard] of DEFAULT_WEIGHTS.entries()) {
          const weight = own[i] as number;
          expect(none[i]).toBeCloseTo(standard, 9);
          expect(some[i]).toBeCloseTo(i < 4 ? Math.sqrt(weight * standard) : (weight + standard) / 2, 9);
          expect(many[i]).toBeCloseTo(weight, 6);
        }
      }),
    );
  });

  it("stays within the bounds", () => {
    fc.assert(
      fc.property(anyWeights, fc.nat(100_000), (own, reviews) => {
        expect(blendWithDefaults(own, reviews)).toSatisfy(isWithinBounds);
      }),
    );
  });
});
