import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Band,
  type ExamAhead,
  type ExamForecast,
  forecastExam,
  forecastIfStopped,
  offsetSpread,
} from "#forecast.ts";
import { predictedRecall } from "#schedule.ts";
import { anyExam, examOf } from "#testing/exams.ts";

const width = ({ low, high }: Band) => high - low;
const stoppedOf = ({ cards, today, examDay, learner, scored, misfit }: ExamAhead, after = scored) =>
  forecastIfStopped(
    cards.map(({ schedule }) => ({ schedule, day: examDay })),
    today,
    learner,
    after,
    misfit,
  );

describe("offsetSpread", () => {
  it("falls as reviews come in, never to nothing, and grows with the days ahead", () => {
    const anyCount = fc.integer({ min: 1, max: 5000 });
    fc.assert(
      fc.property(fc.nat(50_000), fc.nat(365), anyCount, (scored, days, more) => {
        const spread = offsetSpread(scored, days);
        expect(offsetSpread(scored + more, days)).toBeLessThan(spread);
        expect(offsetSpread(scored, days + more)).toBeGreaterThan(spread);
        expect(spread).toBeGreaterThan(0.1);
      }),
    );
  });
});

describe("forecastIfStopped", () => {
  it("is a band around what the learner's calibration predicts", () => {
    const exam = examOf({ seen: 50, unseen: 0, days: 30, seed: 1 });
    const { mean, low, high } = stoppedOf(exam);
    const recalls = exam.cards.map(({ schedule }) => Number(predictedRecall(schedule, exam.examDay, exam.learner)));
    const predicted = recalls.reduce((total, recall) => total + recall, 0) / recalls.length;
    expect(Math.abs(mean - predicted)).toBeLessThan(0.003);
    expect([low < mean, mean < high]).toEqual([true, true]);
  });

  it("is wider, the less is known of the learner", () => {
    fc.assert(
      fc.property(anyExam, fc.integer({ min: 1, max: 5000 }), (exam, fewer) => {
        const known = width(stoppedOf(exam, 5000));
        const unknown = width(stoppedOf(exam, 5000 - fewer));
        expect(unknown).toBeGreaterThanOrEqual(known);
      }),
    );
  });

  it("is wider, the less the calibration fits, and has nearly the same mean", () => {
    fc.assert(
      fc.property(anyExam, fc.double({ min: 0.06, max: 0.5, noNaN: true }), (exam, misfit) => {
        const [fits, not] = [stoppedOf({ ...exam, misfit: 0.05 }), stoppedOf({ ...exam, misfit })];
        expect(width(not)).toBeGreaterThanOrEqual(width(fits));
        expect(Math.abs(not.mean - fits.mean)).toBeLessThan(0.05);
      }),
    );
    const exam = examOf({ seen: 50, unseen: 20, days: 30, seed: 1 });
    const [fits, not] = [0.05, 0.5].map((misfit) => forecastExam({ ...exam, misfit })) as [ExamForecast, ExamForecast];
    expect(width(not.expected)).toBeGreaterThan(1.3 * width(fits.expected));
    expect(width(not.ifStopped)).toBeGreaterThan(1.3 * width(fits.ifStopped));
  });

  it("falls as days go by, and counts what was never met as not recalled", () => {
    const exam = examOf({ seen: 30, unseen: 30, days: 5, seed: 2 });
    const later = { ...exam, examDay: exam.examDay + 30 };
    expect(stoppedOf(later).mean).toBeLessThan(stoppedOf(exam).mean);
    expect(stoppedOf(exam).high).toBeLessThan(0.51);
  });

  it("knows days of their own", () => {
    const exam = examOf({ seen: 30, unseen: 0, days: 5, seed: 2 });
    const days = exam.cards.map(({ schedule }, i) => ({ schedule, day: exam.today + i }));
    const one = days.map((card) => forecastIfStopped([card], exam.today, exam.learner, 100).mean);
    const mean = one.reduce((total, value) => total + value, 0) / one.length;
    expect(forecastIfStopped(days, exam.today, exam.learner, 100).mean).toBeCloseTo(mean, 12);
  });
});

