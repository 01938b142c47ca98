import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Day } from "#days.ts";
import type { Learner } from "#learner.ts";
import { DEFAULT_MODEL } from "#memory.ts";
import { computeFullness, type DayPlan, NO_PLAN } from "#plan.ts";
import type { Answer, Difficulty } from "#rating.ts";
import { type CardSchedule, NEW_CARD, previewIntervals, rate } from "#schedule.ts";
import { press } from "#testing/answers.ts";
import { anyCardAndDay, anyLearner, anyLoad, anyPartialLoad, anyRating, anyWeekdays } from "#testing/arbitraries.ts";
import { BUTTON_SETTINGS, BUTTON_LEARNER as learner } from "#testing/button-learner.ts";

const { promise, maximumInterval } = BUTTON_SETTINGS;
const easyOrMedium = fc.constantFrom<Difficulty>("medium", "easy");

const anyPartialPlan = fc.record(
  { load: anyPartialLoad, weekdays: anyWeekdays },
  { requiredKeys: ["load"] },
) satisfies fc.Arbitrary<DayPlan>;

const anyEvenPlan: fc.Arbitrary<DayPlan> = fc.oneof(
  fc.record({ load: anyLoad }),
  fc.record({ load: anyLoad, weekdays: anyWeekdays }),
  fc.record({ weekdays: anyWeekdays }),
);

const anyPlan: fc.Arbitrary<DayPlan> = fc.oneof(anyEvenPlan, anyPartialPlan);

/** Anki's range around an interval, computed independently of the tested code. */
function fuzzRange(interval: number): [number, number] {
  let delta = 1;
  for (const [start, end, factor] of [
    [2.5, 7, 0.15],
    [7, 20, 0.1],
    [20, 1e9, 0.05],
  ] as const) {
    delta += factor * Math.max(Math.min(interval, end) - start, 0);
  }
  return [Math.round(interval - delta), Math.round(interval + delta)];
}

/** The interval that the memory alone needs: without promises, and as if the card had been due. */
function wantedInterval(card: CardSchedule, answer: Answer, today: Day, learner: Learner): number {
  const settings = { ...learner.settings, promise: { hard: 1, medium: 1, easy: 1 } };
  return rate({ ...card, dueDay: Math.min(today, Number(card.dueDay)) }, answer, today, { ...learner, settings }).card
    .interval;
}

