import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fold, type LoggedReview } from "#fold.ts";
import { createModel, DEFAULT_WEIGHTS } from "#memory.ts";
import { isRefitDue, refit, refold } from "#refit.ts";
import { NEW_CARD } from "#schedule.ts";
import { anyLog } from "#testing/arbitraries.ts";
import { BUTTON_LEARNER } from "#testing/button-learner.ts";
import { simulateLog } from "#testing/simulated-log.ts";
import { indexTeachingReviews } from "#training.ts";

const OTHER = DEFAULT_WEIGHTS.map((weight, i) => ({ 2: 12, 3: 60, 8: 1.2, 9: 0.3, 20: 0.4 })[i] ?? weight);

describe("isRefitDue", () => {
  it("returns true at 1,000 teaching reviews, and then at a quarter more than at the last fit", () => {
    expect([999, 1000, 5000].map((teaching) => isRefitDue(teaching, null))).toEqual([false, true, true]);
    expect([1000, 1249, 1250].map((teaching) => isRefitDue(teaching, 1000))).toEqual([false, false, true]);
    expect([2499, 2500].map((teaching) => isRefitDue(teaching, 2000))).toEqual([false, true]);
  });
});

describe("refit", () => {
  it("returns null before 1,000 reviews teach", () => {
    const reviews = simulateLog(3000, { weights: OTHER, seed: 1 });
    const { places } = indexTeachingReviews(reviews);
    const thousandth = places.indexOf(999);
    expect(refit(reviews.slice(0, thousandth))).toBeNull();
    expect(refit(reviews.slice(0, thousandth + 1))?.learnedFrom).toBe(1000);
  });

  it("returns weights that predict better for a learner with an unusual memory", () => {
    const found = refit(simulateLog(4000, { weights: OTHER, seed: 2 }));
    expect(found?.weights).not.toBeNull();
    expect(found?.after.logLoss).toBeLessThan(Number(found?.before.logLoss));
    expect(found?.after.gap).toBeLessThan(Number(found?.before.gap));
  });

  it("does not predict much worse for an average learner", () => {
    for (const seed of [1, 2, 3]) {
      const found = refit(simulateLog(2500, { weights: DEFAULT_WEIGHTS, seed }));
      const isRejected = found?.weights === null;
      if (!isRejected) expect(found?.after.logLoss).toBeLessThanOrEqual(Number(found?.before.logLoss) + 0.002);
    }
  });

  it("rejects weights that predict the newest reviews worse than the defaults", () => {
    // The learner remembers the first cards for years, and then new ones only for days.
    const strong = simulateLog(2400, { weights: DEFAULT_WEIGHTS.map((w, i) => (i < 4 ? 40 : w)), seed: 6 });
    const from = Number(strong.at(-1)?.day) + 1;
    const weak = simulateLog(550, { weights: DEFAULT_WEIGHTS.map((w, i) => (i < 4 ? 0.4 : w)), seed: 7, from });
    const found = refit([...strong, ...weak.map((review) => ({ ...review, cardId: review.cardId + 100_000 }))]);
    expect(found).toMatchObject({ weights: null });
    expect(found?.after.logLoss).toBeGreaterThan(Number(found?.before.logLoss) + 0.002);
  });

  it("depends on the log alone", () => {
    const reviews = simulateLog(1500, { weights: OTHER, seed: 9 });
    const found = refit(reviews);
    refit(simulateLog(1400, { weights: DEFAULT_WEIGHTS, seed: 10 }));
    expect(refit(structuredClone(reviews))).toEqual(found);
  });
});

describe("refold", () => {
  const learner = { ...BUTTON_LEARNER, model: createModel(OTHER) };
  const scheduled = (log: readonly LoggedReview[]) => fold(log, BUTTON_LEARNER).cards;

  it("returns memories and a calibration as if the new weights had always applied", () => {
    fc.assert(
      fc.property(anyLog, (log) => {
        const { cards, calibration } = refold(log, scheduled(log), learner);
        const refolded = fold(log, learner);
        expect(calibration).toEqual(refolded.calibration);
        for (const [id, card] of cards) expect(card.memory).toEqual(refolded.cards.get(id)?.memory);
      }),
    );
  });

  it("retains due days and everything else that does not depend on the weights", () => {
    fc.assert(
      fc.property(anyLog, (log) => {
        const before = scheduled(log);
        for (const [id, { memory, easeFactor, ...rest }] of refold(log, before, learner).cards) {
          expect(before.get(id)).toMatchObject(rest);
        }
      }),
    );
  });

  it("returns cards that are not in the log, and omits cards of the log that do not exist any more", () => {
    const log = simulateLog(50, { weights: DEFAULT_WEIGHTS, seed: 1 });
    const cards = new Map(scheduled(log));
    cards.delete(0);
    cards.set(999, NEW_CARD);
    const after = refold(log, cards, learner).cards;
    expect([...after.keys()]).toEqual([...cards.keys()]);
    expect(after.get(999)).toEqual(NEW_CARD);
  });

  it("returns the same cards under the same weights", () => {
    fc.assert(
      fc.property(anyLog, (log) => {
        expect(refold(log, scheduled(log), BUTTON_LEARNER).cards).toEqual(scheduled(log));
      }),
    );
  });
});
