import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Band,
  computeOffsetSpread,
  type ExamAhead,
  type ExamForecast,
  forecastExam,
  forecastIfStopped,
} from "#forecast.ts";
import { predictRecall } from "#schedule.ts";
import { type ExamResult, simulateExam } from "#testing/exam-students.ts";
import { anyExam, createExam } from "#testing/exams.ts";
import { MEMORIES, PRESSES } from "#testing/simulated-students.ts";

const computeWidth = ({ low, high }: Band) => high - low;
const forecastStopped = ({ cards, today, examDay, learner, scored, misfit }: ExamAhead, after = scored) =>
  forecastIfStopped(
    cards.map(({ schedule }) => ({ schedule, day: examDay })),
    today,
    learner,
    after,
    misfit,
  );

describe("computeOffsetSpread", () => {
  it("falls with the number of reviews, but not to 0, and grows with the days ahead", () => {
    const anyCount = fc.integer({ min: 1, max: 5000 });
    fc.assert(
      fc.property(fc.nat(50_000), fc.nat(365), anyCount, (scored, days, more) => {
        const spread = computeOffsetSpread(scored, days);
        expect(computeOffsetSpread(scored + more, days)).toBeLessThan(spread);
        expect(computeOffsetSpread(scored, days + more)).toBeGreaterThan(spread);
        expect(spread).toBeGreaterThan(0.1);
      }),
    );
  });
});

describe("forecastIfStopped", () => {
  it("returns a band around the prediction of the learner's calibration", () => {
    const exam = createExam({ seen: 50, unseen: 0, days: 30, seed: 1 });
    const { mean, low, high } = forecastStopped(exam);
    const recalls = exam.cards.map(({ schedule }) => Number(predictRecall(schedule, exam.examDay, exam.learner)));
    const predicted = recalls.reduce((total, recall) => total + recall, 0) / recalls.length;
    expect(Math.abs(mean - predicted)).toBeLessThan(0.003);
    expect([low < mean, mean < high]).toEqual([true, true]);
  });

  it("returns a wider band for a learner with fewer reviews", () => {
    fc.assert(
      fc.property(anyExam, fc.integer({ min: 1, max: 5000 }), (exam, fewer) => {
        const known = computeWidth(forecastStopped(exam, 5000));
        const unknown = computeWidth(forecastStopped(exam, 5000 - fewer));
        expect(unknown).toBeGreaterThanOrEqual(known);
      }),
    );
  });

  it("returns a wider band for a larger misfit, with nearly the same mean", () => {
    fc.assert(
      fc.property(anyExam, fc.double({ min: 0.06, max: 0.5, noNaN: true }), (exam, misfit) => {
        const [fits, not] = [forecastStopped({ ...exam, misfit: 0.05 }), forecastStopped({ ...exam, misfit })];
        expect(computeWidth(not)).toBeGreaterThanOrEqual(computeWidth(fits));
        expect(Math.abs(not.mean - fits.mean)).toBeLessThan(0.05);
      }),
    );
    const exam = createExam({ seen: 50, unseen: 20, days: 30, seed: 1 });
    const [fits, not] = [0.05, 0.5].map((misfit) => forecastExam({ ...exam, misfit })) as [ExamForecast, ExamForecast];
    expect(computeWidth(not.expected)).toBeGreaterThan(1.3 * computeWidth(fits.expected));
    expect(computeWidth(not.ifStopped)).toBeGreaterThan(1.2 * computeWidth(fits.ifStopped));
  });

  it("falls with the days until the exam, and counts new cards as not recalled", () => {
    const exam = createExam({ seen: 30, unseen: 30, days: 5, seed: 2 });
    const later = { ...exam, examDay: exam.examDay + 30 };
    expect(forecastStopped(later).mean).toBeLessThan(forecastStopped(exam).mean);
    expect(forecastStopped(exam).high).toBeLessThan(0.51);
  });

  it("forecasts each card for a day of its own", () => {
    const exam = createExam({ seen: 30, unseen: 0, days: 5, seed: 2 });
    const days = exam.cards.map(({ schedule }, i) => ({ schedule, day: exam.today + i }));
    const one = days.map((card) => forecastIfStopped([card], exam.today, exam.learner, 100).mean);
    const mean = one.reduce((total, value) => total + value, 0) / one.length;
    expect(forecastIfStopped(days, exam.today, exam.learner, 100).mean).toBeCloseTo(mean, 12);
  });
});

