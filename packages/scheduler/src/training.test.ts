import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { LoggedReview } from "#fold.ts";
import { createModel, DEFAULT_WEIGHTS, type Weights } from "#memory.ts";
import type { Grade } from "#rating.ts";
import { anyLog } from "#testing/arbitraries.ts";
import { simulateLog } from "#testing/simulated-log.ts";
import { computeLoss, createTrainingLog, indexTeachingReviews } from "#training.ts";

const on = (day: number, cardId: number, grade: Grade | null): LoggedReview => ({ day, cardId, grade });
const findPlaces = (reviews: LoggedReview[]) => [...indexTeachingReviews(reviews).places];

describe("indexTeachingReviews", () => {
  it("starts at the first forgotten card and stops at a Difícil that may be an Again", () => {
    const reviews = [
      [on(1, 1, 3), on(2, 1, 3), on(3, 1, 1), on(4, 1, 3), on(5, 1, 2)],
      [on(6, 1, null), on(7, 1, 3), on(8, 1, 1), on(9, 1, 4)],
    ];
    expect(findPlaces(reviews.flat())).toEqual([-1, -1, -1, 0, 1, -1, -1, -1, 2]);
  });

  it("finds certain answers in every period, which neither start nor end one", () => {
    const typed = (day: number, grade: Grade | null): LoggedReview => ({ day, cardId: 1, grade, isCertain: true });
    const reviews = [on(1, 1, 3), typed(2, 1), on(3, 1, 3), typed(4, 3), typed(5, null), on(6, 1, 1), typed(7, 2)];
    expect(findPlaces([...reviews, on(8, 1, 2), on(9, 1, null), typed(10, 4), on(11, 1, 3)])).toEqual([
      ...[-1, 0, -1, 1, -1, -1, 2],
      ...[3, -1, 4, -1],
    ]);
  });

  it("leaves out first ratings, second ratings on one day, and those on an earlier day", () => {
    expect(findPlaces([on(1, 1, 1), on(1, 1, 3), on(1, 2, 3), on(0, 2, 3), on(3, 1, 3), on(3, 2, 3)])).toEqual([
      -1, -1, -1, -1, 0, 1,
    ]);
  });

  it("finds no review of a learner who never reports a forgotten card", () => {
    const withoutForgotten = anyLog.map((log) =>
      log.map((review) => ({ ...review, grade: review.grade === 1 ? null : review.grade, isCertain: false })),
    );
    fc.assert(
      fc.property(withoutForgotten, (log) => {
        expect(indexTeachingReviews(log).teaching).toBe(0);
      }),
    );
  });
});

describe("createTrainingLog", () => {
  it("contains every review once, card by card, with its index", () => {
    fc.assert(
      fc.property(anyLog, (log) => {
        const { cardEnds, grades, elapsedDays, places, teaching } = createTrainingLog(log);
        expect([grades.length, elapsedDays.length, places.length]).toEqual([log.length, log.length, log.length]);
        expect(cardEnds.length).toBe(new Set(log.map(({ cardId }) => cardId)).size);
        expect(cardEnds.at(-1) ?? 0).toBe(log.length);
        expect(teaching).toBe(indexTeachingReviews(log).teaching);
        expect([...places].filter((place) => place >= 0).sort((a, b) => a - b)).toEqual([...Array(teaching).keys()]);
      }),
    );
  });
});

describe("computeLoss", () => {
  const log = createTrainingLog(simulateLog(600, { weights: DEFAULT_WEIGHTS, seed: 5 }));
  const all = log.teaching;
  // The weights differ from the defaults, so that none is at a bound.
  const weights: Weights = createModel(
    DEFAULT_WEIGHTS.map((w, i) => w * (1 + 0.1 * Math.sin(i)) + (i === 7 ? 0.05 : 0)),
  ).weights;

  it("returns the sum of the log losses of the model's predictions", () => {
    const reviews = [on(1, 1, 1), on(3, 1, 3), on(9, 1, 1)];
    const model = createModel(weights);
    const first = model.firstMemory(1);
    const p = model.recallAfter(first, 2);
    const q = model.recallAfter(model.nextMemory(first, 2, 3, p), 6);
    const { loss } = computeLoss(createTrainingLog(reviews), weights, 2);
    expect(loss).toBeCloseTo(-Math.log(p) - Math.log(1 - q), 6);
    expect(computeLoss(createTrainingLog(reviews), weights, 1).loss).toBeCloseTo(-Math.log(p), 6);
  });

  it.each(DEFAULT_WEIGHTS.map((_, i) => i))("returns the derivative by weight %i", (i) => {
    const lossNear = (by: number) => {
      const weight = weights[i] as number;
      return computeLoss(log, weights.with(i, i < 4 ? weight * Math.exp(by) : weight + by), all).loss;
    };
    const slope = (lossNear(1e-5) - lossNear(-1e-5)) / 2e-5;
    const { slopes } = computeLoss(log, weights, all);
    expect(Math.abs((slopes[i] as number) - slope)).toBeLessThan(1e-4 * Math.max(1, Math.abs(slope)));
  });

  it("returns a curvature without negative numbers in its diagonal", () => {
    const { curvature } = computeLoss(log, weights, all);
    for (let i = 0; i < 21; i++) expect(curvature[i * 21 + i]).toBeGreaterThanOrEqual(0);
  });
});
