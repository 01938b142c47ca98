import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Day } from "#days.ts";
import type { Learner } from "#learner.ts";
import { computeFullness, type DayPlan } from "#plan.ts";
import { ANSWERED_AHEAD, createQueuePreviewer } from "#previews.ts";
import type { Difficulty } from "#rating.ts";
import { type CardSchedule, NEW_CARD, previewIntervals, rate } from "#schedule.ts";
import { computeFuzz } from "#spacing.ts";
import { press } from "#testing/answers.ts";
import { anyCardAndDay, anyLearner, anyLoad, anyPartialLoad, anyRating, anyWeekdays } from "#testing/arbitraries.ts";
import { BUTTON_SETTINGS, BUTTON_LEARNER as learner } from "#testing/button-learner.ts";

function previewQueue<Card extends CardSchedule>(
  cards: readonly Card[],
  today: Day,
  student: Learner,
  planFor: (card: Card) => DayPlan,
) {
  const preview = createQueuePreviewer(today, student);
  return cards.map((card) => preview(card, planFor(card)));
}

/** Creates a load that changes with each rating, like that of the product. */
function createLoad(usual: (day: Day) => number) {
  const changes = new Map<Day, number>();
  const onDay = (day: Day) => Math.max(0, usual(day) + (changes.get(day) ?? 0));
  const add = (day: Day | null, change: number) => {
    if (day !== null) changes.set(day, (changes.get(day) ?? 0) + change);
  };
  /** Returns the load without one card. */
  const without = (dueDay: Day | null) => (day: Day) => onDay(day) - (day === dueDay ? 1 : 0);
  return { onDay, add, without };
}

type Answered = { place: number; difficulty: Difficulty; hasForgotten: boolean };

/** Answers cards of one day in some order; `isShown` is true if each rating gets the interval that its button showed. */
function study(
  cards: readonly CardSchedule[],
  answers: readonly Answered[],
  today: Day,
  plan: Plan,
  isShown: boolean,
  before: Learner = learner,
) {
  const load = createLoad(plan.load);
  for (const { dueDay } of cards) load.add(dueDay, 1);
  const planFor = ({ dueDay }: CardSchedule): DayPlan => ({ ...plan, load: load.without(dueDay) });
  const previews = previewQueue(cards, today, before, planFor);
  let student = before;
  const given = answers.map(({ place, difficulty, hasForgotten }) => {
    const card = cards[place] as CardSchedule;
    const answer = hasForgotten ? ({ difficulty: "hard", answerResult: "incorrect" } as const) : press(difficulty);
    const preview = previews[place]?.[answer.difficulty];
    const dayPlan = { ...planFor(card), shown: isShown ? preview : undefined };
    const { card: after, calibration } = rate(card, answer, today, student, dayPlan);
    student = { ...student, calibration };
    load.add(card.dueDay, -1);
    load.add(after.dueDay, 1);
    return { shown: preview, interval: after.interval, dueDay: Number(after.dueDay), answer };
  });
  return { given, load };
}

type Plan = DayPlan & { load: (day: Day) => number };

/** Creates cards that are due on a day, each with a history of its own. */
function createDueCards(count: number, today: Day, seed: number): CardSchedule[] {
  return Array.from({ length: count }, (_, i) => {
    const drawn = Math.imul(seed + i + 1, 2_654_435_761) >>> 16;
    let card = rate(NEW_CARD, press(drawn & 1 ? "easy" : "medium"), today, learner).card;
    for (let reviews = drawn % 5; reviews > 0; reviews--) {
      card = rate(card, press(drawn & (1 << reviews) ? "easy" : "medium"), Number(card.dueDay), learner).card;
    }
    return { ...card, lastReviewDay: today - card.interval, dueDay: today };
  });
}

/** Like `createDueCards`, but half of the cards are studied before they are due. */
function createCards(count: number, today: Day, seed: number): CardSchedule[] {
  return createDueCards(count, today, seed).map((card, i) => {
    const early = i % 2 === 0 ? 0 : Math.floor(card.interval / (2 + (i % 3)));
    return { ...card, lastReviewDay: Number(card.lastReviewDay) + early, dueDay: today + early };
  });
}

const anySession = (cards: number, forgotten: number) =>
  fc.record({
    order: fc.shuffledSubarray(
      Array.from({ length: cards }, (_, i) => i),
      { minLength: cards },
    ),
    pressed: fc.array(fc.constantFrom<Difficulty>("hard", "medium", "medium", "medium", "easy"), {
      minLength: cards,
      maxLength: cards,
    }),
    forgotten: fc.uniqueArray(fc.nat(cards - 1), { maxLength: forgotten }),
  });

const toAnswers = ({ order, pressed, forgotten }: { order: number[]; pressed: Difficulty[]; forgotten: number[] }) =>
  order.map(
    (place): Answered => ({
      place,
      difficulty: pressed[place] ?? "medium",
      hasForgotten: forgotten.includes(place),
    }),
  );

