import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rateChoice } from "#choice.ts";
import type { Difficulty } from "#rating.ts";
import { NEW_CARD, rate } from "#schedule.ts";
import { anyCardAndDay, anyLearner } from "#testing/arbitraries.ts";
import { BUTTON_LEARNER } from "#testing/button-learner.ts";

const anyDifficulty = fc.constantFrom<Difficulty>("easy", "medium", "hard");
const studied = anyCardAndDay.filter(({ card }) => card.memory !== null);

describe("rateChoice", () => {
  it("changes neither the card nor the calibration after a right answer", () => {
    fc.assert(
      fc.property(anyCardAndDay, anyDifficulty, anyLearner, ({ card, today }, difficulty, learner) => {
        const after = rateChoice(card, { difficulty, answerResult: "correct" }, today, learner);
        expect(after.card).toEqual(card);
        expect(after.calibration).toEqual(learner.calibration);
        expect(after.entry).toMatchObject({ scored: false, practice: true });
      }),
    );
  });

  it("moves the due day alone after a wrong answer, never later, and to that of a forgotten card in practice", () => {
    fc.assert(
      fc.property(studied, anyLearner, ({ card, today }, learner) => {
        fc.pre(today >= Number(card.lastReviewDay));
        const { card: after, calibration, entry } = rateChoice(card, 1, today, learner);
        const forgotten = rate(card, 1, today, learner).card;
        expect(after.dueDay).toBe(Math.min(Number(card.dueDay), Number(forgotten.dueDay)));
        expect(after).toEqual({ ...card, dueDay: after.dueDay, interval: after.interval });
        if (after.dueDay !== card.dueDay)
          expect(after.interval).toBe(Number(after.dueDay) - Number(card.lastReviewDay));
        expect(calibration).toEqual(learner.calibration);
        expect(entry).toMatchObject({ grade: 1, scored: false, practice: true });
        expect(entry.intervalDays).toBe(Number(after.dueDay) - today);
      }),
    );
  });

  it("leaves a new card new", () => {
    for (const grade of [1, 3] as const)
      expect(rateChoice(NEW_CARD, grade, 20_000, BUTTON_LEARNER).card).toBe(NEW_CARD);
  });

  it("ignores an interval that a button has shown", () => {
    const { card } = rate(NEW_CARD, 4, 20_000, BUTTON_LEARNER);
    expect(rateChoice(card, 1, 20_002, BUTTON_LEARNER, { shown: 4 }).card).toMatchObject({
      dueDay: 20_003,
      interval: 3,
    });
  });

  it("gives at least a day after the last review to a traveller who answers on the day before it", () => {
    const { card } = rate(NEW_CARD, 4, 20_000, BUTTON_LEARNER);
    expect(rateChoice(card, 1, 19_999, BUTTON_LEARNER).card).toMatchObject({ dueDay: 20_001, interval: 1 });
  });
});
