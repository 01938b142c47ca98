import { describe, expect, it } from "vitest";
import { type Calibration, IDENTITY_CALIBRATION, recalibrate } from "#calibration.ts";
import { type Day, toDayNumber } from "#days.ts";
import type { Learner } from "#learner.ts";
import { DEFAULT_MODEL } from "#memory.ts";
import { type Answer, type Difficulty, gradeAnswer } from "#rating.ts";
import {
  type CardSchedule,
  computeRetrievability,
  isPending,
  NEW_CARD,
  predictRecall,
  predictStability,
  previewIntervals,
  rate,
} from "#schedule.ts";
import { toCalibratingReview } from "#testing/arbitraries.ts";
import { BUTTON_LEARNER, BUTTON_SETTINGS } from "#testing/button-learner.ts";

const MONDAY = toDayNumber("2026-01-05");
const HARD: Answer = { difficulty: "hard", answerResult: "correct" };
const MEDIUM: Answer = { difficulty: "medium", answerResult: "correct" };
const EASY: Answer = { difficulty: "easy", answerResult: "correct" };
const FORGOTTEN: Answer = { difficulty: "hard", answerResult: "incorrect" };

type Prediction = Pick<Calibration, "a" | "b">;
const calibrated = (prediction: Prediction): Learner => ({
  ...BUTTON_LEARNER,
  // A learner who reports forgotten cards, so that Difícil means recalled.
  calibration: { ...IDENTITY_CALIBRATION, hardSinceForgotten: 0, ...prediction },
});
const rated = (card: CardSchedule, rating: Answer, today: Day, prediction: Prediction = { a: 1, b: 0 }) =>
  rate(card, rating, today, calibrated(prediction));

/** Creates a card with a given stability that was last reviewed on Monday. */
const known = (stability: number, dueIn: number): CardSchedule => ({
  memory: { stability, difficulty: 5 },
  lastReviewDay: MONDAY,
  dueDay: MONDAY + dueIn,
  interval: dueIn,
  easeFactor: 250,
  reviewCount: 1,
  difficulty: "medium",
});

describe("a new card", () => {
  it("has the specification's defaults and is pending", () => {
    expect(NEW_CARD).toEqual({
      memory: null,
      lastReviewDay: null,
      dueDay: null,
      interval: 2,
      easeFactor: 250,
      reviewCount: 0,
      difficulty: "new",
    });
    expect(isPending(NEW_CARD, MONDAY)).toBe(true);
    expect(computeRetrievability(NEW_CARD, MONDAY, DEFAULT_MODEL)).toBeNull();
    expect(predictRecall(NEW_CARD, MONDAY, BUTTON_LEARNER)).toBeNull();
    expect(predictStability(NEW_CARD, BUTTON_LEARNER)).toBeNull();
  });

  it.each<[string, Answer, number, Difficulty, number]>([
    ["Difícil", HARD, 1, "hard", 1.2931],
    ["Medio", MEDIUM, 3, "medium", 2.3065],
    ["Fácil", EASY, 7, "easy", 8.2956],
    ["No la recordé", FORGOTTEN, 1, "hard", 0.212],
  ])(
    "gets exactly the promised interval and the model's stability after %s",
    (_, rating, days, difficulty, stability) => {
      const { card, calibration, entry } = rated(NEW_CARD, rating, MONDAY);
      expect(card).toMatchObject({
        lastReviewDay: MONDAY,
        dueDay: MONDAY + days,
        interval: days,
        easeFactor: 250,
        reviewCount: 1,
        difficulty,
      });
      expect(card.memory?.stability).toBe(stability);
      expect(calibration).toMatchObject({ a: 1, b: 0 });
      expect(entry).toMatchObject({
        grade: gradeAnswer(rating, true),
        elapsedDays: null,
        retrievability: null,
        predictedRecall: null,
        scored: false,
        practice: false,
        intervalDays: days,
      });
    },
  );

  it("gets the promised interval whatever the calibration", () => {
    const forgetful = { a: 0.4, b: -2.5 };
    const sure = { a: 1.6, b: 2.5 };
    for (const prediction of [forgetful, sure]) {
      expect(previewIntervals(NEW_CARD, MONDAY, calibrated(prediction))).toEqual({
        again: 1,
        hard: 1,
        medium: 3,
        easy: 7,
      });
    }
  });
});