describe("forecastExam", () => {
  it("gives bands that contain their means, and study that is never worse than stopping", () => {
    fc.assert(
      fc.property(anyExam, (exam) => {
        const { expected, ifStopped } = forecastExam(exam);
        for (const { low, mean, high } of [expected, ifStopped]) {
          expect([0 <= low, low <= mean, mean <= high, high <= 1]).toEqual([true, true, true, true]);
        }
        expect(expected.mean).toBeGreaterThanOrEqual(ifStopped.mean);
        expect(expected.low).toBeGreaterThanOrEqual(ifStopped.low);
        expect(expected.high).toBeGreaterThanOrEqual(ifStopped.high);
      }),
    );
  });

  it("is deterministic, and the same after JSON", () => {
    fc.assert(
      fc.property(anyExam, (exam) => {
        const cards = JSON.parse(JSON.stringify(exam.cards)) as ExamAhead["cards"];
        expect(forecastExam({ ...exam, cards })).toEqual(forecastExam(exam));
      }),
      { numRuns: 30 },
    );
  });

  it("plans every day from today to the one before the exam", () => {
    fc.assert(
      fc.property(anyExam, (exam) => {
        const { plan } = forecastExam(exam);
        expect(plan.map(({ day }) => day)).toEqual(
          Array.from({ length: exam.examDay - exam.today }, (_, i) => exam.today + i),
        );
        for (const { reviews, newCards, minutes } of plan) {
          expect(minutes).toBeCloseTo((8 * reviews + 15 * newCards) / 60, 9);
        }
      }),
      { numRuns: 30 },
    );
  });

  it("tells every folder apart, and together they are the whole", () => {
    fc.assert(
      fc.property(anyExam, (exam) => {
        const { folders, expected, ifStopped } = forecastExam(exam);
        const cards = folders.reduce((total, folder) => total + folder.cards, 0);
        const recalled = folders.reduce((total, folder) => total + folder.cards * folder.expected, 0);
        expect(cards).toBe(exam.cards.length);
        // The luck of the draw was taken out of the whole only.
        const isDrawn = expected.mean > ifStopped.mean;
        if (isDrawn) expect(recalled / cards).toBeCloseTo(expected.mean, 9);
      }),
      { numRuns: 50 },
    );
  });

  it("names the 20 weakest of the cards met, weakest first", () => {
    const exam = examOf({ seen: 60, unseen: 10, days: 20, seed: 7 });
    const { weakest } = forecastExam(exam);
    const recalls = exam.cards.flatMap(({ schedule }) => predictedRecall(schedule, exam.examDay, exam.learner) ?? []);
    expect(weakest.map(({ recall }) => recall)).toEqual(recalls.sort((a, b) => a - b).slice(0, 20));
  });

  it("gains by attendance, by days, and by new cards met in time", () => {
    const exam = examOf({ seen: 60, unseen: 60, days: 15, seed: 8 });
    const mean = (change: Partial<ExamAhead>) => forecastExam({ ...exam, ...change }).expected.mean;
    expect(mean({ attendance: 0.9 })).toBeGreaterThan(mean({ attendance: 0.3 }));
    expect(mean({ newCardsOn: () => 8 })).toBeGreaterThan(mean({ newCardsOn: () => 1 }));
    expect(mean({ newCardsOn: () => 0 })).toBeLessThanOrEqual(0.5);
  });

  it("believes what the learner presses more than what others do", () => {
    const exam = examOf({ seen: 0, unseen: 80, days: 15, seed: 9 });
    const reviews = (first: [number, number, number, number]) =>
      forecastExam({ ...exam, newCardsOn: () => 20, pressed: { first, recalled: [0, 0, 0] } }).plan.reduce(
        (total, day) => total + day.reviews,
        0,
      );
    expect(reviews([0, 0, 0, 400])).toBeLessThan(reviews([400, 0, 0, 0]));
  });

  it("shares thousands of cards out among its futures, and finds about the same", () => {
    const few = examOf({ seen: 250, unseen: 150, days: 12, seed: 10 });
    const manifold = Array.from({ length: 5 }, (_, k) =>
      few.cards.map((card) => ({ ...card, id: card.id + 1000 * k })),
    );
    const one = forecastExam({ ...few, newCardsOn: () => 15 });
    const many = forecastExam({ ...few, cards: manifold.flat(), newCardsOn: () => 75 });
    expect(Math.abs(many.expected.mean - one.expected.mean)).toBeLessThan(0.015);
    const total = ({ plan }: typeof one, what: "reviews" | "newCards") => plan.reduce((sum, day) => sum + day[what], 0);
    for (const what of ["reviews", "newCards"] as const) {
      expect(total(many, what) / 5 / total(one, what)).toBeGreaterThan(0.9);
      expect(total(many, what) / 5 / total(one, what)).toBeLessThan(1.1);
    }
  });

  it("says nothing of no cards, and what is known on the day itself", () => {
    const exam = examOf({ seen: 20, unseen: 0, days: 0, seed: 11 });
    expect(forecastExam(exam)).toMatchObject({ plan: [], expected: stoppedOf(exam), ifStopped: stoppedOf(exam) });
    const nothing = forecastExam({ ...exam, cards: [] });
    expect(nothing).toMatchObject({ folders: [], weakest: [] });
    expect(nothing.expected.high).toBeLessThan(0.001);
  });
});
