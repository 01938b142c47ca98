import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Fate, imagine, imagineDays, type StudyAhead } from "#futures.ts";
import { rationNewCards } from "#new-cards.ts";
import { predictedRecall } from "#schedule.ts";
import { anyExam, examOf } from "#testing/exams.ts";

const habits = { first: [5, 1, 11, 3], recalled: [2, 16, 2] } as const;
const fateOf = ({ learner }: Pick<StudyAhead, "learner">, fate: Partial<Fate> = {}): Fate => {
  return { index: 0, of: 1, every: 1, calibrationAfter: () => learner.calibration, ...fate };
};
const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);

/** What is left for today, and from tomorrow on what all of them need to be met in time. */
function asRationed(
  { begun, limit }: { begun: number; limit: number | null },
  { today, examDay }: Pick<StudyAhead, "today" | "examDay">,
): StudyAhead["newCardsOn"] {
  return (day, unseen) => rationNewCards({ unseen, begun: day === today ? begun : 0, limit }, day, examDay).today;
}

describe("new cards that are rationed", () => {
  const exam = { ...examOf({ seen: 0, unseen: 60, days: 20, seed: 1 }), habits, attendance: 1 };
  const newCards = (begun: number, limit: number | null) =>
    imagine({ ...exam, newCardsOn: asRationed({ begun, limit }, exam) }, fateOf(exam)).newCards;

  it("lets all be met before the exam, nine in ten a week before, and all even by who misses days", () => {
    const met = newCards(0, null);
    expect(sum(met)).toBe(60);
    expect(sum(met.slice(0, -7))).toBeGreaterThanOrEqual(54);
    const seldom = { ...exam, attendance: 0.5, newCardsOn: asRationed({ begun: 0, limit: null }, exam) };
    expect(sum(imagine(seldom, fateOf(exam)).newCards)).toBe(60);
  });

  it("counts what was begun today, and keeps to the learner's limit", () => {
    const share = newCards(0, null)[0] as number;
    expect(newCards(share - 1, null)[0]).toBeLessThan(share);
    expect(Math.max(...newCards(0, 2))).toBe(2);
    expect(sum(newCards(0, 2))).toBe(40);
    expect(newCards(2, 2)[0]).toBe(0);
  });
});

describe("imagineDays", () => {
  it("imagines the same future, and tells what would be recalled on the way to it", () => {
    fc.assert(
      fc.property(anyExam, (exam) => {
        const days = Array.from({ length: exam.examDay - exam.today + 1 }, (_, i) => exam.today + i);
        const ahead = { ...exam, habits };
        const { studying, stopped, ...future } = imagineDays(ahead, fateOf(exam), days);
        expect(future).toEqual(imagine(ahead, fateOf(exam)));
        const last = sum(future.recall) / Math.max(1, exam.cards.length);
        expect(studying.at(-1)).toBeCloseTo(last, 12);
        expect(stopped[0]).toBe(studying[0]);
        const idle = imagineDays({ ...ahead, attendance: 0 }, fateOf(exam), days);
        expect(idle.studying).toEqual(stopped);
      }),
      { numRuns: 50 },
    );
  });
});

