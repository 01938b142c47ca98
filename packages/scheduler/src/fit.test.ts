import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fitWeights, WEIGHT_BOUNDS } from "#fit.ts";
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

  it("draws towards the defaults by n / (n + 400)", () => {
    // The same reviews again and again: the likeliest weights change little, what they count for does.
    const once = simulatedLog(400, { weights: OTHER, seed: 8 });
    const times = (k: number) =>
      Array.from({ length: k }, (_, round) =>
        once.map((review) => ({ ...review, cardId: review.cardId + round * 1000 })),
      ).flat();
    const distances = [1, 4, 16].map((k) => distance(fitWeights(trainingLog(times(k))), DEFAULT_WEIGHTS));
    expect(distances).toEqual(distances.toSorted((a, b) => a - b));
  });

  it("learns from the oldest only, when told so", () => {
    const reviews = simulatedLog(1500, { weights: OTHER, seed: 4 });
    const until = teachingPlaces(reviews).places.indexOf(700);
    expect(fitWeights(trainingLog(reviews), 700)).toEqual(fitWeights(trainingLog(reviews.slice(0, until))));
  });
});
