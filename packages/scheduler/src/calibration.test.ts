import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  CALIBRATION_BOUNDS,
  calibrate,
  calibrateRecall,
  computeTargetRetention,
  estimateHardShare,
  IDENTITY_CALIBRATION,
  recalibrate,
  reportsForgotten,
  seemsNeverToForget,
} from "#calibration.ts";
import type { Grade } from "#rating.ts";
import { anyCalibration, anyGrade } from "#testing/arbitraries.ts";
import { createRandom } from "#testing/simulated-log.ts";

const anyProbability = fc.double({ min: 0, max: 1, noNaN: true });
const anyReviews = fc.array(fc.record({ grade: anyGrade, retrievability: fc.option(anyProbability) }), {
  maxLength: 200,
});
const RECALLED = 3;
const FORGOTTEN = 1;

describe("calibrate", () => {
  it("changes by the amounts of a worked example", () => {
    // R = 0.9: logit ln 9 = 2.197225, predicted 0.9, surprise 0.1 or -0.9; 0.004 x surprise x 0.197225, 0.02 x surprise.
    const recalled = calibrate(IDENTITY_CALIBRATION, { grade: RECALLED, retrievability: 0.9 });
    expect(recalled.a).toBeCloseTo(1.0000789, 7);
    expect(recalled.b).toBeCloseTo(0.002, 12);
    const forgotten = calibrate(IDENTITY_CALIBRATION, { grade: FORGOTTEN, retrievability: 0.9 });
    expect(forgotten.a).toBeCloseTo(0.99929, 6);
    expect(forgotten.b).toBeCloseTo(-0.018, 12);
  });

  it("raises the prediction after a recalled card and lowers it after a forgotten one", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.3, max: 0.99, noNaN: true }), (retrievability) => {
        const before = calibrateRecall(IDENTITY_CALIBRATION, retrievability);
        const after = (grade: Grade) =>
          calibrateRecall(calibrate(IDENTITY_CALIBRATION, { grade, retrievability }), retrievability);
        expect(after(RECALLED)).toBeGreaterThan(before);
        expect(after(FORGOTTEN)).toBeLessThan(before);
      }),
    );
  });

  it("stays within its bounds after any reviews, and can reach them", () => {
    fc.assert(
      fc.property(anyCalibration, anyReviews, (start, reviews) => {
        const { a, b } = recalibrate(start, reviews);
        expect(a).toBeGreaterThanOrEqual(CALIBRATION_BOUNDS.a.min);
        expect(a).toBeLessThanOrEqual(CALIBRATION_BOUNDS.a.max);
        expect(b).toBeGreaterThanOrEqual(CALIBRATION_BOUNDS.b.min);
        expect(b).toBeLessThanOrEqual(CALIBRATION_BOUNDS.b.max);
      }),
    );
    // A forgotten card on its first day ends a row of recalled ones.
    const many = (retrievability: number, grade: Grade) =>
      Array(20_000)
        .fill([
          { grade, retrievability },
          { grade: FORGOTTEN, retrievability: null },
        ])
        .flat();
    const from = (a: number, b: number) => ({ ...IDENTITY_CALIBRATION, a, b });
    expect(recalibrate(IDENTITY_CALIBRATION, many(0.001, RECALLED)).a).toBe(0.4);
    expect(recalibrate(from(1.6, 2.5), many(1, FORGOTTEN))).toMatchObject({ a: 0.4, b: -2.5 });
    expect(recalibrate(from(1.59, -2.5), many(0.998, RECALLED)).a).toBe(1.6);
  });

  it("converges for a learner who recalls less than the model predicts", () => {
    const truth = { a: 1, b: -0.8 };
    let state = 1;
    const scored = Array.from({ length: 3000 }, () => {
      state = (state * 48_271) % 2_147_483_647;
      const retrievability = 0.75 + 0.24 * ((state % 1000) / 1000);
      state = (state * 48_271) % 2_147_483_647;
      const recalled = state / 2_147_483_647 < calibrateRecall(truth, retrievability);
      return { grade: recalled ? RECALLED : FORGOTTEN, retrievability } as const;
    });
    const learned = recalibrate(IDENTITY_CALIBRATION, scored);
    expect(Math.abs(calibrateRecall(learned, 0.9) - calibrateRecall(truth, 0.9))).toBeLessThan(0.04);
  });
});

