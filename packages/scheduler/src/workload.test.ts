import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyExam, createExam } from "#testing/exams.ts";
import { createStudent, STUDENTS } from "#testing/simulated-students.ts";
import { type DayWork, forecastWorkload, type WorkloadAhead } from "#workload.ts";

const DAYS = 30;
const computeMean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
const sumReviews = (work: readonly DayWork[]) => work.reduce((sum, { reviews }) => sum + reviews, 0);

/** Creates the input for the cards of an exam, without the exam. */
function createAhead(shape: Parameters<typeof createExam>[0], change: Partial<WorkloadAhead> = {}): WorkloadAhead {
  const { cards, today, learner, newCardsOn, attendance, plan, pressed, seconds } = createExam(shape);
  return { cards, today, days: shape.days, learner, newCardsOn, attendance, plan, pressed, seconds, ...change };
}

describe("forecastWorkload", () => {
  it.each(Object.keys(STUDENTS))("is within 20 % of the reviews of days 1 to 30 of a student who %s", (name) => {
    const ratios = [1, 2, 3].map((seed) => {
      const { student, study } = createStudent(STUDENTS[name] as (typeof STUDENTS)[string], seed);
      let today = 20_000;
      for (; today < 20_060; today++) study(today, { newCards: 5 });
      const { learner, pressed, cards } = student;
      const forecast = forecastWorkload({
        cards,
        today,
        days: DAYS,
        learner,
        pressed,
        newCardsOn: () => 0,
        attendance: 1,
        plan: {},
        seconds: { review: 8, newCard: 12 },
      });
      const truth = Array.from({ length: DAYS }, () => study(today++).reviews);
      return sumReviews(forecast) / (DAYS * computeMean(truth));
    });
    // One student's month has luck of its own, which is not an error of the forecast.
    expect(Math.abs(computeMean(ratios) - 1)).toBeLessThan(0.2);
    for (const ratio of ratios) expect(Math.abs(ratio - 1)).toBeLessThan(0.3);
  });

  it("returns each day from today on, and minutes from the reviews and the new cards", () => {
    fc.assert(
      fc.property(anyExam, fc.nat(40), ({ cards, today, learner, ...exam }, days) => {
        const work = forecastWorkload({ ...exam, cards, today, learner, days, plan: {} });
        expect(work.map(({ day }) => day)).toEqual(Array.from({ length: days }, (_, i) => today + i));
        for (const { reviews, newCards, minutes } of work) {
          expect(minutes).toBeCloseTo((8 * reviews + 15 * newCards) / 60, 9);
        }
      }),
      { numRuns: 30 },
    );
  });

  it("is deterministic and does not change its arguments", () => {
    const ahead = createAhead({ seen: 40, unseen: 10, days: 20, seed: 2 });
    const before = JSON.stringify(ahead);
    expect(forecastWorkload(ahead)).toEqual(forecastWorkload(ahead));
    expect(JSON.stringify(ahead)).toBe(before);
  });

  it("starts with the cards that are due, and introduces new cards at the given pace", () => {
    const ahead = createAhead({ seen: 60, unseen: 40, days: 10, seed: 3 }, { attendance: 1, newCardsOn: () => 3 });
    const work = forecastWorkload(ahead);
    const due = ahead.cards.filter(({ schedule }) => schedule.dueDay !== null && schedule.dueDay <= ahead.today);
    expect(work[0]?.reviews).toBe(due.length);
    expect(work.map(({ newCards }) => newCards)).toEqual(Array(10).fill(3));
  });

  it("grows with the desired retention", () => {
    const ahead = createAhead({ seen: 120, unseen: 0, days: DAYS, seed: 4 }, { attendance: 1 });
    const [low, middle, high] = [0.8, 0.9, 0.95].map((desiredRetention) => {
      const learner = { ...ahead.learner, settings: { ...ahead.learner.settings, desiredRetention } };
      return sumReviews(forecastWorkload({ ...ahead, learner }));
    }) as [number, number, number];
    expect(middle).toBeGreaterThan(low);
    expect(high).toBeGreaterThan(1.2 * middle);
  });

  it("has no cards fall due beyond the last day only because they are not counted there", () => {
    const ahead = createAhead({ seen: 150, unseen: 0, days: 60, seed: 5 }, { attendance: 1 });
    const [long, short] = [forecastWorkload(ahead), forecastWorkload({ ...ahead, days: 30 })];
    expect(sumReviews(short) / sumReviews(long.slice(0, 30))).toBeCloseTo(1, 1);
  });

  it("returns nearly the same if each card takes part in only some of the futures, or in none", () => {
    const few = createAhead({ seen: 200, unseen: 0, days: DAYS, seed: 6 }, { attendance: 1 });
    const expected = sumReviews(forecastWorkload(few));
    for (const times of [4, 25]) {
      const cards = Array.from({ length: times }, (_, k) =>
        few.cards.map((card) => ({ ...card, id: card.id + 1000 * k })),
      ).flat();
      const ratio = sumReviews(forecastWorkload({ ...few, cards })) / times / expected;
      expect(Math.abs(ratio - 1)).toBeLessThan(0.1);
    }
  });

  it("returns no work without cards", () => {
    const work = forecastWorkload(createAhead({ seen: 0, unseen: 0, days: 3, seed: 1 }));
    expect(work.map(({ reviews, newCards, minutes }) => reviews + newCards + minutes)).toEqual([0, 0, 0]);
  });
});
