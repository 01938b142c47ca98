import { type Calibration, calibrate, calibratedRecall, saysForgotten, targetRetention } from "#calibration.ts";
import type { Day } from "#days.ts";
import { dueDayAfter } from "#due-day.ts";
import type { Learner } from "#learner.ts";
import type { MemoryModel, MemoryState } from "#memory.ts";
import { type DayPlan, NO_PLAN } from "#plan.ts";
import { type Answer, type Difficulty, difficultyAfter, type Grade, gradeOf } from "#rating.ts";

/**
 * Everything scheduling keeps about one card. Plain data: JSON holds it exactly.
 *
 * - `memory`, `lastReviewDay`, `dueDay`: null together on a card never rated, set together on every other.
 * - `lastReviewDay`, `dueDay`: local days. The card is pending from `dueDay` on; a new card always is.
 * - `interval`: whole days from the last review to `dueDay` (2, the specification's default, on a new card).
 * - `easeFactor`: 100 x stability after / stability before the last review, rounded; 250 until there have been two
 *   reviews. 0 or more, and below 50,000: no single review multiplies a memory's stability by 500 in this model.
 * - `reviewCount`: ratings so far.
 * - `difficulty`: that of the last rating; `"hard"` if the card was not recalled.
 */
export type CardSchedule = {
  readonly memory: MemoryState | null;
  readonly lastReviewDay: Day | null;
  readonly dueDay: Day | null;
  readonly interval: number;
  readonly easeFactor: number;
  readonly reviewCount: number;
  readonly difficulty: "new" | Difficulty;
};

/**
 * What the review log keeps of one rating.
 *
 * - `grade`: the model's, 1 Again to 4 Easy; null for a Difícil that may be an Again or a Hard.
 * - `elapsedDays`: whole local days since the previous review, never negative; null on the first rating.
 * - `retrievability`: what the uncalibrated model expected (0..1), and `predictedRecall` the same through the learner's
 *   calibration as it was before this review; both null on the first rating.
 * - `scored`: whether the review counted for calibration (not the first of the card, and at least one day after it).
 * - `practice`: whether the card was rated before it was due.
 * - `intervalDays`: whole days from today to the new due day.
 */
export type ReviewEntry = {
  readonly grade: Grade | null;
  readonly elapsedDays: number | null;
  readonly retrievability: number | null;
  readonly predictedRecall: number | null;
  readonly scored: boolean;
  readonly practice: boolean;
  readonly intervalDays: number;
};

export type RatingOutcome = {
  readonly card: CardSchedule;
  readonly calibration: Calibration;
  readonly entry: ReviewEntry;
};

export const NEW_CARD: CardSchedule = Object.freeze({
  memory: null,
  lastReviewDay: null,
  dueDay: null,
  interval: 2,
  easeFactor: 250,
  reviewCount: 0,
  difficulty: "new",
});

/**
 * Whether studying a card would not be practice: it is new, or due today or earlier. How many new cards a day has room
 * for is up to the caller; rating one more is still a first rating.
 */
export function isPending({ dueDay }: Pick<CardSchedule, "dueDay">, today: Day): boolean {
  return dueDay === null || dueDay <= today;
}

type Reviewed = Pick<CardSchedule, "memory" | "lastReviewDay">;
type Predicting = Pick<Learner, "model" | "calibration">;

/**
 * The probability of recall today, before calibration.
 *
 * @param model The learner's.
 * @returns 0..1, or null for a card never rated. Exactly 1 on the day of its last review, and on a day before that (a
 *   traveller who crossed the date line).
 * @throws RangeError when the memory is out of bounds or lacks its last review day.
 */
export function retrievability(card: Reviewed, today: Day, model: MemoryModel): number | null {
  return card.memory === null ? null : model.recallAfter(card.memory, daysSinceReview(card, today));
}

/**
 * The probability that this learner recalls the card today.
 *
 * @returns 0.001..0.999, or null for a card never rated.
 * @throws RangeError as {@link retrievability}.
 */
export function predictedRecall(card: Reviewed, today: Day, { model, calibration }: Predicting): number | null {
  const recall = retrievability(card, today, model);
  return recall === null ? null : calibratedRecall(calibration, recall);
}

/**
 * The card's stability as this learner has it: the days after its last review until {@link predictedRecall} has fallen
 * to 90 %, within what {@link targetRetention} allows for.
 *
 * @returns Days, not rounded, or null for a card never rated.
 */
export function predictedStability(
  { memory }: Pick<CardSchedule, "memory">,
  { model, calibration }: Predicting,
): number | null {
  return memory === null ? null : model.daysUntilRecall(memory.stability, targetRetention(calibration, 0.9));
}