describe("rate, with a plan that evens out days", () => {
  it("changes only the due day, and always by the same days", () => {
    fc.assert(
      fc.property(anyCardAndDay, anyRating, anyLearner, anyEvenPlan, ({ card, today }, answer, learner, plan) => {
        const planned = rate(card, answer, today, learner, plan);
        const plain = rate(card, answer, today, learner);
        expect(rate(card, answer, today, learner, plan)).toEqual(planned);
        expect(planned.card.memory).toEqual(plain.card.memory);
        expect(planned.calibration).toEqual(plain.calibration);
        expect(planned.card.dueDay).toBe(today + planned.card.interval);
        expect(planned.entry).toEqual({ ...plain.entry, intervalDays: planned.card.interval });
      }),
    );
  });

  it("never moves Difícil, a first rating, or an interval below a week", () => {
    fc.assert(
      fc.property(anyCardAndDay, anyRating, anyLearner, anyEvenPlan, ({ card, today }, answer, learner, plan) => {
        const plain = rate(card, answer, today, learner).card;
        const fixed = plain.difficulty === "hard" || card.memory === null || plain.interval < 7;
        if (fixed) expect(rate(card, answer, today, learner, plan).card).toEqual(plain);
      }),
    );
  });

  it("chooses the emptiest day in the range, within the promise, the maximum and the rules of practice", () => {
    const seen = { moved: 0 };
    fc.assert(
      fc.property(
        anyCardAndDay.filter(({ card }) => card.memory !== null),
        easyOrMedium,
        anyLearner,
        anyEvenPlan,
        ({ card, today }, difficulty, learner, plan) => {
          const { interval: unmoved, dueDay: unmovedDay } = rate(card, press(difficulty), today, learner).card;
          const { interval } = rate(card, press(difficulty), today, learner, plan).card;
          const wanted = wantedInterval(card, press(difficulty), today, learner);
          const kept = Math.max(0, Number(card.dueDay) - today);
          const [low, high] = fuzzRange(wanted);
          const from = Math.max(low, promise[difficulty], kept);
          const to = Math.min(high, maximumInterval);
          if (unmoved === kept || wanted < 7 || to < from) {
            expect(interval).toBe(unmoved);
            return;
          }
          expect(interval).toBeGreaterThanOrEqual(from);
          expect(interval).toBeLessThanOrEqual(to);
          for (let days = from; days <= to; days++) {
            expect(computeFullness(today + days, plan)).toBeGreaterThanOrEqual(computeFullness(today + interval, plan));
          }
          if (today + interval !== unmovedDay) seen.moved++;
        },
      ),
      { numRuns: 400 },
    );
    expect(seen.moved).toBeGreaterThan(20);
  });

  it("does not move a card beyond the promised day if that is already late for its memory", () => {
    const weak = { ...NEW_CARD, memory: { stability: 1, difficulty: 9 }, lastReviewDay: 19_999, dueDay: 20_000 };
    const load = (day: Day) => (day === 20_007 ? 100 : 0);
    expect(wantedInterval(weak, press("easy"), 20_000, learner)).toBeLessThan(6);
    expect(rate(weak, press("easy"), 20_000, learner, { load }).card.interval).toBe(7);
  });

  it("gives the interval that the buttons show, which is never shorter for Fácil than for Medio", () => {
    fc.assert(
      fc.property(anyCardAndDay, anyLearner, anyPlan, ({ card, today }, learner, plan) => {
        const shown = previewIntervals(card, today, learner, plan);
        for (const difficulty of ["hard", "medium", "easy"] as const) {
          expect(shown[difficulty]).toBe(rate(card, press(difficulty), today, learner, plan).card.interval);
        }
        expect(shown.easy).toBeGreaterThanOrEqual(shown.medium);
        expect(shown.medium).toBeGreaterThanOrEqual(shown.hard);
      }),
    );
  });

  it("does not move a card if the load of its day is not known", () => {
    fc.assert(
      fc.property(anyCardAndDay, anyRating, anyLearner, anyPartialLoad, ({ card, today }, answer, learner, load) => {
        const plain = rate(card, answer, today, learner);
        expect(rate(card, answer, today, learner, { load: () => undefined })).toEqual(plain);
        if (load(Number(plain.card.dueDay)) !== undefined) return;
        expect(rate(card, answer, today, learner, { load })).toEqual(plain);
      }),
      { numRuns: 300 },
    );
  });

  it("avoids a weekday that should stay free if the range has another", () => {
    const weekdays = [1, 1, 1, 1, 1, 1, 0];
    fc.assert(
      fc.property(anyCardAndDay, easyOrMedium, anyLearner, anyLoad, ({ card, today }, difficulty, learner, load) => {
        fc.pre(card.memory !== null && (card.dueDay ?? today) <= today);
        const after = rate(card, press(difficulty), today, learner, { load, weekdays }).card;
        const isSunday = computeFullness(Number(after.dueDay), { weekdays }) > 1;
        // An interval of more than a week may be moved by at least two days, so the range always has another weekday.
        if (after.interval > 9 && after.interval < maximumInterval) expect(isSunday).toBe(false);
      }),
    );
  });
});

