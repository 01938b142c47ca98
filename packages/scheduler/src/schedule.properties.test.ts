import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Difficulty } from "#rating.ts";
import { NEW_CARD, previewIntervals, rate } from "#schedule.ts";
import { press } from "#testing/answers.ts";
import { anyCardAndDay, anyDay, anyGap, anyLearner, anyRating } from "#testing/arbitraries.ts";
import { BUTTON_LEARNER, BUTTON_SETTINGS } from "#testing/button-learner.ts";

const { promise, maximumInterval } = BUTTON_SETTINGS;

/** Lists all numbers within a value, at any depth. */
function listNumbers(value: unknown): number[] {
  if (typeof value === "number") return [value];
  return value !== null && typeof value === "object" ? Object.values(value).flatMap(listNumbers) : [];
}

function deepFreeze<T>(value: T): T {
  if (value !== null && typeof value === "object") {
    for (const part of Object.values(value)) deepFreeze(part);
    Object.freeze(value);
  }
  return value;
}

describe("rate", () => {
  it("is deterministic and does not change its arguments", () => {
    fc.assert(
      fc.property(anyCardAndDay, anyRating, anyLearner, ({ card, today }, rating, learner) => {
        const call = () => rate(deepFreeze(card), deepFreeze(rating), today, deepFreeze(learner));
        const once = call();
        rate(NEW_CARD, rating, today + 1, BUTTON_LEARNER);
        expect(call()).toEqual(once);
      }),
    );
  });

  it("gives whole intervals of 1 to 365 days, which end on the due day", () => {
    fc.assert(
      fc.property(anyCardAndDay, anyRating, anyLearner, ({ card, today }, rating, learner) => {
        const after = rate(card, rating, today, learner);
        expect(Number.isInteger(after.card.interval)).toBe(true);
        expect(after.card.interval).toBeGreaterThanOrEqual(1);
        // Only a due day that practice preserves may be further away, after crossing the date line.
        const kept = card.dueDay === null ? 0 : card.dueDay - today;
        expect(after.card.interval).toBeLessThanOrEqual(Math.max(maximumInterval, kept));
        expect(after.card.dueDay).toBe(today + after.card.interval);
        expect(after.entry.intervalDays).toBe(after.card.interval);
        expect(after.card.reviewCount).toBe(card.reviewCount + 1);
      }),
    );
  });

  it("gives exactly 1 day for hard, at least 3 for medium and at least 7 for easy", () => {
    fc.assert(
      fc.property(anyCardAndDay, anyRating, anyLearner, ({ card, today }, rating, learner) => {
        const { interval } = rate(card, rating, today, learner).card;
        const asHard = rating.difficulty === "hard" || rating.answerResult === "incorrect";
        if (asHard) expect(interval).toBe(promise.hard);
        else expect(interval).toBeGreaterThanOrEqual(promise[rating.difficulty]);
      }),
    );
  });

  it("never brings a practised card nearer after medium or easy", () => {
    const practised = anyCardAndDay.filter(({ card, today }) => card.dueDay !== null && card.dueDay > today);
    fc.assert(
      fc.property(
        practised,
        fc.constantFrom<Difficulty>("medium", "easy"),
        anyLearner,
        ({ card, today }, difficulty, learner) => {
          const after = rate(card, press(difficulty), today, learner);
          expect(after.entry.practice).toBe(true);
          expect(Number(after.card.dueDay)).toBeGreaterThanOrEqual(Number(card.dueDay));
        },
      ),
    );
  });

  it("scores the reviews at least one local day after the previous one, and changes the prediction only then", () => {
    fc.assert(
      fc.property(anyCardAndDay, anyRating, anyLearner, ({ card, today }, rating, learner) => {
        const { entry, calibration: after } = rate(card, rating, today, learner);
        expect(entry.scored).toBe(card.lastReviewDay !== null && today > card.lastReviewDay);
        const { a, b } = learner.calibration;
        if (!entry.scored) expect(after).toMatchObject({ a, b });
        expect(entry.elapsedDays === null || entry.elapsedDays >= 0).toBe(true);
      }),
    );
  });

  it("treats an earlier local day like the day of the last review, except for the due day", () => {
    fc.assert(
      fc.property(anyCardAndDay, anyRating, fc.integer({ min: 0, max: 2 }), ({ card }, rating, back) => {
        fc.pre(card.lastReviewDay !== null);
        const day = Number(card.lastReviewDay);
        const same = rate(card, rating, day, BUTTON_LEARNER);
        const earlier = rate(card, rating, day - back, BUTTON_LEARNER);
        expect(earlier.card.memory).toEqual(same.card.memory);
        expect(earlier.calibration).toEqual(same.calibration);
        expect(earlier.entry.elapsedDays).toBe(0);
      }),
    );
  });

  it("returns a state that JSON stores exactly, so that the next rating has the same outcome", () => {
    fc.assert(
      fc.property(anyCardAndDay, anyRating, anyRating, anyGap, anyLearner, ({ card, today }, x, y, gap, start) => {
        const { card: after, calibration, entry } = rate(card, x, today, start);
        const stored = JSON.parse(JSON.stringify({ card: after, calibration, entry }));
        expect(stored).toEqual({ card: after, calibration, entry });
        expect(rate(stored.card, y, today + gap, { ...start, calibration: stored.calibration })).toEqual(
          rate(after, y, today + gap, { ...start, calibration }),
        );
      }),
    );
  });

  it("returns only finite numbers within their ranges over long random sequences", () => {
    const steps = fc.array(fc.record({ rating: anyRating, gap: anyGap }), { minLength: 300, maxLength: 600 });
    fc.assert(
      fc.property(anyDay, steps, (start, sequence) => {
        let [card, learner, today] = [NEW_CARD, BUTTON_LEARNER, start];
        for (const { rating, gap } of sequence) {
          today += gap;
          const outcome = rate(card, rating, today, learner);
          card = outcome.card;
          learner = { ...learner, calibration: outcome.calibration };
          // A negative zero is excluded, too, because JSON turns it into 0.
          const isSound = listNumbers(outcome).every((value) => Number.isFinite(value) && !Object.is(value, -0));
          if (!isSound) expect(outcome).toBe("finite");
          const { easeFactor, memory } = card;
          if (!Number.isInteger(easeFactor) || easeFactor < 0 || easeFactor >= 50_000) {
            expect(easeFactor).toBe("an integer from 0 to 50,000");
          }
          if (memory === null || memory.stability < 0.001 || memory.stability > 36_500) {
            expect(memory).toBe("a memory in bounds");
          }
        }
        expect(card.reviewCount).toBe(sequence.length);
      }),
      { numRuns: 30 },
    );
  });
});

describe("previewIntervals", () => {
  it("returns the interval that each button gives, with easy at least medium and medium at least hard", () => {
    fc.assert(
      fc.property(anyCardAndDay, anyLearner, ({ card, today }, learner) => {
        const shown = previewIntervals(card, today, learner);
        for (const difficulty of ["hard", "medium", "easy"] as const) {
          const { dueDay } = rate(card, press(difficulty), today, learner).card;
          expect(shown[difficulty]).toBe(Number(dueDay) - today);
        }
        expect(shown.again).toBe(rate(card, 1, today, learner).entry.intervalDays);
        expect(shown.easy).toBeGreaterThanOrEqual(shown.medium);
        expect(shown.medium).toBeGreaterThanOrEqual(shown.hard);
      }),
    );
  });
});
