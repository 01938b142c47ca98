import fc from "fast-check";
import { CALIBRATION_BOUNDS, type CalibratingReview, type Calibration } from "#calibration.ts";
import type { Day } from "#days.ts";
import type { LoggedReview } from "#fold.ts";
import { type Learner, NEW_LEARNER } from "#learner.ts";
import type { MemoryState } from "#memory.ts";
import type { Answer, Grade } from "#rating.ts";
import { type CardSchedule, NEW_CARD, type ReviewEntry, rate } from "#schedule.ts";

export const anyDay: fc.Arbitrary<Day> = fc.integer({ min: 0, max: 60_000 });

export const anyRating: fc.Arbitrary<Answer> = fc.record({
  difficulty: fc.constantFrom("easy", "medium", "hard"),
  answerResult: fc.constantFrom("correct", "incorrect", null),
});

export const anyGrade: fc.Arbitrary<Grade | null> = fc.constantFrom(1, 2, 3, 4, null);

/** Days between ratings as they happen: often none or few, seldom years, now and then one back over the date line. */
export const anyGap: fc.Arbitrary<number> = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: 0, max: 2 }) },
  { weight: 4, arbitrary: fc.integer({ min: 0, max: 60 }) },
  { weight: 1, arbitrary: fc.integer({ min: 0, max: 4000 }) },
  { weight: 1, arbitrary: fc.constant(-1) },
);

/** Any calibration that can come about. Adding 0 turns -0 into 0: no calibration reaches it, and JSON does not hold it. */
export const anyCalibration: fc.Arbitrary<Calibration> = fc
  .record({
    a: fc.double({ ...CALIBRATION_BOUNDS.a, noNaN: true }),
    b: fc.double({ ...CALIBRATION_BOUNDS.b, noNaN: true }),
    hardSinceForgotten: fc.option(fc.nat(60)),
  })
  .map(({ b, ...others }) => ({ ...others, b: b + 0 }));

export const anyLearner: fc.Arbitrary<Learner> = anyCalibration.map((calibration) => ({ ...NEW_LEARNER, calibration }));

export const anyMemory: fc.Arbitrary<MemoryState> = fc.record({
  stability: fc.oneof(
    fc.double({ min: 0.001, max: 1, noNaN: true }),
    fc.double({ min: 1, max: 400, noNaN: true }),
    fc.double({ min: 400, max: 36_500, noNaN: true }),
  ),
  difficulty: fc.double({ min: 1, max: 10, noNaN: true }),
});

/** The same pseudo-random load each time it is asked for a day: empty days, usual days, full days. */
export const anyLoad: fc.Arbitrary<(day: Day) => number> = fc.nat().map((seed) => (day) => {
  const drawn = Math.imul(day + seed, 2_654_435_761) >>> 16;
  return (drawn & 3) === 0 ? 0 : drawn & 63;
});

/** The same, but known in every other run of 150 days only. */
export const anyPartialLoad: fc.Arbitrary<(day: Day) => number | undefined> = fc
  .record({ load: anyLoad, from: fc.nat(300) })
  .map(
    ({ load, from }) =>
      (day) =>
        Math.floor((day + from) / 150) % 2 === 0 ? load(day) : undefined,
  );

/** Of usual, quiet and free weekdays. */
export const anyWeekdays = fc.array(fc.constantFrom(0, 0.25, 0.5, 1, 2), { minLength: 7, maxLength: 7 });

/** A card as ratings really leave it, never rated included, with a day on or around which it is looked at. */
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

function reviewsWith<What extends object>(what: Record<keyof What, fc.Arbitrary<unknown>>) {
  const review = fc.record({ ...what, gap: anyGap, cardId: fc.integer({ min: 1, max: 5 }) });
  return fc.record({ start: anyDay, reviews: fc.array(review, { maxLength: 60 }) }).map(({ start, reviews }) => {
    let day = start;
    return reviews.map(({ gap, ...others }) => {
      day += gap;
      return { ...others, day } as What & AnyReview;
    });
  });
}

/** A learner's log over a few cards, days going forward except over the date line. */
export const anyLog: fc.Arbitrary<LoggedReview[]> = reviewsWith<Pick<LoggedReview, "grade">>({ grade: anyGrade });

/** The same as the learner gave it. */
export const anyAnswers = reviewsWith<{ answer: Answer }>({ answer: anyRating });

/** What `recalibrate` takes of a log entry. */
export function calibrating({ grade, scored, retrievability }: ReviewEntry): CalibratingReview {
  return { grade, retrievability: scored ? retrievability : null };
}