describe("predictStability", () => {
  it("returns the model's stability for a new learner", () => {
    expect(predictStability(known(20, 20), BUTTON_LEARNER)).toBeCloseTo(20, 6);
  });

  it.each<Prediction>([
    { a: 1, b: 0.4 },
    { a: 1, b: -0.4 },
    { a: 1.2, b: 0.1 },
  ])("returns the days until the calibrated recall has fallen to 90 %%: %j", (prediction) => {
    const learner = calibrated(prediction);
    const card = known(20_000, 365);
    const days = Math.round(Number(predictStability(card, learner)));
    expect(predictRecall(card, MONDAY + days, learner)).toBeCloseTo(0.9, 4);
  });
});

describe("a due card", () => {
  it("comes back when the model says, if that is later than the promised day", () => {
    const { card, entry } = rated(known(20, 20), MEDIUM, MONDAY + 20);
    expect(card.interval).toBe(Math.round(Number(card.memory?.stability)));
    expect(card.interval).toBeGreaterThan(40);
    expect(card.dueDay).toBe(MONDAY + 20 + card.interval);
    expect(entry).toMatchObject({ grade: 3, elapsedDays: 20, scored: true, practice: false });
    expect(entry.retrievability).toBeCloseTo(0.9, 6);
    expect(entry.predictedRecall).toBeCloseTo(0.9, 6);
  });

  it("never comes back before the promised day", () => {
    const weak = known(0.3, 1);
    expect(rated(weak, MEDIUM, MONDAY + 1).card).toMatchObject({ interval: 3, dueDay: MONDAY + 4 });
    expect(rated(weak, EASY, MONDAY + 1).card).toMatchObject({ interval: 7, dueDay: MONDAY + 8 });
  });

  it.each([HARD, FORGOTTEN, { difficulty: "easy", answerResult: "incorrect" } as const])(
    "comes back in 1 day after $difficulty, $answerResult, however strong it was",
    (rating) => {
      const { card } = rated(known(3000, 365), rating, MONDAY + 365);
      expect(card).toMatchObject({ interval: 1, dueDay: MONDAY + 366, difficulty: "hard" });
    },
  );

  it("comes back after a year at the latest", () => {
    expect(rated(known(3000, 365), EASY, MONDAY + 365).card.interval).toBe(365);
  });

  it("comes back sooner for a learner who recalls less than the model predicts, and later for one who recalls more", () => {
    const days = (b: number) => rated(known(20, 20), MEDIUM, MONDAY + 20, { a: 1, b }).card.interval;
    expect(days(-0.5)).toBeLessThan(days(0));
    expect(days(0)).toBeLessThan(days(0.5));
  });

  it("updates the calibration before it chooses the interval", () => {
    // The card is overdue by months, so that one review changes the interval by at least a day.
    const { card, calibration, entry } = rated(known(60, 60), MEDIUM, MONDAY + 210);
    expect(calibration.b).toBeCloseTo(0.02 * (1 - Number(entry.retrievability)), 9);
    const byModel = ({ a, b }: Prediction) => {
      const target = 1 / (1 + Math.exp(-(Math.log(9) - b) / a));
      const days = (target ** (-1 / 0.1542) - 1) / (0.9 ** (-1 / 0.1542) - 1);
      return Math.round(Number(card.memory?.stability) * days);
    };
    expect(byModel(calibration)).not.toBe(byModel(IDENTITY_CALIBRATION));
    expect(card.interval).toBe(byModel(calibration));
  });

  it("has a lower retrievability the longer it is overdue", () => {
    const recall = (late: number) => Number(rated(known(10, 10), MEDIUM, MONDAY + 10 + late).entry.retrievability);
    expect(recall(0)).toBeGreaterThan(recall(1));
    expect(recall(1)).toBeGreaterThan(recall(100));
  });
});