describe("forecastExam", () => {
  it("returns bands that contain their means, and a share with study that is never below the one without", () => {
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

  it("returns a course of bands from today to the exam day, which has the expected shares with and without study", () => {
    fc.assert(
      fc.property(anyExam, (exam) => {
        const { course, expected, ifStopped } = forecastExam(exam);
        for (const { low, mean, high, ifStopped } of course) {
          expect([0, low, mean, high, 1]).toEqual([0, low, mean, high, 1].toSorted((a, b) => a - b));
          expect(ifStopped).toBeLessThanOrEqual(mean);
          expect(ifStopped).toBeGreaterThanOrEqual(0);
        }
        expect(course.at(-1)).toEqual({ day: exam.examDay, ...expected, ifStopped: ifStopped.mean });
        expect(course[0]?.day).toBe(exam.today);
        // Nothing has been studied yet.
        if (course.length > 1) expect(course[0]?.mean).toBe(course[0]?.ifStopped);
      }),
    );
  });

  it("never returns less with study than without by chance", () => {
    const exam = createExam({ seen: 20, unseen: 0, days: 8, seed: 293 });
    const calibration = { ...exam.learner.calibration, a: 0.5, b: -1 };
    const { course } = forecastExam({ ...exam, learner: { ...exam.learner, calibration } });
    // In the simulated futures, the few reviews before one of these days happen to have gone badly.
    expect(course.filter(({ mean, ifStopped }) => mean < ifStopped)).toEqual([]);
  });

  it("starts the course at the learner's calibrated recall, and ends it smoothly at the exam day", () => {
    const exam = createExam({ seen: 120, unseen: 0, days: 30, seed: 4 });
    const { course, ifStopped } = forecastExam(exam);
    const recalls = exam.cards.map(({ schedule }) => Number(predictRecall(schedule, exam.today, exam.learner)));
    const predicted = recalls.reduce((total, recall) => total + recall, 0) / recalls.length;
    expect(Math.abs(Number(course[0]?.mean) - predicted)).toBeLessThan(0.005);
    expect(course.map((day) => day.ifStopped)).toEqual(course.map((day) => day.ifStopped).toSorted((a, b) => b - a));
    const [before, last] = course.slice(-2);
    expect(Math.abs(Number(before?.ifStopped) - ifStopped.mean)).toBeLessThan(0.01);
    expect(Math.abs(Number(before?.mean) - Number(last?.mean))).toBeLessThan(0.05);
  });

  it("starts the course at exactly 0 if all cards are new, and raises it as they are introduced", () => {
    const exam = { ...createExam({ seen: 0, unseen: 90, days: 30, seed: 4 }), attendance: 0.8 };
    const { course } = forecastExam(exam);
    expect(course[0]).toMatchObject({ mean: 0, low: 0, ifStopped: 0 });
    expect(course[0]?.high).toBe(0);
    // At most eight cards are introduced by tomorrow, in any of the futures.
    expect(course[1]?.high).toBeLessThanOrEqual(8 / 90);
    for (const [i, { mean }] of course.slice(0, 12).entries()) {
      expect(Number(course[i + 1]?.mean)).toBeGreaterThan(mean);
    }
  });

  it("returns every day until a near exam, and at most 46 evenly spaced days until a distant one", () => {
    const daysOf = (days: number) => {
      const { course } = forecastExam(createExam({ seen: 3, unseen: 2, days, seed: 1 }));
      return course.map(({ day }, i) => day - (course[i - 1]?.day ?? day));
    };
    expect(daysOf(45)).toEqual([0, ...Array(45).fill(1)]);
    expect(daysOf(46)).toEqual([0, ...Array(23).fill(2)]);
    const [, first, ...others] = daysOf(365);
    expect(first).toBeLessThanOrEqual(9);
    expect(others).toEqual(Array(40).fill(9));
  });

  it("is deterministic, and returns the same for cards that were stored as JSON", () => {
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

  it("returns the expected share of each folder, whose mean is that of the exam", () => {
    fc.assert(
      fc.property(anyExam, (exam) => {
        const { folders, expected, ifStopped } = forecastExam(exam);
        const cards = folders.reduce((total, folder) => total + folder.cards, 0);
        const recalled = folders.reduce((total, folder) => total + folder.cards * folder.expected, 0);
        expect(cards).toBe(exam.cards.length);
        // The correction for chance is applied to the whole only.
        const isDrawn = expected.mean > ifStopped.mean;
        if (isDrawn) expect(recalled / cards).toBeCloseTo(expected.mean, 9);
      }),
      { numRuns: 50 },
    );
  });

  it("returns the 20 rated cards with the lowest recall, in that order", () => {
    const exam = createExam({ seen: 60, unseen: 10, days: 20, seed: 7 });
    const { weakest } = forecastExam(exam);
    const recalls = exam.cards.flatMap(({ schedule }) => predictRecall(schedule, exam.examDay, exam.learner) ?? []);
    expect(weakest.map(({ recall }) => recall)).toEqual(recalls.sort((a, b) => a - b).slice(0, 20));
  });

  it("grows with attendance and with the number of new cards a day", () => {
    const exam = createExam({ seen: 60, unseen: 60, days: 15, seed: 8 });
    const mean = (change: Partial<ExamAhead>) => forecastExam({ ...exam, ...change }).expected.mean;
    expect(mean({ attendance: 0.9 })).toBeGreaterThan(mean({ attendance: 0.3 }));
    expect(mean({ newCardsOn: () => 8 })).toBeGreaterThan(mean({ newCardsOn: () => 1 }));
    expect(mean({ newCardsOn: () => 0 })).toBeLessThanOrEqual(0.5);
  });

  it.each([1, 2])("returns a usable band if nothing was studied %i days before the exam", (days) => {
    const exam = { ...createExam({ seen: 0, unseen: 60, days, seed: 12 }), newCardsOn: () => 60, scored: 0 };
    const { expected, ifStopped, course } = forecastExam({ ...exam, attendance: 0.86 });
    expect(ifStopped.mean).toBe(0);
    expect(expected.mean).toBeGreaterThan(0.7);
    expect(expected.low).toBeGreaterThan(0.5);
    expect(expected.high).toBeLessThan(0.99);
    expect(course.at(-1)).toMatchObject(expected);
    // A student who might not study on such a day decides it now.
    expect(forecastExam({ ...exam, attendance: 0.2 }).expected).toEqual(expected);
  });

  it("keeps the expected share within the simulated ones if nothing is studied in some of them", () => {
    const exam = { ...createExam({ seen: 0, unseen: 60, days: 3, seed: 12 }), newCardsOn: () => 10, attendance: 0.5 };
    const { expected } = forecastExam({ ...exam, scored: 0 });
    expect(expected.high, "at most 30 of the 60 cards are introduced").toBeLessThanOrEqual(0.5);
    expect(expected.low).toBeLessThan(expected.mean);
  });

  it.each([
    { cards: 20, newPerDay: 5, days: 45, askedOn: 30 },
    { cards: 40, newPerDay: 10, days: 40, askedOn: 25 },
  ])("is within .005 for small decks of which nothing is due on many days: $cards cards, $days days", (course) => {
    const results = Object.values(MEMORIES).flatMap((weights) =>
      [1, 2, 3, 4, 5, 6].map((seed) => simulateExam({ ...course, press: PRESSES.honest, weights, seed })),
    );
    const [foretold, known] = [(one: ExamResult) => one.expected.mean, (one: ExamResult) => one.known].map(
      (figure) => results.reduce((total, result) => total + figure(result), 0) / results.length,
    );
    expect(known).toBeGreaterThan(0.98);
    expect(Math.abs(Number(foretold) - Number(known))).toBeLessThan(0.005);
  });

  it("follows the learner's habits rather than those of others", () => {
    const exam = createExam({ seen: 0, unseen: 80, days: 15, seed: 9 });
    const reviews = (first: [number, number, number, number]) =>
      forecastExam({ ...exam, newCardsOn: () => 20, pressed: { first, recalled: [0, 0, 0] } }).plan.reduce(
        (total, day) => total + day.reviews,
        0,
      );
    expect(reviews([0, 0, 0, 400])).toBeLessThan(reviews([400, 0, 0, 0]));
  });

  it("returns nearly the same result if each card takes part in only some of the futures", () => {
    const few = createExam({ seen: 250, unseen: 150, days: 12, seed: 10 });
    const copies = Array.from({ length: 5 }, (_, k) => few.cards.map((card) => ({ ...card, id: card.id + 1000 * k })));
    const one = forecastExam({ ...few, newCardsOn: () => 15 });
    const many = forecastExam({ ...few, cards: copies.flat(), newCardsOn: () => 75 });
    expect(Math.abs(many.expected.mean - one.expected.mean)).toBeLessThan(0.015);
    const total = ({ plan }: typeof one, what: "reviews" | "newCards") => plan.reduce((sum, day) => sum + day[what], 0);
    for (const what of ["reviews", "newCards"] as const) {
      expect(total(many, what) / 5 / total(one, what)).toBeGreaterThan(0.9);
      expect(total(many, what) / 5 / total(one, what)).toBeLessThan(1.1);
    }
  });

  it("returns the share without study on the exam day itself, and empty lists if there are no cards", () => {
    const exam = createExam({ seen: 20, unseen: 0, days: 0, seed: 11 });
    expect(forecastExam(exam)).toMatchObject({
      plan: [],
      expected: forecastStopped(exam),
      ifStopped: forecastStopped(exam),
    });
    const nothing = forecastExam({ ...exam, cards: [] });
    expect(nothing).toMatchObject({ folders: [], weakest: [] });
    expect(nothing.expected.high).toBeLessThan(0.001);
  });
});