describe("imagine", () => {
  it("is deterministic and leaves its arguments alone", () => {
    fc.assert(
      fc.property(anyExam, fc.nat(15), (exam, index) => {
        const before = JSON.stringify(exam);
        const once = imagine({ ...exam, habits }, fateOf(exam, { index, of: 16 }));
        expect(imagine({ ...exam, habits }, fateOf(exam, { index, of: 16 }))).toEqual(once);
        expect(JSON.stringify(exam)).toBe(before);
      }),
      { numRuns: 50 },
    );
  });

  it("gives each card a probability, and each day until the exam its reviews", () => {
    fc.assert(
      fc.property(anyExam, (exam) => {
        const { recall, reviews, newCards } = imagine({ ...exam, habits }, fateOf(exam));
        const days = exam.examDay - exam.today;
        expect([recall.length, reviews.length, newCards.length]).toEqual([exam.cards.length, days, days]);
        for (const value of recall) expect(value >= 0 && value <= 1).toBe(true);
        const unseen = exam.cards.filter(({ schedule }) => schedule.memory === null).length;
        expect(sum(newCards)).toBeLessThanOrEqual(unseen);
        expect(recall.filter((value) => value === 0).length).toBe(unseen - sum(newCards));
      }),
    );
  });

  it("changes nothing for who does not come", () => {
    fc.assert(
      fc.property(anyExam, (exam) => {
        const { recall, reviews, newCards } = imagine({ ...exam, habits, attendance: 0 }, fateOf(exam));
        expect(sum(reviews) + sum(newCards)).toBe(0);
        for (const [place, { schedule }] of exam.cards.entries()) {
          expect(recall[place]).toBe(predictedRecall(schedule, exam.examDay, exam.learner) ?? 0);
        }
      }),
    );
  });

  it("begins with all that is pending, and meets new cards at the pace and in the order given", () => {
    const exam = {
      ...examOf({ seen: 40, unseen: 30, days: 10, seed: 3 }),
      habits,
      attendance: 1,
      newCardsOn: () => 2.5,
    };
    const { reviews, newCards, recall } = imagine(exam, fateOf(exam));
    expect(reviews[0]).toBe(
      exam.cards.filter(({ schedule }) => Number(schedule.dueDay ?? Infinity) <= exam.today).length,
    );
    expect([...newCards]).toEqual([2, 3, 2, 3, 2, 3, 2, 3, 2, 3]);
    const unmet = [...recall.keys()].filter((place) => recall[place] === 0);
    expect(unmet).toEqual([...recall.keys()].slice(-5));
  });

  it("catches up after a day without study", () => {
    const exam = { ...examOf({ seen: 40, unseen: 0, days: 12, seed: 3 }), habits, attendance: 0.5 };
    const pending = exam.cards.filter(({ schedule }) => Number(schedule.dueDay) <= exam.today).length;
    const futures = Array.from({ length: 16 }, (_, index) => imagine(exam, fateOf(exam, { index, of: 16 })));
    const late = futures.filter(({ reviews }) => reviews[0] === 0);
    expect(late.length).toBeGreaterThan(4);
    for (const { reviews } of late) expect(reviews.find((count) => count > 0)).toBeGreaterThanOrEqual(pending);
  });

  it("recalls more, the stronger the memory turns out to be", () => {
    const exam = { ...examOf({ seen: 60, unseen: 20, days: 20, seed: 5 }), habits };
    const shares = [-1, 0, 1].map((b) =>
      sum(imagine(exam, fateOf(exam, { calibrationAfter: () => ({ a: 1, b }) })).recall),
    );
    expect(shares).toEqual(shares.toSorted((a, b) => a - b));
  });

  it("imagines who never said that a card was not recalled to go on like that", () => {
    const exam = { ...examOf({ seen: 40, unseen: 10, days: 20, seed: 5 }), habits };
    const after = (hardSinceForgotten: number | null) => {
      const calibration = { ...exam.learner.calibration, hardSinceForgotten };
      return imagine({ ...exam, learner: { ...exam.learner, calibration } }, fateOf(exam)).recall;
    };
    expect(after(0)).toEqual(after(5));
    expect(after(null)).not.toEqual(after(0));
  });

  it("asks for the calibration by the days since today or since a later review", () => {
    const exam = { ...examOf({ seen: 30, unseen: 0, days: 9, seed: 5 }), habits };
    const asked: number[] = [];
    const calibrationAfter = (days: number) => {
      asked.push(days);
      return { a: 1, b: 0 };
    };
    imagine({ ...exam, attendance: 0 }, fateOf(exam, { calibrationAfter }));
    expect(asked).toEqual(exam.cards.map(() => 9));
    asked.length = 0;
    imagine({ ...exam, attendance: 1 }, fateOf(exam, { calibrationAfter }));
    const onTheDay = asked.slice(-exam.cards.length);
    expect(onTheDay.some((days) => days < 9)).toBe(true);
    expect(onTheDay.every((days) => days > 0)).toBe(true);
  });

  it("keeps to even days, others' cards among them", () => {
    const exam = { ...examOf({ seen: 60, unseen: 0, days: 30, seed: 2 }), habits, attendance: 1 };
    const full = exam.today + 12;
    const own = (day: number) => exam.cards.filter(({ schedule }) => schedule.dueDay === day).length;
    const load = (day: number) => own(day) + (day === full ? 1000 : 0);
    const reviewsThen = (plan: StudyAhead["plan"]) => imagine({ ...exam, plan }, fateOf(exam)).reviews[12] as number;
    expect(reviewsThen({ load })).toBeLessThan(reviewsThen({}));
  });

  it("schedules each card for the exam of its own", () => {
    const exam = { ...examOf({ seen: 60, unseen: 0, days: 40, seed: 5 }), habits, attendance: 1 };
    const alone = imagine(exam, fateOf(exam));
    expect(imagine({ ...exam, examDayOf: () => exam.examDay }, fateOf(exam))).toEqual(alone);
    const lastPass = (examDayOf: (place: number) => number | undefined, day: number) =>
      sum(imagine({ ...exam, examDayOf }, fateOf(exam)).reviews.slice(day - 3, day));
    expect(lastPass(() => exam.today + 20, 20)).toBeGreaterThan(2 * lastPass(() => undefined, 20));
    const half = lastPass((place) => (place % 2 === 0 ? exam.today + 20 : undefined), 20);
    expect(half).toBeLessThan(lastPass(() => exam.today + 20, 20));
    expect(half).toBeGreaterThan(lastPass(() => undefined, 20));
  });

  it("lets every card take part somewhere when cards are shared out among the futures", () => {
    const exam = { ...examOf({ seen: 40, unseen: 20, days: 5, seed: 4 }), habits };
    const futures = Array.from({ length: 4 }, (_, index) => imagine(exam, fateOf(exam, { index, of: 4, every: 4 })));
    for (const place of exam.cards.keys()) {
      expect(futures.filter(({ recall }) => !Number.isNaN(recall[place])).length).toBe(1);
    }
  });

  it("gives good and bad luck to each card in turn over the futures", () => {
    const exam = { ...examOf({ seen: 40, unseen: 0, days: 1, seed: 6 }), habits, attendance: 0.5 };
    const futures = Array.from({ length: 16 }, (_, index) => imagine(exam, fateOf(exam, { index, of: 16 })));
    expect(futures.filter(({ reviews }) => sum(reviews) > 0).length).toBe(8);
  });
});