describe("calibrate, for a review that does not show whether the card was recalled", () => {
  const UNKNOWN = null;

  it("counts the review as the probability that the card was recalled", () => {
    // The prediction was 0.9: of 15.4 Difícil answers to such cards, 5.4 are for recalled ones.
    const { b } = calibrate(IDENTITY_CALIBRATION, { grade: UNKNOWN, retrievability: 0.9 });
    expect(b).toBeCloseTo(0.02 * (5.4 / 15.4 - 0.9), 12);
  });

  it("never raises the offset, and lowers it at most as much as a forgotten card does", () => {
    fc.assert(
      fc.property(anyCalibration, anyProbability, (calibration, retrievability) => {
        const after = (grade: Grade | null) => calibrate(calibration, { grade, retrievability }).b;
        expect(after(UNKNOWN)).toBeLessThanOrEqual(calibration.b);
        expect(after(UNKNOWN)).toBeGreaterThanOrEqual(after(FORGOTTEN));
      }),
    );
  });
});

describe("calibrate, for many recalled cards in a row", () => {
  const recallMany = (count: number, from = IDENTITY_CALIBRATION) =>
    recalibrate(from, Array(count).fill({ grade: RECALLED, retrievability: 0.9 }));

  it("is raised by the first 50 and by no further one, or by the first 100 of who has reported a forgotten card", () => {
    expect(recallMany(50).b).toBeGreaterThan(recallMany(49).b);
    expect(recallMany(51)).toEqual({ ...recallMany(50), recalledCount: 51, recalledInARow: 51 });
    expect(recallMany(500).b).toBe(recallMany(50).b);
    const reporting = { ...IDENTITY_CALIBRATION, hardSinceForgotten: 0 };
    expect(recallMany(100, reporting).b).toBeGreaterThan(recallMany(99, reporting).b);
    expect(recallMany(500, reporting).b).toBe(recallMany(100, reporting).b);
  });

  it("is lowered by a card that is forgotten then, and raised again by recalled ones after it", () => {
    fc.assert(
      fc.property(fc.integer({ min: 51, max: 300 }), fc.constantFrom(FORGOTTEN, null), (count, grade) => {
        const before = recallMany(count);
        const after = calibrate(before, { grade, retrievability: 0.9 });
        expect(after.b).toBeLessThan(before.b);
        expect(recallMany(1, after).b).toBeGreaterThan(after.b);
      }),
    );
  });

  it("begins a new row after every answer for a card that was or may have been forgotten, scored or not", () => {
    const end = (grade: Grade | null, retrievability: number | null) =>
      calibrate(recallMany(60), { grade, retrievability }).recalledInARow;
    expect([end(FORGOTTEN, 0.9), end(null, 0.9), end(FORGOTTEN, null), end(null, null)]).toEqual([0, 0, 0, 0]);
    expect([end(2, 0.9), end(RECALLED, null)]).toEqual([61, 60]);
  });

  it("shows who seems never to forget: after 50 in a row, if no forgotten card was ever reported", () => {
    expect([recallMany(49), recallMany(50)].map(seemsNeverToForget)).toEqual([false, true]);
    expect(
      seemsNeverToForget(recallMany(200, calibrate(IDENTITY_CALIBRATION, { grade: 1, retrievability: null }))),
    ).toBe(false);
    expect(seemsNeverToForget(calibrate(recallMany(60), { grade: null, retrievability: 0.9 }))).toBe(false);
  });

  it("is never raised by recalled cards, whatever the calibration and the model's prediction", () => {
    fc.assert(
      fc.property(anyCalibration, fc.array(anyProbability, { maxLength: 100 }), (calibration, recalls) => {
        const start = { ...calibration, recalledInARow: calibration.hardSinceForgotten === null ? 50 : 100 };
        const { a, b } = recalibrate(
          start,
          recalls.map((retrievability) => ({ grade: RECALLED, retrievability })),
        );
        expect({ a, b }).toEqual({ a: start.a, b: start.b });
      }),
    );
  });
});

