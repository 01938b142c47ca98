import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Day } from "#days.ts";
import { type Learner, NEW_LEARNER as learner } from "#learner.ts";
import { DEFAULT_MODEL } from "#memory.ts";
import { type DayPlan, fullness, NO_PLAN } from "#plan.ts";
import type { Answer, Difficulty } from "#rating.ts";
import { type CardSchedule, NEW_CARD, previewIntervals, rate } from "#schedule.ts";
import { DEFAULT_SETTINGS } from "#settings.ts";
import { anyCardAndDay, anyLearner, anyLoad, anyRating, anyWeekdays } from "#testing/arbitraries.ts";

const { promise, maximumInterval } = DEFAULT_SETTINGS;
const press = (difficulty: Difficulty) => ({ difficulty, answerResult: "correct" }) as const;
const easyOrMedium = fc.constantFrom<Difficulty>("medium", "easy");

const anyEvenPlan: fc.Arbitrary<DayPlan> = fc.oneof(
  fc.record({ load: anyLoad }),
  fc.record({ load: anyLoad, weekdays: anyWeekdays }),
  fc.record({ weekdays: anyWeekdays }),
);

/** Anki's range around an interval, told once more: the source of the rule, not its code. */
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

/** The interval that the memory alone asks for: without promises, and as if the card had been due. */
function wantedInterval(card: CardSchedule, answer: Answer, today: Day, learner: Learner): number {
  const settings = { ...learner.settings, promise: { hard: 1, medium: 1, easy: 1 } };
  return rate({ ...card, dueDay: Math.min(today, Number(card.dueDay)) }, answer, today, { ...learner, settings }).card
    .interval;
}

describe("a plan that keeps days even", () => {
  it("moves the due day and nothing else, and the same each time", () => {
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

  it("chooses the emptiest day in the range: promise kept, maximum kept, practice never nearer", () => {
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
            expect(fullness(today + days, plan)).toBeGreaterThanOrEqual(fullness(today + interval, plan));
          }
          if (today + interval !== unmovedDay) seen.moved++;
        },
      ),
      { numRuns: 400 },
    );
    expect(seen.moved).toBeGreaterThan(20);
  });

  it("brings a card on the promised day that comes late for its memory already", () => {
    const weak = { ...NEW_CARD, memory: { stability: 1, difficulty: 9 }, lastReviewDay: 19_999, dueDay: 20_000 };
    const load = (day: Day) => (day === 20_007 ? 100 : 0);
    expect(wantedInterval(weak, press("easy"), 20_000, learner)).toBeLessThan(6);
    expect(rate(weak, press("easy"), 20_000, learner, { load }).card.interval).toBe(7);
  });

  it("is what the buttons show, and keeps Fácil no sooner than Medio", () => {
    fc.assert(
      fc.property(anyCardAndDay, anyLearner, anyEvenPlan, ({ card, today }, learner, plan) => {
        const shown = previewIntervals(card, today, learner, plan);
        for (const difficulty of ["hard", "medium", "easy"] as const) {
          expect(shown[difficulty]).toBe(rate(card, press(difficulty), today, learner, plan).card.interval);
        }
        expect(shown.easy).toBeGreaterThanOrEqual(shown.medium);
        expect(shown.medium).toBeGreaterThanOrEqual(shown.hard);
      }),
    );
  });

  it("avoids a free weekday wherever the range has another", () => {
    const weekdays = [1, 1, 1, 1, 1, 1, 0];
    fc.assert(
      fc.property(anyCardAndDay, easyOrMedium, anyLearner, anyLoad, ({ card, today }, difficulty, learner, load) => {
        fc.pre(card.memory !== null && (card.dueDay ?? today) <= today);
        const after = rate(card, press(difficulty), today, learner, { load, weekdays }).card;
        const isSunday = fullness(Number(after.dueDay), { weekdays }) === Number.POSITIVE_INFINITY;
        // A week's interval may be moved by two days, so that there always is another.
        if (after.interval > 9 && after.interval < maximumInterval) expect(isSunday).toBe(false);
      }),
    );
  });
});

describe("a plan with an exam", () => {
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

  it("leaves no card unsure for the exam day while there is a day left to study it", () => {
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

  it("gives whole days from tomorrow to the maximum, the same that the buttons show, Difícil always 1", () => {
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

  it("lets the promise yield where the exam is nearer", () => {
    const first = (daysLeft: number) => previewIntervals(NEW_CARD, 20_000, learner, { examDay: 20_000 + daysLeft });
    expect(first(60)).toEqual({ hard: 1, medium: 3, easy: 7 });
    expect(first(3)).toEqual({ hard: 1, medium: 2, easy: 2 });
    expect(first(2)).toEqual({ hard: 1, medium: 1, easy: 1 });
    // Tomorrow nothing is studied for it any more.
    expect(first(1)).toEqual({ hard: 1, medium: 3, easy: 7 });
  });

  it("keeps the last days even, and lets strong cards come earlier when these are full", () => {
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

  it("keeps a review before the exam through practice: never nearer, never behind the exam", () => {
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

  it("brings a card that is practised in time for an exam which it would have missed", () => {
    const weak = { ...NEW_CARD, memory: { stability: 9, difficulty: 5 }, lastReviewDay: 19_999, dueDay: 20_012 };
    const { dueDay } = rate(weak, press("medium"), 20_001, learner, { examDay: 20_010 }).card;
    expect(dueDay).toBe(20_009);
  });

  it("does not take a card that was pressed again and again in one day for a sure one", () => {
    const plan = { examDay: 20_010 };
    let card = rate(NEW_CARD, press("medium"), 20_000, learner, plan).card;
    const planned = Number(card.dueDay);
    for (let again = 0; again < 20; again++) card = rate(card, press("easy"), 20_000, learner, plan).card;
    expect(card.dueDay).toBeGreaterThanOrEqual(planned);
    expect(card.dueDay).toBeLessThan(20_010);
  });

  it("keeps the maximum interval, however far the exam is", () => {
    const settings = { ...DEFAULT_SETTINGS, maximumInterval: 60 };
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

  it("refuses an exam that is on no day", () => {
    expect(() => rate(NEW_CARD, press("easy"), 20_000, learner, { examDay: 20_010.5 })).toThrow(RangeError);
  });
});
