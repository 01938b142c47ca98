import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawnToDefaults, fitWeights, WEIGHT_BOUNDS } from "#fit.ts";
import { DEFAULT_WEIGHTS, type Weights } from "#memory.ts";
import { anyLog } from "#testing/arbitraries.ts";
import { simulatedLog } from "#testing/simulated-log.ts";
import { teachingPlaces, trainingLog } from "#training.ts";

/** Somebody who keeps what was easy for long, and forgets faster after a failure. */
const OTHER = DEFAULT_WEIGHTS.map((weight, i) => ({ 2: 5, 3: 25, 8: 1.6, 11: 1.2, 20: 0.25 })[i] ?? weight);

const withinBounds = (weights: Weights) =>
  weights.length === 21 &&
  weights.every((weight, i) => weight >= Number(WEIGHT_BOUNDS[i]?.min) && weight <= Number(WEIGHT_BOUNDS[i]?.max));

/** Between two sets of weights: of the logarithms, root mean square. */
const distance = (a: Weights, b: Weights) =>
  Math.hypot(...[2, 3].map((i) => Math.log(Number(a[i]) / Number(b[i])))) / Math.SQRT2;

describe("fitWeights", () => {
  it("gives the defaults when nothing teaches", () => {
    expect(fitWeights(trainingLog([]))).toEqual(DEFAULT_WEIGHTS);
    expect(fitWeights(trainingLog([{ cardId: 1, grade: 3, day: 1 }]))).toEqual(DEFAULT_WEIGHTS);
  });

  it("stays within the bounds of FSRS-6, is deterministic, and leaves the log alone", () => {
    fc.assert(
      fc.property(anyLog, (reviews) => {
        const log = trainingLog(reviews);
        const weights = fitWeights(log);
        expect(weights).toSatisfy(withinBounds);
        expect(fitWeights(trainingLog(reviews))).toEqual(weights);
        expect(log).toEqual(trainingLog(reviews));
      }),
      { numRuns: 50 },
    );
  });

  it("moves little on few reviews and comes nearer the truth with more", () => {
    const reviews = simulatedLog(6000, { weights: OTHER, seed: 3 });
    const after = (n: number) => fitWeights(trainingLog(reviews.slice(0, n)));
    expect(distance(after(30), DEFAULT_WEIGHTS)).toBeLessThan(0.05);
    expect(distance(after(6000), OTHER)).toBeLessThan(0.35);
    expect(distance(after(6000), OTHER)).toBeLessThan(distance(after(600), OTHER));
    expect(distance(after(600), OTHER)).toBeLessThan(distance(DEFAULT_WEIGHTS, OTHER));
  });

  it("does not believe a handful of odd answers all the way", () => {
    // Forgotten a day after Medio, twice: taken at its word, that is the lowest first stability there is.
    const first = Array.from({ length: 3 }, (_, cardId) => ({ cardId, grade: cardId === 0 ? 1 : 3, day: 1 }) as const);
    const later = first.slice(1).map(({ cardId }) => ({ cardId, grade: 1, day: 2 }) as const);
    const moved = Math.log(Number(fitWeights(trainingLog([...first, ...later]))[2]) / Number(DEFAULT_WEIGHTS[2]));
    const atItsWord = Math.log(0.1 / Number(DEFAULT_WEIGHTS[2])) * (2 / 402);
    expect(moved).toBeLessThan(0);
    expect(moved / atItsWord).toBeLessThan(0.8);
  });

  it("learns from the oldest only, when told so", () => {
    const reviews = simulatedLog(1500, { weights: OTHER, seed: 4 });
    const until = teachingPlaces(reviews).places.indexOf(700);
    expect(fitWeights(trainingLog(reviews), 700)).toEqual(fitWeights(trainingLog(reviews.slice(0, until))));
  });
});

describe("drawnToDefaults", () => {
  const anyWeights = fc.tuple(...WEIGHT_BOUNDS.map(({ min, max }) => fc.double({ min, max, noNaN: true })));

  it("gives the defaults for no reviews, the middle for 400, and nearly the learner's own for very many", () => {
    fc.assert(
      fc.property(anyWeights, (own) => {
        const [none, some, many] = [0, 400, 1e12].map((reviews) => drawnToDefaults(own, reviews)) as [
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
        expect(drawnToDefaults(own, reviews)).toSatisfy(withinBounds);
      }),
    );
  });
});
