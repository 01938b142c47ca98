import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { NEW_LEARNER } from "#learner.ts";
import { dueDayForExam } from "#reschedule.ts";
import { type CardSchedule, NEW_CARD, predictedRecall } from "#schedule.ts";
import { anyCardAndDay, anyLearner, anyLoad } from "#testing/arbitraries.ts";

const TODAY = 20_000;
const waiting = (stability: number, dueIn: number): CardSchedule => ({
  ...NEW_CARD,
  memory: { stability, difficulty: 5 },
  lastReviewDay: TODAY - 5,
  dueDay: TODAY + dueIn,
  difficulty: "medium",
});
const moved = (card: CardSchedule, daysLeft: number) =>
  Number(dueDayForExam(card, TODAY, NEW_LEARNER, { examDay: TODAY + daysLeft, load: () => 0 })) - TODAY;

describe("dueDayForExam", () => {
  it("brings a card that would come too late to the last days", () => {
    expect(moved(waiting(30, 25), 20)).toBe(19);
    expect(moved(waiting(4, 6), 2)).toBe(1);
  });

  it("lets a card that comes well before them come as it would", () => {
    expect(moved(waiting(6, 4), 40)).toBe(4);
  });

  it("spares a card that is sure anyway", () => {
    expect(moved(waiting(2000, 3), 10)).toBe(3);
    expect(moved(waiting(2000, 300), 10)).toBe(300);
  });

  it("leaves alone what is new, due, hard, and all once the exam is there", () => {
    const plan = { examDay: TODAY + 10 };
    expect(dueDayForExam(NEW_CARD, TODAY, NEW_LEARNER, plan)).toBeNull();
    expect(moved(waiting(3, 0), 10)).toBe(0);
    expect(moved({ ...waiting(3, 1), difficulty: "hard" }, 10)).toBe(1);
    expect(moved(waiting(3, 8), 0)).toBe(8);
    expect(dueDayForExam(waiting(3, 8), TODAY, NEW_LEARNER, {})).toBe(TODAY + 8);
  });

  it("leaves no card unsure for the exam day that can still be studied, and gives no day in the past or later than it was", () => {
    fc.assert(
      fc.property(
        anyCardAndDay,
        anyLearner,
        anyLoad,
        fc.integer({ min: 2, max: 90 }),
        ({ card, today }, learner, load, left) => {
          fc.pre(card.memory !== null && card.difficulty !== "hard" && Number(card.dueDay) > today);
          const examDay = today + left;
          fc.pre(Number(card.lastReviewDay) + 1 < examDay);
          const day = Number(dueDayForExam(card, today, learner, { examDay, load }));
          expect(Number.isInteger(day) && day >= today && day <= Number(card.dueDay)).toBe(true);
          if (day >= examDay) expect(predictedRecall(card, examDay, learner)).toBeGreaterThanOrEqual(0.975);
        },
      ),
    );
  });
});
