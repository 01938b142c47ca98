import fc from "fast-check";
import { CALIBRATION_BOUNDS, type CalibratingReview, type Calibration } from "#calibration.ts";
import type { Day } from "#days.ts";
import type { LoggedReview } from "#fold.ts";
import type { Learner } from "#learner.ts";
import type { MemoryState } from "#memory.ts";
import type { Answer, Grade, GradedAnswer } from "#rating.ts";
import { type CardSchedule, NEW_CARD, type ReviewEntry, rate } from "#schedule.ts";
import { BUTTON_LEARNER } from "#testing/button-learner.ts";

export const anyDay: fc.Arbitrary<Day> = fc.integer({ min: 0, max: 60_000 });

export const anyRating: fc.Arbitrary<Answer> = fc.record({
  difficulty: fc.constantFrom("easy", "medium", "hard"),
  answerResult: fc.constantFrom("correct", "incorrect", null),
  isCertain: fc.boolean(),
});

export const anyGrade: fc.Arbitrary<Grade | null> = fc.constantFrom(1, 2, 3, 4, null);

/** Realistic days between ratings: often none or few, rarely years, sometimes one back over the date line. */
export const anyGap: fc.Arbitrary<number> = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 2 }) },
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 60 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 4000 }) },
  { weight: 1, arbitrary: fc.constant(-1) },
);

/** Any calibration that reviews can lead to. Adding 0 turns -0 into 0, since no calibration is -0 and JSON has no -0. */
export const anyCalibration: fc.Arbitrary<Calibration> = fc
  .record({
    a: fc.double({ ...CALIBRATION_BOUNDS.a, noNaN: true }),
    b: fc.double({ ...CALIBRATION_BOUNDS.b, noNaN: true }),
    hardSinceForgotten: fc.option(fc.nat(60)),
    recalledCount: fc.double({ min: 0, max: 5000, noNaN: true }),
    hardShare: fc.double({ min: 0, max: 1, noNaN: true }),
    recalledInARow: fc.nat(100),
  })
  .map(({ b, hardShare, ...others }) => ({
    ...others,
    b: b + 0,
    hardRecalledCount: hardShare * others.recalledCount,
  }));

export const anyLearner: fc.Arbitrary<Learner> = anyCalibration.map((calibration) => ({
  ...BUTTON_LEARNER,
  calibration,
}));

export const anyMemory: fc.Arbitrary<MemoryState> = fc.record({
  stability: fc.oneof(
    fc.double({ min: 0.001, max: 1, noNaN: true }),
    fc.double({ min: 1, max: 400, noNaN: true }),
    fc.double({ min: 400, max: 36_500, noNaN: true }),
  ),
  difficulty: fc.double({ min: 1, max: 10, noNaN: true }),
});

/** A pseudo-random load that is always the same for the same day: empty, usual and full days. */
export const anyLoad: fc.Arbitrary<(day: Day) => number> = fc.nat().map((seed) => (day) => {
  const drawn = Math.imul(day + seed, 2_654_435_761) >>> 16;
  return (drawn & 3) === 0 ? 0 : drawn & 63;
});

/** Like `anyLoad`, but known only in every other period of 150 days. */
export const anyPartialLoad: fc.Arbitrary<(day: Day) => number | undefined> = fc
  .record({ load: anyLoad, from: fc.nat(300) })
  .map(
    ({ load, from }) =>
      (day) =>
        Math.floor((day + from) / 150) % 2 === 0 ? load(day) : undefined,
  );

/** The desired loads of a week with usual, quiet and free weekdays. */
export const anyWeekdays = fc.array(fc.constantFrom(0, 0.25, 0.5, 1, 2), { minLength: 7, maxLength: 7 });

/** A card after some ratings or none, and a day after them or, over the date line, just before the last one. */
export const anyCardAndDay: fc.Arbitrary<{ card: CardSchedule; today: Day }> = fc
  .record({
    start: anyDay,
    history: fc.array(fc.record({ rating: anyRating, gap: anyGap }), { maxLength: 12 }),
    learner: anyLearner,
    gap: anyGap,
  })
  .map(({ start, history, learner, gap }) => {
    let card = NEW_CARD;
    let today = start;
    for (const step of history) {
      card = rate(card, step.rating, today, learner).card;
      today += step.gap;
    }
    return { card, today: today + gap };
  });

type AnyReview = { cardId: number; day: Day };

function createLogArbitrary<Result extends object>(result: Record<keyof Result, fc.Arbitrary<unknown>>) {
  const review = fc.record({ ...result, gap: anyGap, cardId: fc.integer({ min: 1, max: 5 }) });
  return fc.record({ start: anyDay, reviews: fc.array(review, { maxLength: 60 }) }).map(({ start, reviews }) => {
    let day = start;
    return reviews.map(({ gap, ...others }) => {
      day += gap;
      return { ...others, day } as Result & AnyReview;
    });
  });
}

/** A learner's log of a few cards, in which days increase except over the date line. */
export const anyLog: fc.Arbitrary<LoggedReview[]> = createLogArbitrary<GradedAnswer>({
  grade: anyGrade,
  isCertain: fc.boolean(),
});

/** Like `anyLog`, with the learner's answers instead of grades. */
export const anyAnswers = createLogArbitrary<{ answer: Answer }>({ answer: anyRating });

/** Converts a log entry to the input of `recalibrate`. */
export function toCalibratingReview({ grade, isCertain, scored, retrievability }: ReviewEntry): CalibratingReview {
  return { grade, isCertain, retrievability: scored ? retrievability : null };
}
