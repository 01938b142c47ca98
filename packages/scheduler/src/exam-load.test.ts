import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { computeExamLoad, type LoadAhead } from "#exam-load.ts";
import type { ExamAhead } from "#forecast.ts";
import { anyExam, createExam } from "#testing/exams.ts";

const NO_PACE = { limit: null, startedToday: 0, countStartedToday: () => 0, pausedUntil: null };

/** Creates the input for one exam and the days until it. */
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

const computeTotal = (ahead: LoadAhead, which: "withExams" | "without", what: "cards" | "minutes" = "cards") =>
  computeExamLoad(ahead).reduce((sum, day) => sum + day[which][what], 0);

/** Creates an exam that has only new cards. */
const createNewCardExam = (unseen: number, days: number) => createExam({ seen: 0, unseen, days, seed: 2 });

describe("computeExamLoad", () => {
  it("asks nothing on days of rest, and what fell due then on the day after", () => {
    const exam = createExam({ seen: 60, unseen: 10, days: 20, seed: 4 });
    const pace = { ...NO_PACE, restsOn: (day: number) => day >= exam.today + 1 && day <= exam.today + 3 };
    const load = computeExamLoad(loadAhead(exam, { pace, others: () => 5 }));
    const cards = load.map(({ withExams }) => withExams.cards);
    expect(cards.slice(1, 4)).toEqual([0, 0, 0]);
    expect(cards[4]).toBeGreaterThanOrEqual(4 * 5);
    expect(load[2]?.without).toEqual({ cards: 0, minutes: 0 });
  });

  it("returns each day from today on, with at least the other cards, and minutes in proportion to the cards", () => {
    fc.assert(
      fc.property(anyExam, fc.integer({ min: 1, max: 40 }), fc.nat(9), (exam, days, others) => {
        const load = computeExamLoad(
          loadAhead(exam, { days, others: () => others, seconds: { review: 6, newCard: 6 } }),
        );
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

  it("is deterministic and does not change its arguments", () => {
    fc.assert(
      fc.property(anyExam, (exam) => {
        const ahead = loadAhead(exam);
        const before = JSON.stringify(ahead);
        expect(computeExamLoad(ahead)).toEqual(computeExamLoad(ahead));
        expect(JSON.stringify(ahead)).toBe(before);
      }),
      { numRuns: 20 },
    );
  });

  it("returns no difference for today, nor once the exam day has come", () => {
    fc.assert(
      fc.property(anyExam, (exam) => {
        const [today] = computeExamLoad(loadAhead(exam));
        expect(today?.withExams).toEqual(today?.without);
        const over = loadAhead({ ...exam, examDay: exam.today }, { days: 20 });
        for (const { withExams, without } of computeExamLoad(over)) expect(withExams).toEqual(without);
      }),
      { numRuns: 30 },
    );
  });

  it("has fewer reviews long before an exam, and more in the last days before it", () => {
    const exam = createExam({ seen: 150, unseen: 0, days: 90, seed: 3 });
    const ahead = loadAhead(exam);
    const load = computeExamLoad(ahead);
    const sum = (from: number, to: number, which: "withExams" | "without") =>
      load.slice(from, to).reduce((total, day) => total + day[which].cards, 0);
    expect(sum(0, 80, "withExams")).toBeLessThan(sum(0, 80, "without"));
    expect(sum(-4, 90, "withExams")).toBeGreaterThan(2 * sum(-4, 90, "without"));
  });

  it("starts from the unmoved due days without exams, and from the present ones with them", () => {
    const exam = createExam({ seen: 60, unseen: 0, days: 20, seed: 4 });
    const moveTo = (day: number) =>
      exam.cards.map((card) => ({ ...card, schedule: { ...card.schedule, dueDay: exam.today + day } }));
    const unmoved = moveTo(12);
    const cards = moveTo(5).map((card, i) => ({
      ...card,
      unmoved: unmoved[i]?.schedule ?? card.schedule,
      examDay: exam.today + 20,
    }));
    const load = computeExamLoad(loadAhead(exam, { cards }));
    const usual = computeExamLoad(loadAhead({ ...exam, cards: unmoved }));
    expect(load.map(({ without }) => without)).toEqual(usual.map(({ without }) => without));
    expect(load[5]).toMatchObject({ withExams: { cards: 60 }, without: { cards: 0 } });
    expect(load[12]?.without.cards).toBe(60);
  });

  it("introduces all new cards in time, with exams and without, within the limit and less those started today", () => {
    const exam = createNewCardExam(40, 20);
    const seconds = { review: 0, newCard: 60 };
    for (const which of ["withExams", "without"] as const) {
      expect(computeTotal(loadAhead(exam, { seconds }), which, "minutes")).toBeCloseTo(40, 9);
      const limited = computeExamLoad(loadAhead(exam, { seconds, pace: { ...NO_PACE, limit: 2 } }));
      expect(limited.map((day) => day[which].minutes)).toEqual(Array(20).fill(2));
      // Forty cards in 13 days are four a day, of which three were started today.
      expect(
        computeExamLoad(
          loadAhead(exam, { seconds, pace: { ...NO_PACE, startedToday: 3, countStartedToday: () => 3 } }),
        )[0]?.[which].minutes,
      ).toBe(1);
    }
  });

  it("introduces new cards at the pace of each exam, and gives the nearest exam the limit first", () => {
    const exam = createNewCardExam(40, 20);
    const cards = exam.cards.map((card, i) => ({ ...card, examDay: exam.today + (i < 20 ? 20 : 4) }));
    const seconds = { review: 0, newCard: 60 };
    const minutes = (change: Partial<LoadAhead>) =>
      computeExamLoad(loadAhead(exam, { cards, seconds, ...change })).map(({ withExams }) => withExams.minutes);
    // The 20 cards of the near exam take the first half of its 4 days; those of the far one take 13 days, two a day.
    expect(minutes({}).slice(0, 3)).toEqual([10 + 2, 5 + 2, 5 + 2]);
    expect(minutes({ pace: { ...NO_PACE, limit: 10 } }).slice(0, 3)).toEqual([10, 5 + 2, 5 + 2]);
    expect(minutes({ pace: { ...NO_PACE, limit: 6 } }).slice(0, 3)).toEqual([6, 6, 6]);
  });

  it("returns nearly the same result if each card takes part in only some of the futures", () => {
    const few = createExam({ seen: 200, unseen: 100, days: 15, seed: 5 });
    const copies = Array.from({ length: 4 }, (_, k) => few.cards.map((card) => ({ ...card, id: card.id + 1000 * k })));
    const many = { ...few, cards: copies.flat() };
    const ratio = computeTotal(loadAhead(many), "withExams") / computeTotal(loadAhead(few), "withExams");
    expect(ratio / 4).toBeGreaterThan(0.9);
    expect(ratio / 4).toBeLessThan(1.1);
  });
});
