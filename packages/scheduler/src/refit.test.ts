import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fold, type LoggedReview } from "#fold.ts";
import { NEW_LEARNER } from "#learner.ts";
import { createModel, DEFAULT_WEIGHTS } from "#memory.ts";
import { isRefitDue, refit, refold } from "#refit.ts";
import { NEW_CARD } from "#schedule.ts";
import { anyLog } from "#testing/arbitraries.ts";
import { simulatedLog } from "#testing/simulated-log.ts";
import { teachingPlaces } from "#training.ts";

const OTHER = DEFAULT_WEIGHTS.map((weight, i) => ({ 2: 12, 3: 60, 8: 1.2, 9: 0.3, 20: 0.4 })[i] ?? weight);

describe("isRefitDue", () => {
  it("is so at 1,000 reviews and at each quarter more", () => {
    expect([999, 1000, 5000].map((teaching) => isRefitDue(teaching, null))).toEqual([false, true, true]);
    expect([1000, 1249, 1250].map((teaching) => isRefitDue(teaching, 1000))).toEqual([false, false, true]);
    expect([2499, 2500].map((teaching) => isRefitDue(teaching, 2000))).toEqual([false, true]);
  });
});

describe("refit", () => {
  it("waits for 1,000 reviews that teach", () => {
    const reviews = simulatedLog(3000, { weights: OTHER, seed: 1 });
    const { places } = teachingPlaces(reviews);
    const thousandth = places.indexOf(999);
    expect(refit(reviews.slice(0, thousandth))).toBeNull();
    expect(refit(reviews.slice(0, thousandth + 1))?.learnedFrom).toBe(1000);
  });

  it("learns a learner who differs, and says how much better it foretells", () => {
    const found = refit(simulatedLog(4000, { weights: OTHER, seed: 2 }));
    expect(found?.weights).not.toBeNull();
    expect(found?.after.logLoss).toBeLessThan(Number(found?.before.logLoss));
    expect(found?.after.gap).toBeLessThan(Number(found?.before.gap));
  });

  it("does no harm to who is like everybody", () => {
    for (const seed of [1, 2, 3]) {
      const found = refit(simulatedLog(2500, { weights: DEFAULT_WEIGHTS, seed }));
      const isRefused = found?.weights === null;
      if (!isRefused) expect(found?.after.logLoss).toBeLessThanOrEqual(Number(found?.before.logLoss) + 0.002);
    }
  });

  it("refuses what the newest reviews speak against", () => {
    // Cards stick with the learner for years, and then with no one: new cards, forgotten within days.
    const strong = simulatedLog(2400, { weights: DEFAULT_WEIGHTS.map((w, i) => (i < 4 ? 40 : w)), seed: 6 });
    const from = Number(strong.at(-1)?.day) + 1;
    const weak = simulatedLog(550, { weights: DEFAULT_WEIGHTS.map((w, i) => (i < 4 ? 0.4 : w)), seed: 7, from });
    const found = refit([...strong, ...weak.map((review) => ({ ...review, cardId: review.cardId + 100_000 }))]);
    expect(found).toMatchObject({ weights: null });
    expect(found?.after.logLoss).toBeGreaterThan(Number(found?.before.logLoss) + 0.002);
  });

  it("depends on the log alone", () => {
    const reviews = simulatedLog(1500, { weights: OTHER, seed: 9 });
    const found = refit(reviews);
    refit(simulatedLog(1400, { weights: DEFAULT_WEIGHTS, seed: 10 }));
    expect(refit(structuredClone(reviews))).toEqual(found);
  });
});

describe("refold", () => {
  const learner = { ...NEW_LEARNER, model: createModel(OTHER) };
  const scheduled = (log: readonly LoggedReview[]) => fold(log, NEW_LEARNER).cards;

  it("gives memories and calibration as if the new weights had always held", () => {
    fc.assert(
      fc.property(anyLog, (log) => {
        const { cards, calibration } = refold(log, scheduled(log), learner);
        const anew = fold(log, learner);
        expect(calibration).toEqual(anew.calibration);
        for (const [id, card] of cards) expect(card.memory).toEqual(anew.cards.get(id)?.memory);
      }),
    );
  });

  it("lets due days stand, with all else that the weights have no part in", () => {
    fc.assert(
      fc.property(anyLog, (log) => {
        const before = scheduled(log);
        for (const [id, { memory, easeFactor, ...rest }] of refold(log, before, learner).cards) {
          expect(before.get(id)).toMatchObject(rest);
        }
      }),
    );
  });

  it("keeps cards that the log does not hold, and brings back none that are gone", () => {
    const log = simulatedLog(50, { weights: DEFAULT_WEIGHTS, seed: 1 });
    const cards = new Map(scheduled(log));
    cards.delete(0);
    cards.set(999, NEW_CARD);
    const after = refold(log, cards, learner).cards;
    expect([...after.keys()]).toEqual([...cards.keys()]);
    expect(after.get(999)).toEqual(NEW_CARD);
  });

  it("changes nothing under the same weights", () => {
    fc.assert(
      fc.property(anyLog, (log) => {
        expect(refold(log, scheduled(log), NEW_LEARNER).cards).toEqual(scheduled(log));
      }),
    );
  });
});
