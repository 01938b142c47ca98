import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { rescheduleForExam } from "#reschedule.ts";
import { type CardSchedule, NEW_CARD, predictRecall } from "#schedule.ts";
import { anyCardAndDay, anyLearner, anyLoad } from "#testing/arbitraries.ts";
import { BUTTON_LEARNER } from "#testing/button-learner.ts";

const TODAY = 20_000;
const createCard = (stability: number, dueIn: number): CardSchedule => ({
  ...NEW_CARD,
  memory: { stability, difficulty: 5 },
  lastReviewDay: TODAY - 5,
  dueDay: TODAY + dueIn,
  difficulty: "medium",
});
const reschedule = (card: CardSchedule, daysLeft: number) =>
  Number(rescheduleForExam(card, TODAY, BUTTON_LEARNER, { examDay: TODAY + daysLeft, load: () => 0 })) - TODAY;

describe("rescheduleForExam", () => {
  it("moves a card that would come too late to the last days", () => {
    expect(reschedule(createCard(30, 25), 20)).toBe(19);
    expect(reschedule(createCard(4, 6), 2)).toBe(1);
  });

  it("does not move a card that comes well before the last days", () => {
    expect(reschedule(createCard(6, 4), 40)).toBe(4);
  });

  it("does not move a card that will be recalled anyway", () => {
    expect(reschedule(createCard(2000, 3), 10)).toBe(3);
    expect(reschedule(createCard(2000, 300), 10)).toBe(300);
  });

  it("does not move new, due or hard cards, nor any card on the exam day", () => {
    const plan = { examDay: TODAY + 10 };
    expect(rescheduleForExam(NEW_CARD, TODAY, BUTTON_LEARNER, plan)).toBeNull();
    expect(reschedule(createCard(3, 0), 10)).toBe(0);
    expect(reschedule({ ...createCard(3, 1), difficulty: "hard" }, 10)).toBe(1);
    expect(reschedule(createCard(3, 8), 0)).toBe(8);
    expect(rescheduleForExam(createCard(3, 8), TODAY, BUTTON_LEARNER, {})).toBe(TODAY + 8);
  });

  it("moves every card that would not be sure on the exam day, to no day before today or after its due day", () => {
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
          const day = Number(rescheduleForExam(card, today, learner, { examDay, load }));
          expect(Number.isInteger(day) && day >= today && day <= Number(card.dueDay)).toBe(true);
          if (day >= examDay) expect(predictRecall(card, examDay, learner)).toBeGreaterThanOrEqual(0.975);
        },
      ),
    );
  });
});
