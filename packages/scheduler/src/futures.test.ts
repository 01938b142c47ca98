import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Day } from "#days.ts";
import { SHORT_DAY } from "#even-part.ts";
import {
  estimateAttendance,
  type FutureOptions,
  type ReviewLimit,
  type StudyAhead,
  simulateFuture,
  simulateFutureShares,
} from "#futures.ts";
import { rationNewCards } from "#new-cards.ts";
import { predictRecall } from "#schedule.ts";
import { anyExam, createExam } from "#testing/exams.ts";

const habits = { first: [5, 1, 11, 3], recalled: [2, 16, 2] } as const;
const createOptions = (
  { learner }: Pick<StudyAhead, "learner">,
  options: Partial<FutureOptions> = {},
): FutureOptions => {
  return { index: 0, of: 1, every: 1, calibrationAfter: () => learner.calibration, ...options };
};
const computeSum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0);

/** Rations new cards: the rest of today's ration, and from tomorrow on as many as are needed to introduce all in time. */
function createRationedPace(
  { startedToday, limit }: { startedToday: number; limit: number | null },
  { today, examDay }: Pick<StudyAhead, "today" | "examDay">,
): StudyAhead["newCardsOn"] {
  return (day, unseen) =>
    rationNewCards({ unseen, startedToday: day === today ? startedToday : 0, limit }, day, examDay).today;
}

describe("estimateAttendance", () => {
  it("returns six days of seven at first, rises with each day of study, and falls with each missed one", () => {
    expect(estimateAttendance({ studied: 0, pending: 0 })).toBeCloseTo(6 / 7, 12);
    fc.assert(
      fc.property(fc.nat(30), fc.nat(30), (studied, missed) => {
        const pending = studied + missed;
        const estimate = estimateAttendance({ studied, pending });
        expect(estimateAttendance({ studied: studied + 1, pending: pending + 1 })).toBeGreaterThan(estimate);
        expect(estimateAttendance({ studied, pending: pending + 1 })).toBeLessThan(estimate);
        expect(estimate).toBeGreaterThan(0);
        expect(estimate).toBeLessThan(1);
      }),
    );
  });
});

describe("simulateFuture, with rationed new cards", () => {
  const exam = { ...createExam({ seen: 0, unseen: 60, days: 20, seed: 1 }), habits, attendance: 1 };
  const newCards = (startedToday: number, limit: number | null) =>
    simulateFuture({ ...exam, newCardsOn: createRationedPace({ startedToday, limit }, exam) }, createOptions(exam))
      .newCards;

  it("introduces all cards before the exam and nine in ten a week before it, even if days are missed", () => {
    const days = newCards(0, null);
    expect(computeSum(days)).toBe(60);
    expect(computeSum(days.slice(0, -7))).toBeGreaterThanOrEqual(54);
    const seldom = { ...exam, attendance: 0.5, newCardsOn: createRationedPace({ startedToday: 0, limit: null }, exam) };
    expect(computeSum(simulateFuture(seldom, createOptions(exam)).newCards)).toBe(60);
  });

  it("subtracts the cards started today, and stays within the learner's limit", () => {
    const share = newCards(0, null)[0] as number;
    expect(newCards(share - 1, null)[0]).toBeLessThan(share);
    expect(Math.max(...newCards(0, 2))).toBe(2);
    expect(computeSum(newCards(0, 2))).toBe(40);
    expect(newCards(2, 2)[0]).toBe(0);
  });
});

describe("simulateFutureShares", () => {
  it("returns the same future as simulateFuture, with the shares recalled on the days before the exam", () => {
    fc.assert(
      fc.property(anyExam, (exam) => {
        const days = Array.from({ length: exam.examDay - exam.today + 1 }, (_, i) => exam.today + i);
        const ahead = { ...exam, habits };
        const { studying, stopped, ...future } = simulateFutureShares(ahead, createOptions(exam), days);
        expect(future).toEqual(simulateFuture(ahead, createOptions(exam)));
        const last = computeSum(future.recall) / Math.max(1, exam.cards.length);
        expect(studying.at(-1)).toBeCloseTo(last, 12);
        expect(stopped[0]).toBe(studying[0]);
        const idle = simulateFutureShares({ ...ahead, attendance: 0 }, createOptions(exam), days);
        expect(idle.studying).toEqual(stopped);
      }),
      { numRuns: 50 },
    );
  });
});