describe("a card that is practised before it is due", () => {
  it("counts as practice until its due day", () => {
    expect(isPending(known(10, 10), MONDAY + 9)).toBe(false);
    expect(isPending(known(10, 10), MONDAY + 10)).toBe(true);
    expect(rated(known(10, 10), MEDIUM, MONDAY + 9).entry.practice).toBe(true);
    expect(rated(known(10, 10), MEDIUM, MONDAY + 10).entry.practice).toBe(false);
  });

  it("changes its memory by the days that have really elapsed, and counts for calibration", () => {
    const { card, entry, calibration } = rated(known(10, 10), MEDIUM, MONDAY + 4);
    expect(entry).toMatchObject({ elapsedDays: 4, scored: true, practice: true });
    expect(card.memory?.stability).toBeGreaterThan(10);
    expect(card.memory?.stability).toBeLessThan(
      Number(rated(known(10, 10), MEDIUM, MONDAY + 10).card.memory?.stability),
    );
    expect(calibration).not.toEqual(IDENTITY_CALIBRATION);
  });

  it.each([HARD, FORGOTTEN])("comes back in 1 day after hard, $answerResult", (rating) => {
    const { card, entry } = rated(known(100, 100), rating, MONDAY + 4);
    expect(card).toMatchObject({ dueDay: MONDAY + 5, interval: 1 });
    expect(entry.intervalDays).toBe(1);
  });

  it.each([MEDIUM, EASY])("retains a later due day after $difficulty, and counts the interval from today", (rating) => {
    const { card, entry } = rated(known(2, 100), rating, MONDAY + 4);
    expect(card).toMatchObject({ lastReviewDay: MONDAY + 4, dueDay: MONDAY + 100, interval: 96 });
    expect(entry.intervalDays).toBe(96);
  });

  it("gets a later due day if the new interval ends after it", () => {
    const { card } = rated(known(50, 50), EASY, MONDAY + 45);
    expect(Number(card.dueDay)).toBeGreaterThan(MONDAY + 50);
    expect(card.dueDay).toBe(MONDAY + 45 + card.interval);
  });

  it("retains a due day that is beyond the maximum interval", () => {
    expect(rated(known(300, 365), MEDIUM, MONDAY - 1).card).toMatchObject({ dueDay: MONDAY + 365, interval: 366 });
  });
});

describe("a second rating on one local day", () => {
  it("counts as 0 days and is not scored", () => {
    const first = rated(NEW_CARD, HARD, MONDAY);
    const second = rated(first.card, MEDIUM, MONDAY, first.calibration);
    expect(second.entry).toMatchObject({ elapsedDays: 0, retrievability: 1, scored: false, practice: true });
    expect(second.calibration).toEqual(first.calibration);
    expect(second.card).toMatchObject({ reviewCount: 2, dueDay: MONDAY + 3, interval: 3 });
    expect(second.card.memory?.stability).toBeLessThan(2.3065);
  });

  it("makes the card due tomorrow if it was forgotten", () => {
    const first = rated(NEW_CARD, EASY, MONDAY).card;
    const second = rated(first, FORGOTTEN, MONDAY).card;
    expect(second.dueDay).toBe(MONDAY + 1);
    expect(second.memory?.stability).toBeLessThan(Number(first.memory?.stability));
  });

  it("counts as 0 days on an earlier local day, too, after travelling west over the date line", () => {
    const first = rated(NEW_CARD, MEDIUM, MONDAY).card;
    const back = rated(first, MEDIUM, MONDAY - 1);
    expect(back.entry).toMatchObject({ elapsedDays: 0, retrievability: 1, scored: false, practice: true });
    expect(back.card).toMatchObject({ lastReviewDay: MONDAY - 1, dueDay: MONDAY + 3, interval: 4 });
    expect(back.card.memory).toEqual(rated(first, MEDIUM, MONDAY).card.memory);
    expect(computeRetrievability(first, MONDAY - 1, DEFAULT_MODEL)).toBe(1);
  });
});

describe("a learner who does not report forgotten cards", () => {
  const learner = (hardSinceForgotten: number | null): Learner => ({
    ...BUTTON_LEARNER,
    calibration: { ...IDENTITY_CALIBRATION, hardSinceForgotten },
  });
  const answered = (answer: Answer, hardSinceForgotten: number | null, card = known(20, 20)) =>
    rate(card, answer, MONDAY + 20, learner(hardSinceForgotten));
  const stability = ({ card }: ReturnType<typeof rate>) => Number(card.memory?.stability);

  it("gets no grade for Difícil, and a stability between those of Again and Hard", () => {
    const unknown = answered(HARD, null);
    expect(unknown.entry).toMatchObject({ grade: null, scored: true, intervalDays: 1 });
    expect(unknown.card.difficulty).toBe("hard");
    expect(stability(unknown)).toBeLessThan(stability(answered(HARD, 0)));
    expect(stability(unknown)).toBeGreaterThan(stability(answered(FORGOTTEN, 0)));
  });

  it.each([MEDIUM, EASY, FORGOTTEN])("gets the same schedule as others for $difficulty, $answerResult", (answer) => {
    expect(answered(answer, null).card).toEqual(answered(answer, 0).card);
  });

  it("gets a grade for Difícil after reporting one card, until 30 Difícil without another", () => {
    const once = answered(FORGOTTEN, null).calibration;
    expect(once.hardSinceForgotten).toBe(0);
    expect(answered(HARD, once.hardSinceForgotten).entry.grade).toBe(2);
    expect(answered(HARD, 29).entry.grade).toBe(2);
    expect(answered(HARD, 30).entry.grade).toBeNull();
  });

  it("is assumed if the client leaves out the recall bit", () => {
    expect(answered({ difficulty: "hard" }, 0).entry.grade).toBeNull();
    expect(answered({ difficulty: "medium" }, 0).entry.grade).toBe(3);
  });
});