/**
 * Rates a card: the one place where a schedule changes.
 *
 * - First rating: exactly the promised days of the button. An exam alone changes that.
 * - Later: hard, and every card not recalled, exactly the promised days of hard. Medium and easy
 *   `max(promise, round(days until recall falls to the target))`, at most `maximumInterval`. The target is the desired
 *   retention seen through the calibration, which has already learned from this review.
 * - A plan with a load or weekdays moves intervals of a week or more to the emptiest day within Anki's fuzz of them;
 *   never those of hard or a first rating, never below the promise or above the maximum. The interval that the learner
 *   was shown is used instead if it is in that range, even if it is shorter than a week.
 * - A plan with an exam still ahead: medium and easy come back in time for it, see {@link dueBeforeExam}, even before
 *   the promise if the exam is nearer; hard as always.
 * - Practice (the card was not due yet): the memory moves by the days that really elapsed. Hard brings the card back as
 *   above; medium and easy never nearer than it was, unless an exam requires it before its due day. So the old due day
 *   stays if it is the later one, and `interval` then counts from today to it; only in this way may `interval` exceed
 *   `maximumInterval`. What is due before an exam stays before it.
 * - A second rating on one local day, or on an earlier one (a traveller over the date line), counts as 0 days: the
 *   model's same-day formula applies, and calibration learns nothing from it except which button was pressed.
 *
 * @param learner As before the rating.
 * @param plan What else affects the due day.
 * @returns The card and the learner's calibration after it, and the log entry.
 * @throws RangeError when `today` is not a whole day, the memory is out of bounds or lacks its last review day, or
 *   settings or calibration do not give a whole interval.
 */
export function rate(
  card: CardSchedule,
  answer: Answer,
  today: Day,
  learner: Learner,
  plan: DayPlan = NO_PLAN,
): RatingOutcome {
  return rateAs(card, gradeOf(answer, saysForgotten(learner.calibration)), today, learner, plan);
}

/**
 * What {@link rate} does once the answer has a grade: for reviews from the log, which keeps the grade.
 *
 * @param grade 1 Again to 4 Easy; null for a Difícil that may be an Again or a Hard.
 * @throws RangeError as {@link rate}.
 */
export function rateAs(
  card: CardSchedule,
  grade: Grade | null,
  today: Day,
  learner: Learner,
  plan: DayPlan = NO_PLAN,
): RatingOutcome {
  if (!Number.isInteger(today)) throw new RangeError(`Not a day number: ${today}`);
  if (plan.examDay !== undefined && !Number.isInteger(plan.examDay)) {
    throw new RangeError(`Not a day number: ${plan.examDay}`);
  }
  return card.memory === null
    ? rateFirst(card, grade, today, learner, plan)
    : rateAgain(card, card.memory, grade, today, learner, plan);
}

function rateFirst(
  card: CardSchedule,
  grade: Grade | null,
  today: Day,
  learner: Learner,
  plan: DayPlan,
): RatingOutcome {
  const difficulty = difficultyAfter(grade);
  const memory = learner.model.firstMemory(grade);
  const calibration = calibrate(learner.calibration, { grade, retrievability: null });
  const dueDay = dueDayAfter({ memory, difficulty, isFirst: true, keptDay: null }, today, learner, plan);
  return {
    card: scheduled(card, difficulty, memory, NEW_CARD.easeFactor, today, dueDay),
    calibration,
    entry: {
      grade,
      elapsedDays: null,
      retrievability: null,
      predictedRecall: null,
      scored: false,
      practice: false,
      intervalDays: dueDay - today,
    },
  };
}

function rateAgain(
  card: CardSchedule,
  before: MemoryState,
  grade: Grade | null,
  today: Day,
  learner: Learner,
  plan: DayPlan,
): RatingOutcome {
  const difficulty = difficultyAfter(grade);
  const elapsedDays = daysSinceReview(card, today);
  const recall = learner.model.recallAfter(before, elapsedDays);
  const memory = learner.model.nextMemory(before, elapsedDays, grade, recall);
  const scored = elapsedDays >= 1;
  const calibration = calibrate(learner.calibration, { grade, retrievability: scored ? recall : null });
  const practice = !isPending(card, today);
  const rated = { memory, difficulty, isFirst: false, keptDay: practice ? card.dueDay : null };
  const dueDay = dueDayAfter(rated, today, { ...learner, calibration }, plan);
  const easeFactor = Math.round((100 * memory.stability) / before.stability);
  return {
    card: scheduled(card, difficulty, memory, easeFactor, today, dueDay),
    calibration,
    entry: {
      grade,
      elapsedDays,
      retrievability: recall,
      predictedRecall: calibratedRecall(learner.calibration, recall),
      scored,
      practice,
      intervalDays: dueDay - today,
    },
  };
}

/**
 * What the buttons show: in how many days from today the card would be due. "No la recordé" does what hard does.
 *
 * @throws RangeError as {@link rate}.
 */
export function previewIntervals(
  card: CardSchedule,
  today: Day,
  learner: Learner,
  plan: DayPlan = NO_PLAN,
): Record<Difficulty, number> {
  const days = (grade: Grade): number => rateAs(card, grade, today, learner, plan).entry.intervalDays;
  return { hard: days(2), medium: days(3), easy: days(4) };
}

function daysSinceReview({ lastReviewDay }: Pick<CardSchedule, "lastReviewDay">, today: Day): number {
  if (lastReviewDay === null) throw new RangeError("A card with a memory needs the day of its last review");
  return Math.max(0, today - lastReviewDay);
}

function scheduled(
  before: CardSchedule,
  difficulty: Difficulty,
  memory: MemoryState,
  easeFactor: number,
  today: Day,
  dueDay: Day,
): CardSchedule {
  if (!Number.isInteger(dueDay)) throw new RangeError(`Settings or calibration give no whole due day: ${dueDay}`);
  return {
    memory,
    lastReviewDay: today,
    dueDay,
    interval: dueDay - today,
    easeFactor,
    reviewCount: before.reviewCount + 1,
    difficulty,
  };
}