describe("calibrate, for a certain answer", () => {
  const anyCertain = fc.record({
    grade: fc.constantFrom<Grade>(1, 2, 3, 4),
    retrievability: fc.option(anyProbability),
    isCertain: fc.constant(true),
  });

  it("changes nothing of what is known about the learner's buttons", () => {
    fc.assert(
      fc.property(anyCalibration, fc.array(anyCertain, { maxLength: 50 }), (start, answers) => {
        const { a, b } = recalibrate(start, answers);
        expect(recalibrate(start, answers)).toEqual({ ...start, a, b });
      }),
    );
  });

  it("is believed however many cards were recalled in a row", () => {
    fc.assert(
      fc.property(anyCalibration, anyCertain, (calibration, answer) => {
        const after = (recalledInARow: number) => calibrate({ ...calibration, recalledInARow }, answer);
        expect({ ...after(500), recalledInARow: 0 }).toEqual(after(0));
      }),
    );
    const many = { ...IDENTITY_CALIBRATION, recalledInARow: 500 };
    expect(calibrate(many, { grade: RECALLED, retrievability: 0.9, isCertain: true }).b).toBeGreaterThan(0);
  });

  it("teaches as much about the memory as an answer by a button", () => {
    fc.assert(
      fc.property(anyCalibration, anyCertain, (before, answer) => {
        const calibration = { ...before, recalledInARow: 0 };
        const { a, b } = calibrate(calibration, { ...answer, isCertain: false });
        expect(calibrate(calibration, answer)).toMatchObject({ a, b });
      }),
    );
  });

  it("counts like any other if it has no result", () => {
    const unknown = { grade: null, retrievability: 0.9 };
    const start = { ...IDENTITY_CALIBRATION, hardSinceForgotten: 3 };
    expect(calibrate(start, { ...unknown, isCertain: true })).toEqual(calibrate(start, unknown));
  });
});

describe("estimateHardShare", () => {
  const learn = (reviews: readonly { grade: Grade | null; retrievability: number }[]) =>
    estimateHardShare(recalibrate(IDENTITY_CALIBRATION, reviews));

  it("begins at 6 %, which counts as much as 100 recalled cards", () => {
    expect(estimateHardShare(IDENTITY_CALIBRATION)).toBe(0.06);
    const tenInTwenty = Array.from(
      { length: 20 },
      (_, i) => ({ grade: i % 2 ? 2 : RECALLED, retrievability: 0.9 }) as const,
    );
    expect(learn(tenInTwenty)).toBeCloseTo((6 + 10) / 120, 12);
    expect(learn([{ grade: FORGOTTEN, retrievability: 0.9 }])).toBe(0.06);
  });

  it("counts exactly while results are known, and never more Difícil than recalled cards", () => {
    fc.assert(
      fc.property(anyCalibration, anyReviews, (start, reviews) => {
        const { recalledCount, hardRecalledCount } = recalibrate(start, reviews);
        expect(hardRecalledCount).toBeLessThanOrEqual(recalledCount + 1e-9);
        expect(recalledCount - start.recalledCount).toBeLessThanOrEqual(reviews.length);
        const known = reviews.filter(({ grade, retrievability }) => grade !== null && retrievability !== null);
        const exact = recalibrate(IDENTITY_CALIBRATION, known);
        expect(exact.recalledCount).toBe(known.filter(({ grade }) => grade !== 1).length);
        expect(exact.hardRecalledCount).toBe(known.filter(({ grade }) => grade === 2).length);
      }),
    );
  });

  it("falls for who presses Difícil for forgotten cards alone, and rises for who presses it for many recalled ones", () => {
    const learnFrom = (hardShare: number) => {
      const random = createRandom(7);
      return learn(
        Array.from({ length: 3000 }, () => {
          const isHard = random() >= 0.9 || random() < hardShare;
          return { grade: isHard ? null : RECALLED, retrievability: 0.9 };
        }),
      );
    };
    expect(learnFrom(0)).toBeLessThan(0.05);
    expect(learnFrom(0.3)).toBeGreaterThan(0.15);
  });

  it("makes an unknown Difícil count for more the more often the learner presses it for recalled cards", () => {
    fc.assert(
      fc.property(anyCalibration, anyProbability, anyProbability, anyProbability, (calibration, one, other, recall) => {
        const after = (hardShare: number) => {
          const counts = { recalledCount: 1000, hardRecalledCount: 1000 * hardShare };
          return calibrate({ ...calibration, ...counts }, { grade: null, retrievability: recall }).b;
        };
        expect(after(Math.min(one, other))).toBeLessThanOrEqual(after(Math.max(one, other)));
      }),
    );
  });
});

