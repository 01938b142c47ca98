import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isDueForExam } from "#due-day.ts";
import { NEW_CARD, rate } from "#schedule.ts";
import { anyCardAndDay, anyLearner, anyLoad, anyRating } from "#testing/arbitraries.ts";
import { BUTTON_LEARNER as learner } from "#testing/button-learner.ts";

describe("isDueForExam", () => {
  it("returns true for a card that comes earlier or later because of the exam", () => {
    const easy = { difficulty: "easy", answerResult: "correct" } as const;
    const first = rate(NEW_CARD, easy, 20_000, learner, { examDay: 20_004 }).card;
    expect(isDueForExam(first, 20_004, learner)).toBe(true);
    const known = { ...NEW_CARD, memory: { stability: 9, difficulty: 5 }, lastReviewDay: 19_991, dueDay: 20_000 };
    const spaced = rate({ ...known, reviewCount: 3 }, easy, 20_000, learner, { examDay: 20_300 });
    expect(isDueForExam(spaced.card, 20_300, { ...learner, calibration: spaced.calibration })).toBe(true);
  });

  it("returns false for cards with their usual due day, new and difficult cards, and cards due after the exam", () => {
    fc.assert(
      fc.property(anyCardAndDay, anyRating, anyLearner, anyLoad, fc.integer({ min: 1, max: 400 }), (...all) => {
        const [{ card, today }, answer, learner, load, daysLeft] = all;
        fc.pre(card.dueDay === null || card.dueDay <= today);
        const examDay = today + daysLeft;
        const { card: after, calibration } = rate(card, answer, today, learner, { load });
        expect(isDueForExam(after, examDay, { ...learner, calibration })).toBe(false);
        const forExam = rate(card, answer, today, learner, { load, examDay }).card;
        if (forExam.difficulty === "hard" || Number(forExam.dueDay) >= examDay) {
          expect(isDueForExam(forExam, examDay, learner)).toBe(false);
        }
      }),
    );
    expect(isDueForExam(NEW_CARD, 20_000, learner)).toBe(false);
  });
});