describe("the ease factor", () => {
  it("is 100 times the growth of the stability, from the second review on", () => {
    const first = rated(NEW_CARD, MEDIUM, MONDAY).card;
    expect(first.easeFactor).toBe(250);
    const second = rated(first, MEDIUM, MONDAY + 3).card;
    const growth = Number(second.memory?.stability) / Number(first.memory?.stability);
    expect(second.easeFactor).toBe(Math.round(100 * growth));
    expect(second.easeFactor).toBeGreaterThan(100);
    expect(rated(second, FORGOTTEN, Number(second.dueDay)).card.easeFactor).toBeLessThan(100);
  });

  it("fits into a 32-bit integer even at the extremes", () => {
    const weakest = { ...known(1, 1), memory: { stability: 0.001, difficulty: 1 } };
    const { easeFactor } = rated(weakest, EASY, MONDAY + 2_000_000_000).card;
    expect(easeFactor).toBeGreaterThan(30_000);
    expect(easeFactor).toBeLessThan(50_000);
    expect(rated(known(36_500, 365), FORGOTTEN, MONDAY + 1).card.easeFactor).toBe(0);
  });
});

describe("the settings", () => {
  it("determine the promises, the retention and the maximum interval", () => {
    const settings = { desiredRetention: 0.8, promise: { hard: 2, medium: 4, easy: 9 }, maximumInterval: 60 };
    expect(previewIntervals(NEW_CARD, MONDAY, { ...BUTTON_LEARNER, settings })).toEqual({
      again: 2,
      hard: 2,
      medium: 4,
      easy: 9,
    });
    const card = known(5, 5);
    const lax = rate(card, MEDIUM, MONDAY + 5, { ...BUTTON_LEARNER, settings }).card;
    expect(lax.interval).toBeGreaterThan(rated(card, MEDIUM, MONDAY + 5).card.interval);
    expect(rate(known(3000, 9), EASY, MONDAY + 9, { ...BUTTON_LEARNER, settings }).card.interval).toBe(60);
    expect(
      rate(NEW_CARD, EASY, MONDAY, { ...BUTTON_LEARNER, settings: { ...settings, maximumInterval: 5 } }).card.interval,
    ).toBe(5);
  });
});

describe("recalibrate", () => {
  it("computes the calibration without an undone review from the later entries", () => {
    const other = known(4, 4);
    const undone = rated(known(9, 9), FORGOTTEN, MONDAY + 9);
    const later = rated(other, MEDIUM, MONDAY + 9, undone.calibration);
    const without = rated(other, MEDIUM, MONDAY + 9);
    expect(recalibrate(calibrated({ a: 1, b: 0 }).calibration, [later.entry].map(toCalibratingReview))).toEqual(
      without.calibration,
    );
    expect(later.calibration).not.toEqual(without.calibration);
  });
});

describe("rate", () => {
  it("throws for days, memories, calibrations and settings that are not valid", () => {
    const { memory: _, ...rest } = known(5, 5);
    expect(() => rated(NEW_CARD, MEDIUM, 0.5)).toThrow(RangeError);
    expect(() => rated(NEW_CARD, MEDIUM, Number.NaN)).toThrow(RangeError);
    expect(() => rated({ ...rest, memory: { stability: -1, difficulty: 5 } }, MEDIUM, MONDAY)).toThrow(RangeError);
    expect(() => rated({ ...known(5, 5), lastReviewDay: null }, MEDIUM, MONDAY)).toThrow(RangeError);
    expect(() => rated(known(5, 5), MEDIUM, MONDAY + 5, { a: Number.NaN, b: 0 })).toThrow(RangeError);
    expect(() =>
      rate(NEW_CARD, MEDIUM, MONDAY, {
        ...BUTTON_LEARNER,
        settings: { ...BUTTON_SETTINGS, maximumInterval: Number.NaN },
      }),
    ).toThrow(RangeError);
  });
});