describe("simulateFuture", () => {
  it("is deterministic and does not change its arguments", () => {
    fc.assert(
      fc.property(anyExam, fc.nat(15), (exam, index) => {
        const before = JSON.stringify(exam);
        const once = simulateFuture({ ...exam, habits }, createOptions(exam, { index, of: 16 }));
        expect(simulateFuture({ ...exam, habits }, createOptions(exam, { index, of: 16 }))).toEqual(once);
        expect(JSON.stringify(exam)).toBe(before);
      }),
      { numRuns: 50 },
    );
  });

  it("returns a probability for each card, and the reviews of each day until the exam", () => {
    fc.assert(
      fc.property(anyExam, (exam) => {
        const { recall, reviews, newCards } = simulateFuture({ ...exam, habits }, createOptions(exam));
        const days = exam.examDay - exam.today;
        expect([recall.length, reviews.length, newCards.length]).toEqual([exam.cards.length, days, days]);
        for (const value of recall) expect(value >= 0 && value <= 1).toBe(true);
        const unseen = exam.cards.filter(({ schedule }) => schedule.memory === null).length;
        expect(computeSum(newCards)).toBeLessThanOrEqual(unseen);
        expect(recall.filter((value) => value === 0).length).toBe(unseen - computeSum(newCards));
      }),
    );
  });

  it("returns the predicted recall of each card if nothing is studied", () => {
    fc.assert(
      fc.property(anyExam, (exam) => {
        const { recall, reviews, newCards } = simulateFuture({ ...exam, habits, attendance: 0 }, createOptions(exam));
        expect(computeSum(reviews) + computeSum(newCards)).toBe(0);
        for (const [place, { schedule }] of exam.cards.entries()) {
          expect(recall[place]).toBe(predictRecall(schedule, exam.examDay, exam.learner) ?? 0);
        }
      }),
    );
  });

  it("reviews all pending cards on the first day, and introduces new cards at the given pace and in the given order", () => {
    const exam = {
      ...createExam({ seen: 40, unseen: 30, days: 10, seed: 3 }),
      habits,
      attendance: 1,
      newCardsOn: () => 2.5,
    };
    const { reviews, newCards, recall } = simulateFuture(exam, createOptions(exam));
    expect(reviews[0]).toBe(
      exam.cards.filter(({ schedule }) => Number(schedule.dueDay ?? Infinity) <= exam.today).length,
    );
    expect([...newCards]).toEqual([2, 3, 2, 3, 2, 3, 2, 3, 2, 3]);
    const unseen = [...recall.keys()].filter((place) => recall[place] === 0);
    expect(unseen).toEqual([...recall.keys()].slice(-5));
  });

  it("reviews the pending cards later if the first day is missed", () => {
    const exam = { ...createExam({ seen: 40, unseen: 0, days: 12, seed: 3 }), habits, attendance: 0.5 };
    const pending = exam.cards.filter(({ schedule }) => Number(schedule.dueDay) <= exam.today).length;
    const futures = Array.from({ length: 16 }, (_, index) =>
      simulateFuture(exam, createOptions(exam, { index, of: 16 })),
    );
    const late = futures.filter(({ reviews }) => reviews[0] === 0);
    expect(late.length).toBeGreaterThan(4);
    for (const { reviews } of late) expect(reviews.find((count) => count > 0)).toBeGreaterThanOrEqual(pending);
  });

  it("returns more recall, the higher the learner's true calibration is", () => {
    const exam = { ...createExam({ seen: 60, unseen: 20, days: 20, seed: 5 }), habits };
    const shares = [-1, 0, 1].map((b) =>
      computeSum(simulateFuture(exam, createOptions(exam, { calibrationAfter: () => ({ a: 1, b }) })).recall),
    );
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  });

  it("assumes that a learner who has never reported a forgotten card continues not to", () => {
    const exam = { ...createExam({ seen: 40, unseen: 10, days: 20, seed: 5 }), habits };
    const after = (hardSinceForgotten: number | null) => {
      const calibration = { ...exam.learner.calibration, hardSinceForgotten };
      return simulateFuture({ ...exam, learner: { ...exam.learner, calibration } }, createOptions(exam)).recall;
    };
    expect(after(0)).toEqual(after(5));
    expect(after(null)).not.toEqual(after(0));
  });

  it("requests the calibration for the days since today or since a later review", () => {
    const exam = { ...createExam({ seen: 30, unseen: 0, days: 9, seed: 5 }), habits };
    const requested: number[] = [];
    const calibrationAfter = (days: number) => {
      requested.push(days);
      return { a: 1, b: 0 };
    };
    simulateFuture({ ...exam, attendance: 0 }, createOptions(exam, { calibrationAfter }));
    expect(requested).toEqual(exam.cards.map(() => 9));
    requested.length = 0;
    simulateFuture({ ...exam, attendance: 1 }, createOptions(exam, { calibrationAfter }));
    const onExamDay = requested.slice(-exam.cards.length);
    expect(onExamDay.some((days) => days < 9)).toBe(true);
    expect(onExamDay.every((days) => days > 0)).toBe(true);
  });

  it("avoids days on which many other cards fall due", () => {
    const exam = { ...createExam({ seen: 60, unseen: 0, days: 30, seed: 2 }), habits, attendance: 1 };
    const full = exam.today + 12;
    const own = (day: number) => exam.cards.filter(({ schedule }) => schedule.dueDay === day).length;
    const load = (day: number) => own(day) + (day === full ? 1000 : 0);
    const reviewsThen = (plan: StudyAhead["plan"]) =>
      simulateFuture({ ...exam, plan }, createOptions(exam)).reviews[12] as number;
    expect(reviewsThen({ load })).toBeLessThan(reviewsThen({}));
  });

  it("schedules each card for its own exam", () => {
    const exam = { ...createExam({ seen: 60, unseen: 0, days: 40, seed: 5 }), habits, attendance: 1 };
    const alone = simulateFuture(exam, createOptions(exam));
    expect(simulateFuture({ ...exam, examDayOf: () => exam.examDay }, createOptions(exam))).toEqual(alone);
    const lastPass = (examDayOf: (place: number) => number | undefined, day: number) =>
      computeSum(simulateFuture({ ...exam, examDayOf }, createOptions(exam)).reviews.slice(day - 3, day));
    expect(lastPass(() => exam.today + 20, 20)).toBeGreaterThan(2 * lastPass(() => undefined, 20));
    const half = lastPass((place) => (place % 2 === 0 ? exam.today + 20 : undefined), 20);
    expect(half).toBeLessThan(lastPass(() => exam.today + 20, 20));
    expect(half).toBeGreaterThan(lastPass(() => undefined, 20));
  });

  it("studies nothing on days of rest, and what fell due then on the day after", () => {
    const exam = { ...createExam({ seen: 40, unseen: 20, days: 12, seed: 5 }), habits, attendance: 1 };
    const restsOn = (day: Day) => day >= exam.today + 2 && day < exam.today + 7;
    const [usual, rested] = [exam, { ...exam, restsOn }].map((ahead) => simulateFuture(ahead, createOptions(exam)));
    for (const done of [rested?.reviews, rested?.newCards])
      expect([...(done ?? [])].slice(2, 7)).toEqual([0, 0, 0, 0, 0]);
    expect(rested?.reviews[7]).toBeGreaterThan(usual?.reviews[7] ?? 0);
    expect(computeSum(rested?.newCards ?? [])).toBeLessThanOrEqual(computeSum(usual?.newCards ?? []));
  });

  describe("with a limit", () => {
    const exam = { ...createExam({ seen: 60, unseen: 0, days: 12, seed: 5 }), habits, attendance: 1 };
    const late = { ...exam, today: exam.today + 30, examDay: exam.examDay + 30 };
    const reviewsWith = (limit: ReviewLimit | undefined, every = 1) => [
      ...simulateFuture({ ...late, limit }, createOptions(late, { every })).reviews,
    ];
    const due = reviewsWith(undefined)[0] as number;

    it("reviews no more than a day has room for, and does the rest later", () => {
      expect(due).toBeGreaterThan(40);
      const reviews = reviewsWith({ roomOn: (day) => (day < late.today + 3 ? 10 : Number.POSITIVE_INFINITY) });
      expect(reviews.slice(0, 3)).toEqual([10, 10, 10]);
      expect(reviews[3]).toBeGreaterThanOrEqual(due - 30);
      expect(reviewsWith({ roomOn: () => Number.POSITIVE_INFINITY })).toEqual(reviewsWith(undefined));
    });

    it("divides the room with other cards in proportion, unless the simulated ones come first", () => {
      const roomOn = () => 20;
      const othersDueOn = (day: Day) => (day === late.today ? due : 0);
      expect(reviewsWith({ roomOn, othersDueOn })[0], "they come first").toBe(20);
      const comeFirstOn = (day: Day) => day > late.today;
      expect(reviewsWith({ roomOn, othersDueOn, comeFirstOn }).slice(0, 2), "half of it").toEqual([10, 20]);
      expect(reviewsWith({ roomOn: () => 2 * due, othersDueOn, comeFirstOn })[0], "room for all").toBe(due);
    });

    it("lets the other cards that have waited on days without study take their part", () => {
      const comeFirstOn = () => false;
      // Ten others are due, ten more on each day; of 40 reviews a day they get what is left.
      const limit = { roomOn: () => 40, othersDueOn: () => 10, comeFirstOn };
      const reviews = reviewsWith(limit);
      expect(reviews[0]).toBe(Math.floor((40 * due) / (due + 10)));
      expect(computeSum(reviews)).toBeLessThan(computeSum(reviewsWith({ roomOn: () => 40 })) + 1);
    });

    it("spreads what is due evenly over days, a short day at least", () => {
      const spreadUntil = (until: Day) => (day: Day) => (day <= until ? until : null);
      const evenly = { roomOn: () => Number.POSITIVE_INFINITY, spreadOn: spreadUntil(late.today + 1) };
      const spread = reviewsWith(evenly).slice(0, 2);
      expect(Math.max(...spread) - Math.min(...spread), "some come back meanwhile").toBeLessThanOrEqual(due / 4);
      expect(spread[0]).toBeLessThan(0.7 * due);
      const limit = { roomOn: () => 12, spreadOn: spreadUntil(late.today + 9) };
      expect(reviewsWith(limit).slice(0, 3)).toEqual([12, 12, 12]);
      expect(reviewsWith({ ...limit, roomOn: () => 30 })[0]).toBe(SHORT_DAY);
    });

    it("keeps the mean number of reviews if each card takes part in only some of the futures", () => {
      const limit = { roomOn: () => 10 };
      const thirds = [0, 1, 2].map((index) =>
        simulateFuture({ ...late, limit }, createOptions(late, { index, of: 3, every: 3 })).reviews.slice(0, 3),
      );
      const mean = thirds.reduce((sum, reviews) => sum + computeSum(reviews) / 9, 0);
      expect(Math.abs(mean - 10)).toBeLessThanOrEqual(1);
    });
  });

  it("includes every card in exactly one of the futures that share the cards", () => {
    const exam = { ...createExam({ seen: 40, unseen: 20, days: 5, seed: 4 }), habits };
    const futures = Array.from({ length: 4 }, (_, index) =>
      simulateFuture(exam, createOptions(exam, { index, of: 4, every: 4 })),
    );
    for (const place of exam.cards.keys()) {
      expect(futures.filter(({ recall }) => !Number.isNaN(recall[place])).length).toBe(1);
    }
  });

  it("assumes that failures are known for the share of cards whose answers are certain", () => {
    const exam = { ...createExam({ seen: 60, unseen: 20, days: 40, seed: 3 }), attendance: 1 };
    const countReviews = (hardSinceForgotten: number | null, certain?: number) => {
      const learner = { ...exam.learner, calibration: { ...exam.learner.calibration, hardSinceForgotten } };
      const options = createOptions(exam);
      return computeSum(simulateFuture({ ...exam, learner, habits: { ...habits, certain } }, options).reviews);
    };
    const silent = countReviews(null);
    const reported = countReviews(0);
    expect(countReviews(null, 0)).toBe(silent);
    expect(Math.abs(countReviews(null, 1) - reported)).toBeLessThan(Math.abs(silent - reported) / 4);
    const half = countReviews(null, 0.5);
    expect(half).toBeGreaterThan(Math.min(silent, reported));
    expect(half).toBeLessThan(Math.max(silent, reported));
  });

  it("distributes luck evenly over the futures", () => {
    const exam = { ...createExam({ seen: 40, unseen: 0, days: 1, seed: 6 }), habits, attendance: 0.5 };
    const futures = Array.from({ length: 16 }, (_, index) =>
      simulateFuture(exam, createOptions(exam, { index, of: 16 })),
    );
    expect(futures.filter(({ reviews }) => computeSum(reviews) > 0).length).toBe(8);
  });
});