const TODAY = 20_458;

describe("createQueuePreviewer", () => {
  it("shows the interval that each answer gives, in any order and with one card in ten forgotten", () => {
    fc.assert(
      fc.property(anySession(40, 4), fc.nat(), anyLoad, fc.option(anyWeekdays), (all, seed, load, week) => {
        const plan = { load, weekdays: week ?? undefined };
        const { given } = study(createDueCards(40, TODAY, seed), toAnswers(all), TODAY, plan, true);
        expect(given.map(({ interval }) => interval)).toEqual(given.map(({ shown }) => shown));
      }),
      { numRuns: 200 },
    );
  });

  it("shows the interval that each answer gives to any learner, with practice, and before an exam", () => {
    const exam = fc.option(fc.integer({ min: 1, max: 120 }));
    fc.assert(
      fc.property(anySession(40, 30), fc.nat(), anyLoad, exam, anyLearner, (all, seed, load, daysLeft, student) => {
        const plan = { load, examDay: daysLeft === null ? undefined : TODAY + daysLeft };
        const { given } = study(createCards(40, TODAY, seed), toAnswers(all), TODAY, plan, true, student);
        expect(given.map(({ interval }) => interval)).toEqual(given.map(({ shown }) => shown));
      }),
      { numRuns: 600 },
    );
  });

  it("shows the same as previewIntervals for the first card, and for all cards if no load is known", () => {
    const some = fc.array(anyCardAndDay, { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(some, anyLearner, anyPartialLoad, (all, student, load) => {
        const cards = all.map(({ card }) => card);
        const today = all[0]?.today ?? TODAY;
        const alone = (card: CardSchedule, plan: DayPlan) => previewIntervals(card, today, student, plan);
        const shown = previewQueue(cards, today, student, () => ({ load }));
        expect(shown[0]).toEqual(alone(cards[0] as CardSchedule, { load }));
        const unknown = previewQueue(cards, today, student, () => ({}));
        expect(unknown).toEqual(cards.map((card) => alone(card, {})));
      }),
    );
  });

  it("assumes that ANSWERED_AHEAD cards at the head of the queue are answered, and no more", () => {
    const cards = createDueCards(ANSWERED_AHEAD + 30, TODAY, 3);
    const load = createLoad(() => 4);
    const planFor = ({ dueDay }: CardSchedule): DayPlan => ({ load: load.without(dueDay) });
    const whole = previewQueue(cards, TODAY, learner, planFor);
    const head = cards.slice(0, ANSWERED_AHEAD);
    for (const card of cards.slice(ANSWERED_AHEAD)) {
      const place = cards.indexOf(card);
      expect(previewQueue([...head, card], TODAY, learner, planFor).at(-1)).toEqual(whole[place]);
    }
  });

  it("never shows a shorter interval for Fácil than for Medio, or for Medio than for Difícil", () => {
    fc.assert(
      fc.property(
        fc.array(anyCardAndDay, { minLength: 1, maxLength: 12 }),
        anyLearner,
        anyLoad,
        (all, student, load) => {
          const cards = all.map(({ card }) => card);
          for (const shown of previewQueue(cards, all[0]?.today ?? TODAY, student, () => ({ load }))) {
            expect(shown.easy).toBeGreaterThanOrEqual(shown.medium);
            expect(shown.medium).toBeGreaterThanOrEqual(shown.hard);
          }
        },
      ),
    );
  });

  // Choosing a day at each rating can use the answers before it, and so spread the cards more evenly.
  it.each([
    ["all Medio", () => "medium"],
    ["all Fácil", () => "easy"],
    ["mixed", (i: number) => (["medium", "easy", "medium", "hard", "medium"] as const)[i % 5]],
  ] as const)("spreads 40 equal cards nearly as evenly as choosing a day at each rating: %s", (_, pressed) => {
    const [card] = createDueCards(1, TODAY, 3) as [CardSchedule];
    const cards = Array.from({ length: 40 }, () => card);
    const answers = cards.map((_, place) => ({ place, difficulty: pressed(place) as Difficulty, hasForgotten: false }));
    const measure = (usual: (day: Day) => number, isShown: boolean) => {
      const { given, load } = study(cards, answers, TODAY, { load: usual }, isShown);
      const days = new Set(given.filter(({ answer }) => answer.difficulty !== "hard").map(({ dueDay }) => dueDay));
      return Math.max(...[...days].map((day) => computeFullness(day, { load: load.onDay })));
    };
    for (const usual of [() => 0, () => 8, (day: Day) => day % 4]) {
      expect(measure(usual, true)).toBeLessThanOrEqual(1.5 * measure(usual, false));
    }
  });
});

describe("rate, with an interval that was shown", () => {
  const anyShown = fc.oneof(fc.nat(40), fc.nat(400), fc.constantFrom(-3, 0.5, Number.NaN, 1e12));

  it("does not change Difícil or a first rating, and obeys the promise, the maximum and the rules of practice", () => {
    fc.assert(
      fc.property(anyCardAndDay, anyRating, anyLearner, anyShown, ({ card, today }, answer, student, shown) => {
        const plain = rate(card, answer, today, student);
        const after = rate(card, answer, today, student, { shown });
        const { promise, maximumInterval } = BUTTON_SETTINGS;
        if (after.card.difficulty === "hard" || card.memory === null) {
          expect(after).toEqual(plain);
          return;
        }
        const kept = Math.max(0, Number(card.dueDay) - today);
        const { interval } = after.card;
        expect(interval).toBeGreaterThanOrEqual(Math.max(promise[answer.difficulty], kept));
        expect(interval).toBeLessThanOrEqual(Math.max(maximumInterval, kept));
        expect({
          ...after,
          card: { ...after.card, interval: 0, dueDay: 0 },
          entry: { ...after.entry, intervalDays: 0 },
        }).toEqual({
          ...plain,
          card: { ...plain.card, interval: 0, dueDay: 0 },
          entry: { ...plain.entry, intervalDays: 0 },
        });
        if (interval !== plain.card.interval) expect(interval).toBe(shown);
      }),
      { numRuns: 500 },
    );
  });

  it("passes an exam, or comes before it, only if a calibration near the present one can require that", () => {
    const anyExam = fc.record({ daysLeft: fc.integer({ min: 2, max: 120 }), load: anyLoad });
    // At the bounds of a calibration, those around it would be the same.
    const anyStudent = anyLearner.filter(({ calibration: { a, b } }) => Math.abs(a - 1) < 0.4 && Math.abs(b) < 1.6);
    const seen = { accepted: 0, refused: 0 };
    fc.assert(
      fc.property(anyCardAndDay, anyRating, anyStudent, anyExam, fc.nat(150), (one, answer, student, exam, shown) => {
        const plan = { load: exam.load, examDay: one.today + exam.daysLeft };
        const give = (change: number, shown?: number) => {
          const { a, b } = student.calibration;
          const calibration = { ...student.calibration, a: a + 0.15 * change, b: b + 0.6 * change };
          return rate(one.card, answer, one.today, { ...student, calibration }, { ...plan, shown }).card.interval;
        };
        const given = give(0, shown);
        if (given !== shown) seen.refused++;
        if (given === give(0)) return;
        seen.accepted++;
        expect(given).toBe(shown);
        // A little wider than the rule, because the rating itself changes each of these calibrations by another amount.
        const near = Array.from({ length: 11 }, (_, step) => give((step - 5) / 4.5));
        const [least, most] = [Math.min(...near), Math.max(...near)];
        if (given >= exam.daysLeft) expect(most).toBeGreaterThanOrEqual(exam.daysLeft);
        else expect(least).toBeLessThan(exam.daysLeft);
        // A last pass may be on any of the last eight days.
        const pass = least < exam.daysLeft ? exam.daysLeft - 8 : given;
        expect(given).toBeGreaterThanOrEqual(Math.min(pass, Math.floor(least - 3 * computeFuzz(least))));
        expect(given).toBeLessThanOrEqual(Math.max(exam.daysLeft - 1, Math.ceil(most + 3 * computeFuzz(most))));
      }),
      { numRuns: 1000 },
    );
    expect(seen.accepted).toBeGreaterThan(20);
    expect(seen.refused).toBeGreaterThan(500);
  });

  it("does not postpone a weak card past an exam, nor its review far before one to the last days", () => {
    const weak = { ...NEW_CARD, memory: { stability: 4, difficulty: 6 }, lastReviewDay: TODAY - 4, dueDay: TODAY };
    const given = (shown: number, daysLeft: number) =>
      rate(weak, press("medium"), TODAY, learner, { examDay: TODAY + daysLeft, shown }).card.interval;
    for (let shown = 0; shown <= 365; shown++) {
      expect(given(shown, 20)).toBeLessThan(20);
      expect(given(shown, 365)).toBeLessThan(150);
    }
    expect(given(300, 365)).toBe(given(0, 365));
  });

  it("ignores an interval that is far from the one that the memory needs", () => {
    const [card] = createDueCards(1, TODAY, 3) as [CardSchedule];
    const wanted = rate(card, press("medium"), TODAY, learner).card.interval;
    const given = (shown: number) => rate(card, press("medium"), TODAY, learner, { shown }).card.interval;
    expect(given(wanted + 1)).toBe(wanted + 1);
    expect(given(5 * wanted)).toBe(wanted);
    expect(given(Math.floor(wanted / 5))).toBe(wanted);
  });
});