describe("reportsForgotten", () => {
  const after = (grades: (Grade | null)[], hardSinceForgotten: number | null = null) =>
    recalibrate(
      { ...IDENTITY_CALIBRATION, hardSinceForgotten },
      grades.map((grade) => ({ grade, retrievability: null })),
    );

  it("returns false for a new learner, however often they press the other buttons", () => {
    expect(after([2, null, 3, 4, 2]).hardSinceForgotten).toBeNull();
    expect(reportsForgotten(after([2, null, 3, 4, 2]))).toBe(false);
  });

  it("is based on the number of Difícil since the last forgotten card, whether or not their result is known", () => {
    expect(after([1]).hardSinceForgotten).toBe(0);
    expect(after([1, 2, 3, null, 4, 2]).hardSinceForgotten).toBe(3);
    expect(after([1, 2, 2, 1]).hardSinceForgotten).toBe(0);
  });

  it("is not based on certain answers: neither a typed failure nor a typed Difícil", () => {
    const typed = (grade: Grade) => ({ grade, retrievability: null, isCertain: true });
    expect(recalibrate(IDENTITY_CALIBRATION, [typed(1), typed(2)]).hardSinceForgotten).toBeNull();
    expect(recalibrate(after([1, 2]), [typed(1), typed(2)]).hardSinceForgotten).toBe(1);
  });

  it("returns true until 30 Difícil without a forgotten card, and again after the next forgotten one", () => {
    expect(reportsForgotten(after([1, ...Array(29).fill(2)]))).toBe(true);
    expect(reportsForgotten(after([1, ...Array(30).fill(2)]))).toBe(false);
    expect(reportsForgotten(after([1, ...Array(30).fill(2), 1]))).toBe(true);
  });
});

describe("recalibrate", () => {
  it("equals calibrate called step by step, bit for bit, and can be split at any review", () => {
    fc.assert(
      fc.property(anyCalibration, anyReviews, fc.nat(200), (start, scored, cut) => {
        let stepwise = start;
        for (const review of scored) stepwise = calibrate(stepwise, review);
        expect(recalibrate(start, scored)).toEqual(stepwise);
        expect(recalibrate(recalibrate(start, scored.slice(0, cut)), scored.slice(cut))).toEqual(stepwise);
      }),
    );
  });

  it("does not change the calibration if no review is scored", () => {
    const start = { ...IDENTITY_CALIBRATION, a: 1.2, b: -0.3, hardSinceForgotten: 3 };
    expect(recalibrate(start, [])).toEqual(start);
    expect(recalibrate(start, [{ grade: 3, retrievability: null }])).toEqual(start);
  });
});

describe("calibrateRecall", () => {
  it("returns the model's prediction for a new learner", () => {
    expect(calibrateRecall(IDENTITY_CALIBRATION, 0.9)).toBeCloseTo(0.9, 12);
  });

  it("returns 0.001 to 0.999, in the order of the model's predictions", () => {
    fc.assert(
      fc.property(anyCalibration, anyProbability, anyProbability, (calibration, p, q) => {
        const [low, high] = [Math.min(p, q), Math.max(p, q)].map((r) => calibrateRecall(calibration, r));
        expect(low).toBeGreaterThanOrEqual(0.001);
        expect(high).toBeLessThanOrEqual(0.999);
        expect(low).toBeLessThanOrEqual(Number(high));
      }),
    );
  });
});

describe("computeTargetRetention", () => {
  it("returns the desired retention for a new learner", () => {
    expect(computeTargetRetention(IDENTITY_CALIBRATION, 0.9)).toBeCloseTo(0.9, 12);
  });

  it("returns at least 0.70 and at most 0.975", () => {
    expect(computeTargetRetention({ a: 1, b: 2.5 }, 0.9)).toBe(0.7);
    expect(computeTargetRetention({ a: 0.4, b: -2.5 }, 0.9)).toBe(0.975);
  });

  it("gives this learner the desired retention, unless it is clamped", () => {
    fc.assert(
      fc.property(anyCalibration, fc.double({ min: 0.75, max: 0.97, noNaN: true }), (calibration, desired) => {
        const target = computeTargetRetention(calibration, desired);
        fc.pre(target > 0.7 && target < 0.975);
        expect(calibrateRecall(calibration, target)).toBeCloseTo(desired, 9);
      }),
    );
  });
});
