// A learner with the default settings: all four grades, and no promise.
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { simulateFuture } from "#futures.ts";
import { type Learner, NEW_LEARNER } from "#learner.ts";
import type { Grade } from "#rating.ts";
import { rescheduleForExam } from "#reschedule.ts";
import { NEW_CARD, previewIntervals, rate } from "#schedule.ts";
import { anyCalibration, anyCardAndDay, anyGrade, anyLoad } from "#testing/arbitraries.ts";
import { BUTTON_LEARNER } from "#testing/button-learner.ts";

const TODAY = 20_000;
const GRADES = [1, 2, 3, 4] as const satisfies Grade[];
const anyFourGradeLearner: fc.Arbitrary<Learner> = anyCalibration.map((calibration) => ({
  ...NEW_LEARNER,
  calibration,
}));

describe("rate without a promise", () => {
  it("gives the interval of the memory model from the first rating on, at least one day", () => {
    const stabilities = GRADES.map((grade) => Number(rate(NEW_CARD, grade, TODAY, NEW_LEARNER).card.memory?.stability));
    expect(stabilities.map((days) => Math.max(1, Math.round(days)))).toEqual([1, 1, 2, 8]);
    expect(previewIntervals(NEW_CARD, TODAY, NEW_LEARNER)).toEqual({ again: 1, hard: 1, medium: 2, easy: 8 });
  });

  it("gives more for Hard than for Again, and spreads both over emptier days", () => {
    const known = { ...NEW_CARD, memory: { stability: 100, difficulty: 3 }, lastReviewDay: TODAY - 100, dueDay: TODAY };
    const { again, hard } = previewIntervals(known, TODAY, NEW_LEARNER);
    expect(again).toBeGreaterThan(1);
    expect(hard).toBeGreaterThan(100);
    const plan = { load: (day: number) => (day === TODAY + hard + 1 ? 0 : 9) };
    expect(previewIntervals(known, TODAY, NEW_LEARNER, plan).hard).toBe(hard + 1);
  });

  it("gives 1 to 365 days, and shows what it gives", () => {
    fc.assert(
      fc.property(anyCardAndDay, anyFourGradeLearner, anyLoad, ({ card, today }, learner, load) => {
        const { again, hard, medium, easy } = previewIntervals(card, today, learner, { load });
        const given = GRADES.map((grade) => rate(card, grade, today, learner, { load }).entry.intervalDays);
        expect([again, hard, medium, easy]).toEqual(given);
        const kept = Math.max(1, Number(card.dueDay) - today);
        for (const days of given.slice(0, 2)) expect(days >= 1 && days <= 365).toBe(true);
        for (const days of given.slice(2)) expect(days >= kept && days <= Math.max(365, kept)).toBe(true);
      }),
    );
  });

  it("brings a card nearer that was forgotten in practice", () => {
    const known = {
      ...NEW_CARD,
      memory: { stability: 90, difficulty: 5 },
      lastReviewDay: TODAY - 9,
      dueDay: TODAY + 80,
    };
    const { again, medium } = previewIntervals(known, TODAY, NEW_LEARNER);
    expect(again).toBeLessThan(20);
    expect(medium).toBeGreaterThanOrEqual(80);
  });

  it("leads to the same memories as with a promise", () => {
    fc.assert(
      fc.property(anyCardAndDay, anyGrade, anyFourGradeLearner, ({ card, today }, grade, learner) => {
        const promised = rate(card, grade, today, { ...learner, settings: BUTTON_LEARNER.settings });
        const { card: rated, calibration } = rate(card, grade, today, learner);
        expect({ memory: rated.memory, calibration }).toEqual({
          memory: promised.card.memory,
          calibration: promised.calibration,
        });
      }),
    );
  });
});

describe("a hard answer of a learner with all four grades", () => {
  it("means that the card was recalled, before the first Again, too", () => {
    const hard = { difficulty: "hard", answerResult: "correct" } as const;
    expect(rate(NEW_CARD, hard, TODAY, NEW_LEARNER).entry.grade).toBe(2);
    expect(rate(NEW_CARD, hard, TODAY, BUTTON_LEARNER).entry.grade).toBeNull();
  });

  it("means the same in simulated futures", () => {
    const simulate = (learner: Learner) =>
      simulateFuture(
        {
          cards: [{ id: 1, schedule: NEW_CARD }],
          today: TODAY,
          examDay: TODAY + 9,
          learner,
          attendance: 1,
          habits: { first: [0, 1, 0, 0], recalled: [1, 0, 0] },
          newCardsOn: () => 1,
          plan: {},
        },
        { index: 0, of: 1, every: 1, calibrationAfter: () => learner.calibration },
      );
    const reporting = { ...NEW_LEARNER.calibration, hardSinceForgotten: 0 };
    expect(simulate(NEW_LEARNER)).toEqual(simulate({ ...NEW_LEARNER, calibration: reporting }));
    expect(simulate(NEW_LEARNER)).not.toEqual(
      simulate({ ...NEW_LEARNER, settings: { ...NEW_LEARNER.settings, threeButtons: true } }),
    );
  });
});

it("rescheduleForExam brings a card forward whose last grade was Hard, unless it comes back as promised", () => {
  const card = {
    ...NEW_CARD,
    memory: { stability: 40, difficulty: 6 },
    lastReviewDay: TODAY - 1,
    dueDay: TODAY + 39,
    reviewCount: 4,
    difficulty: "hard" as const,
  };
  const plan = { examDay: TODAY + 20 };
  expect(rescheduleForExam(card, TODAY, NEW_LEARNER, plan)).toBeLessThan(TODAY + 20);
  expect(rescheduleForExam(card, TODAY, BUTTON_LEARNER, plan)).toBe(TODAY + 39);
});