describe("rate, with a plan for an exam", () => {
  const anyExam = fc.record({ daysLeft: fc.integer({ min: 1, max: 120 }), load: anyLoad });
  const plans = (today: Day, { daysLeft, load }: { daysLeft: number; load: (day: Day) => number }): DayPlan => ({
    examDay: today + daysLeft,
    load,
  });

  it("changes nothing once the exam day has come", () => {
    fc.assert(
      fc.property(anyCardAndDay, anyRating, anyLearner, fc.nat(30), ({ card, today }, answer, learner, ago) => {
        expect(rate(card, answer, today, learner, { examDay: today - ago })).toEqual(
          rate(card, answer, today, learner, NO_PLAN),
        );
      }),
    );
  });

  it("lets every card that would not be sure on the exam day come back before it", () => {
    fc.assert(
      fc.property(anyCardAndDay, easyOrMedium, anyLearner, anyExam, ({ card, today }, difficulty, learner, exam) => {
        const plan = plans(today, exam);
        const { card: after, calibration } = rate(card, press(difficulty), today, learner, plan);
        if (Number(after.dueDay) < today + exam.daysLeft || exam.daysLeft === 1) return;
        const model = Number(after.memory && DEFAULT_MODEL.recallAfter(after.memory, exam.daysLeft));
        const odds = Math.exp(calibration.a * Math.log(model / (1 - model)) + calibration.b);
        expect(odds / (1 + odds)).toBeGreaterThanOrEqual(0.97);
      }),
      { numRuns: 300 },
    );
  });

  it("gives whole days from 1 to the maximum, as the buttons show, and always 1 for Difícil", () => {
    fc.assert(
      fc.property(anyCardAndDay, anyLearner, anyExam, ({ card, today }, learner, exam) => {
        const plan = plans(today, exam);
        const shown = previewIntervals(card, today, learner, plan);
        const kept = Math.max(0, Number(card.dueDay ?? today) - today);
        for (const difficulty of ["hard", "medium", "easy"] as const) {
          const { interval } = rate(card, press(difficulty), today, learner, plan).card;
          expect(shown[difficulty]).toBe(interval);
          expect(Number.isInteger(interval) && interval >= 1).toBe(true);
          expect(interval).toBeLessThanOrEqual(Math.max(maximumInterval, kept));
        }
        expect(shown.hard).toBe(1);
      }),
    );
  });

  it("gives less than the promise if the exam is nearer", () => {
    const first = (daysLeft: number) => previewIntervals(NEW_CARD, 20_000, learner, { examDay: 20_000 + daysLeft });
    expect(first(60)).toEqual({ again: 1, hard: 1, medium: 3, easy: 7 });
    expect(first(3)).toEqual({ again: 1, hard: 1, medium: 2, easy: 2 });
    expect(first(2)).toEqual({ again: 1, hard: 1, medium: 1, easy: 1 });
    // Nothing is studied for the exam on its day.
    expect(first(1)).toEqual({ again: 1, hard: 1, medium: 3, easy: 7 });
  });

  it("spreads cards evenly over the last days, and moves strong cards before these when they are full", () => {
    const counts = new Map<Day, number>();
    const plan = { examDay: 20_010, load: (day: Day) => counts.get(day) ?? 0 };
    const strong = { ...NEW_CARD, memory: { stability: 12, difficulty: 5 }, lastReviewDay: 19_990, dueDay: 20_000 };
    for (let card = 0; card < 300; card++) {
      const { dueDay } = rate(strong, press("medium"), 20_000, learner, plan).card;
      counts.set(Number(dueDay), plan.load(Number(dueDay)) + 1);
    }
    expect([...counts.keys()].every((day) => day < 20_010)).toBe(true);
    expect(Math.max(...counts.values())).toBeLessThan(70);
    const few = new Map<Day, number>();
    for (let card = 0; card < 90; card++) {
      const load = (day: Day) => few.get(day) ?? 0;
      const { dueDay } = rate(strong, press("medium"), 20_000, learner, { ...plan, load }).card;
      few.set(Number(dueDay), load(Number(dueDay)) + 1);
    }
    expect([...few].sort()).toEqual([
      [20_007, 30],
      [20_008, 30],
      [20_009, 30],
    ]);
  });

  it("moves a review before the exam neither nearer nor past the exam after practice", () => {
    const practised = anyCardAndDay.filter(({ card, today }) => Number(card.dueDay) > today);
    fc.assert(
      fc.property(practised, easyOrMedium, anyLearner, anyExam, ({ card, today }, difficulty, learner, exam) => {
        const examDay = today + exam.daysLeft;
        const { dueDay } = rate(card, press(difficulty), today, learner, plans(today, exam)).card;
        if (Number(card.dueDay) < examDay) {
          expect(dueDay).toBeGreaterThanOrEqual(Number(card.dueDay));
          expect(dueDay).toBeLessThan(examDay);
        } else if (Number(dueDay) >= examDay) {
          expect(dueDay).toBeGreaterThanOrEqual(Number(card.dueDay));
        }
      }),
      { numRuns: 500 },
    );
  });

  it("moves a practised card before an exam for which it would have come too late", () => {
    const weak = { ...NEW_CARD, memory: { stability: 9, difficulty: 5 }, lastReviewDay: 19_999, dueDay: 20_012 };
    const { dueDay } = rate(weak, press("medium"), 20_001, learner, { examDay: 20_010 }).card;
    expect(dueDay).toBe(20_009);
  });

  it("does not consider a card sure because it was rated many times in one day", () => {
    const plan = { examDay: 20_010 };
    let card = rate(NEW_CARD, press("medium"), 20_000, learner, plan).card;
    const planned = Number(card.dueDay);
    for (let again = 0; again < 20; again++) card = rate(card, press("easy"), 20_000, learner, plan).card;
    expect(card.dueDay).toBeGreaterThanOrEqual(planned);
    expect(card.dueDay).toBeLessThan(20_010);
  });

  it("does not exceed the maximum interval, however distant the exam is", () => {
    const settings = { ...BUTTON_SETTINGS, maximumInterval: 60 };
    const strong = { ...NEW_CARD, memory: { stability: 3000, difficulty: 5 }, lastReviewDay: 19_940, dueDay: 20_000 };
    for (let daysLeft = 1; daysLeft <= 200; daysLeft++) {
      const { interval } = rate(
        strong,
        press("easy"),
        20_000,
        { ...learner, settings },
        { examDay: 20_000 + daysLeft },
      ).card;
      expect(interval).toBeLessThanOrEqual(60);
    }
  });

  it("throws for an exam day that is not a whole number", () => {
    expect(() => rate(NEW_CARD, press("easy"), 20_000, learner, { examDay: 20_010.5 })).toThrow(RangeError);
  });
});
