import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type LoadAhead, loadOfExams } from "#exam-load.ts";
import type { ExamAhead } from "#forecast.ts";
import { anyExam, examOf } from "#testing/exams.ts";

const NO_PACE = { limit: null, begun: 0, begunFor: () => 0, pausedUntil: null };

/** The load of one exam, told for as many days; change what is to be different. */
function loadAhead({ cards, today, examDay, learner, pressed, seconds }: ExamAhead, change: Partial<LoadAhead> = {}) {
  return {
    cards: cards.map((card) => ({ ...card, examDay })),
    today,
    days: Math.max(1, examDay - today),
    others: () => 0,
    pace: NO_PACE,
    learner,
    pressed,
    seconds,
    ...change,
  };
}

const totalOf = (ahead: LoadAhead, which: "withExams" | "without", what: "cards" | "minutes" = "cards") =>
  loadOfExams(ahead).reduce((sum, day) => sum + day[which][what], 0);

/** An exam of which nothing is due before the others, so that only new cards come at first. */
const newcomers = (unseen: number, days: number) => examOf({ seen: 0, unseen, days, seed: 2 });

describe("loadOfExams", () => {
  it("tells each day from today on, as numbers of 0 or more, and minutes by the cards", () => {
    fc.assert(
      fc.property(anyExam, fc.integer({ min: 1, max: 40 }), fc.nat(9), (exam, days, others) => {
        const load = loadOfExams(loadAhead(exam, { days, others: () => others, seconds: { review: 6, newCard: 6 } }));
        expect(load.map(({ day }) => day)).toEqual(Array.from({ length: days }, (_, i) => exam.today + i));
        for (const { withExams, without } of load) {
          for (const { cards, minutes } of [withExams, without]) {
            expect(cards).toBeGreaterThanOrEqual(others);
            expect(minutes).toBeCloseTo(cards / 10, 9);
          }
        }
      }),
      { numRuns: 50 },
    );
  });

  it("is deterministic, and leaves its arguments alone", () => {
    fc.assert(
      fc.property(anyExam, (exam) => {
        const ahead = loadAhead(exam);
        const before = JSON.stringify(ahead);
        expect(loadOfExams(ahead)).toEqual(loadOfExams(ahead));
        expect(JSON.stringify(ahead)).toBe(before);
      }),
      { numRuns: 20 },
    );
  });

  it("finds no difference today, nor where the exam is over", () => {
    fc.assert(
      fc.property(anyExam, (exam) => {
        const [today] = loadOfExams(loadAhead(exam));
        expect(today?.withExams).toEqual(today?.without);
        const over = loadAhead({ ...exam, examDay: exam.today }, { days: 20 });
        for (const { withExams, without } of loadOfExams(over)) expect(withExams).toEqual(without);
      }),
      { numRuns: 30 },
    );
  });

  it("saves reviews on the way to a far exam, and asks for them in its last days", () => {
    const exam = examOf({ seen: 150, unseen: 0, days: 90, seed: 3 });
    const ahead = loadAhead(exam);
    const load = loadOfExams(ahead);
    const sum = (from: number, to: number, which: "withExams" | "without") =>
      load.slice(from, to).reduce((total, day) => total + day[which].cards, 0);
    expect(sum(0, 80, "withExams")).toBeLessThan(sum(0, 80, "without"));
    expect(sum(-4, 90, "withExams")).toBeGreaterThan(2 * sum(-4, 90, "without"));
  });

  it("begins all new cards in time with an exam and without, within the limit and at the pace of today", () => {
    const exam = newcomers(40, 20);
    const seconds = { review: 0, newCard: 60 };
    for (const which of ["withExams", "without"] as const) {
      expect(totalOf(loadAhead(exam, { seconds }), which, "minutes")).toBeCloseTo(40, 9);
      const limited = loadOfExams(loadAhead(exam, { seconds, pace: { ...NO_PACE, limit: 2 } }));
      expect(limited.map((day) => day[which].minutes)).toEqual(Array(20).fill(2));
      // Forty in 13 days are four a day, of which three were begun.
      expect(
        loadOfExams(loadAhead(exam, { seconds, pace: { ...NO_PACE, begun: 3, begunFor: () => 3 } }))[0]?.[which]
          .minutes,
      ).toBe(1);
    }
  });

  it("gives each exam its pace, the nearest first within the limit", () => {
    const exam = newcomers(40, 20);
    const cards = exam.cards.map((card, i) => ({ ...card, examDay: exam.today + (i < 20 ? 20 : 4) }));
    const seconds = { review: 0, newCard: 60 };
    const minutes = (change: Partial<LoadAhead>) =>
      loadOfExams(loadAhead(exam, { cards, seconds, ...change })).map(({ withExams }) => withExams.minutes);
    // Of the near one half of what is left in half of the time left, of the far one 20 in thirteen days.
    expect(minutes({}).slice(0, 3)).toEqual([10 + 2, 5 + 2, 5 + 2]);
    expect(minutes({ pace: { ...NO_PACE, limit: 10 } }).slice(0, 3)).toEqual([10, 5 + 2, 5 + 2]);
    expect(minutes({ pace: { ...NO_PACE, limit: 6 } }).slice(0, 3)).toEqual([6, 6, 6]);
  });

  it("shares thousands of cards out among its futures, and finds about the same", () => {
    const few = examOf({ seen: 200, unseen: 100, days: 15, seed: 5 });
    const manifold = Array.from({ length: 4 }, (_, k) =>
      few.cards.map((card) => ({ ...card, id: card.id + 1000 * k })),
    );
    const many = { ...few, cards: manifold.flat() };
    const ratio = totalOf(loadAhead(many), "withExams") / totalOf(loadAhead(few), "withExams");
    expect(ratio / 4).toBeGreaterThan(0.9);
    expect(ratio / 4).toBeLessThan(1.1);
  });
});
