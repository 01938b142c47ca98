import { type Calibration, calibrate, calibrateRecall, computeTargetRetention } from "#calibration.ts";
import type { Day } from "#days.ts";
import { computeDueDay } from "#due-day.ts";
import { type Learner, meansRecalled } from "#learner.ts";
import type { MemoryModel, MemoryState } from "#memory.ts";
import { type DayPlan, NO_PLAN } from "#plan.ts";
import { type Answer, type Difficulty, type Grade, type GradedAnswer, gradeAnswer, toDifficulty } from "#rating.ts";

/**
 * Everything that scheduling stores about one card. It is plain data, which JSON holds exactly.
 *
 * - `memory`, `lastReviewDay`, `dueDay`: null on a card that was never rated, and set on every other.
 * - `lastReviewDay`, `dueDay`: local days. The card is pending from `dueDay` on; a new card always is.
 * - `interval`: whole days from the last review to `dueDay` (2 on a new card).
 * - `easeFactor`: 100 x stability after / stability before the last review, rounded; 250 until there have been two
 *   reviews. 0 or more, and below 50,000: no single review multiplies a memory's stability by 500 in this model.
 * - `reviewCount`: the number of ratings so far.
 * - `difficulty`: the difficulty of the last rating; `"hard"` if the card was not recalled.
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
 * The entry of one rating in the review log.
 *
 * - `grade`: the model's grade, 1 Again to 4 Easy; null for an answer that may be an Again or a Hard.
 * - `isCertain`: as in {@link Answer}; never true if the grade is null.
 * - `elapsedDays`: whole local days since the previous review, never negative; null on the first rating.
 * - `retrievability`: the recall that the uncalibrated model predicted (0..1); null on the first rating.
 * - `predictedRecall`: the same with the learner's calibration before this review; null on the first rating.
 * - `scored`: true if the review counted for calibration, because it was at least one day after the card's previous one.
 * - `practice`: true if the card was rated before it was due.
 * - `intervalDays`: whole days from today to the new due day.
 */
export type ReviewEntry = {
  readonly grade: Grade | null;
  readonly isCertain: boolean;
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
 * Returns whether a card is new, or due today or earlier, so that studying it is not practice. Daily limits on new cards
 * are up to the caller.
 */
export function isPending({ dueDay }: Pick<CardSchedule, "dueDay">, today: Day): boolean {
  return dueDay === null || dueDay <= today;
}

/** What {@link rate} accepts as a rating. */
export type Rating = Grade | null | Answer | GradedAnswer;

type Graded = Pick<ReviewEntry, "grade" | "isCertain">;

type Reviewed = Pick<CardSchedule, "memory" | "lastReviewDay">;
type Predicting = Pick<Learner, "model" | "calibration">;

/**
 * Computes the probability of recall today, before calibration.
 *
 * @param model The learner's model.
 * @returns 0..1, or null for a card that was never rated. Exactly 1 on the day of its last review, and on a day before
 *   that (for a traveller who crossed the date line).
 * @throws RangeError when the memory is out of bounds or lacks its last review day.
 */
export function computeRetrievability(card: Reviewed, today: Day, model: MemoryModel): number | null {
  return card.memory === null ? null : model.recallAfter(card.memory, countDaysSinceReview(card, today));
}

/**
 * Computes the probability that this learner recalls the card today.
 *
 * @returns 0.001..0.999, or null for a card that was never rated.
 * @throws RangeError under the same conditions as {@link computeRetrievability}.
 */
export function predictRecall(card: Reviewed, today: Day, { model, calibration }: Predicting): number | null {
  const recall = computeRetrievability(card, today, model);
  return recall === null ? null : calibrateRecall(calibration, recall);
}

/**
 * Computes the card's stability for this learner: the days after its last review until {@link predictRecall} has fallen
 * to 90 %, within the bounds of {@link computeTargetRetention}.
 *
 * @returns Days, not rounded, or null for a card that was never rated.
 */
export function predictStability(
  { memory }: Pick<CardSchedule, "memory">,
  { model, calibration }: Predicting,
): number | null {
  return memory === null ? null : model.daysUntilRecall(memory.stability, computeTargetRetention(calibration, 0.9));
}

/**
 * Rates a card. This is the only place where a schedule changes.
 *
 * - A rating gives `round(days until recall falls to the target)`, at least one day and at most `maximumInterval`. The
 *   target is the desired retention, adjusted by the calibration, which has already learned from this review.
 * - With a promise, a first rating gives exactly its days, unless there is an exam. A later rating of hard, or a card that
 *   was not recalled, also gives exactly the promised days, and neither an exam nor a plan changes these. Medium and easy
 *   never give fewer than promised.
 * - A plan with a load or weekdays moves intervals of a week or more to the emptiest day within Anki's fuzz of them, but
 *   neither below the promise nor above the maximum.
 * - The interval that the learner was shown is used instead if these rules could have given it with the calibration of
 *   an earlier time on that day, see {@link findEarlierLearners}.
 * - With a plan for a coming exam, a card comes back in time for it, see {@link scheduleForExam}, even before the promised
 *   day if the exam is nearer.
 * - In practice (the card was not due yet), the memory changes by the days that really elapsed. Hard brings the card back
 *   as above; medium and easy never bring it nearer than it was, unless an exam requires it before its due day. So the old
 *   due day remains if it is the later one, and `interval` then counts from today to it; only in this way can `interval`
 *   exceed `maximumInterval`. A card that is due before an exam stays before it.
 * - A second rating on one local day, or on an earlier one (of a traveller over the date line), counts as 0 days: the
 *   model's same-day formula applies, and calibration learns nothing from it except which button was pressed.
 *
 * @param rating The model's grade, null for one that may be an Again or a Hard; an answer by one of three buttons; or an answer
 *   as a log has it.
 * @param learner The learner before the rating.
 * @param plan The other conditions on the due day.
 * @returns The card and the learner's calibration after the rating, and the log entry.
 * @throws RangeError when `today` is not a whole day, the memory is out of bounds or lacks its last review day, or
 *   settings or calibration do not give a whole interval.
 */
export function rate(
  card: CardSchedule,
  rating: Rating,
  today: Day,
  learner: Learner,
  plan: DayPlan = NO_PLAN,
): RatingOutcome {
  if (!Number.isInteger(today)) throw new RangeError(`Not a day number: ${today}`);
  if (plan.examDay !== undefined && !Number.isInteger(plan.examDay)) {
    throw new RangeError(`Not a day number: ${plan.examDay}`);
  }
  const answer = gradeRating(rating, learner);
  return card.memory === null
    ? rateFirst(card, answer, today, learner, plan)
    : rateAgain(card, card.memory, answer, today, learner, plan);
}

function gradeRating(rating: Rating, learner: Learner): Graded {
  if (typeof rating !== "object" || rating === null) return { grade: rating, isCertain: false };
  const grade = "grade" in rating ? rating.grade : gradeAnswer(rating, meansRecalled(learner));
  return { grade, isCertain: rating.isCertain === true && grade !== null };
}

function rateFirst(
  card: CardSchedule,
  { grade, isCertain }: Graded,
  today: Day,
  learner: Learner,
  plan: DayPlan,
): RatingOutcome {
  const difficulty = toDifficulty(grade);
  const memory = learner.model.firstMemory(grade);
  const calibration = calibrate(learner.calibration, { grade, isCertain, retrievability: null });
  const dueDay = computeDueDay({ memory, difficulty, isFirst: true, keptDay: null }, today, learner, plan);
  return {
    card: createSchedule(card, difficulty, memory, NEW_CARD.easeFactor, today, dueDay),
    calibration,
    entry: {
      grade,
      isCertain,
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
  { grade, isCertain }: Graded,
  today: Day,
  learner: Learner,
  plan: DayPlan,
): RatingOutcome {
  const difficulty = toDifficulty(grade);
  const elapsedDays = countDaysSinceReview(card, today);
  const recall = learner.model.recallAfter(before, elapsedDays);
  const memory = learner.model.nextMemory(before, elapsedDays, grade, recall);
  const scored = elapsedDays >= 1;
  const calibration = calibrate(learner.calibration, { grade, isCertain, retrievability: scored ? recall : null });
  const practice = !isPending(card, today);
  const rated = { memory, difficulty, isFirst: false, keptDay: practice ? card.dueDay : null };
  const dueDay = computeDueDay(rated, today, { ...learner, calibration }, plan);
  const easeFactor = Math.round((100 * memory.stability) / before.stability);
  return {
    card: createSchedule(card, difficulty, memory, easeFactor, today, dueDay),
    calibration,
    entry: {
      grade,
      isCertain,
      elapsedDays,
      retrievability: recall,
      predictedRecall: calibrateRecall(learner.calibration, recall),
      scored,
      practice,
      intervalDays: dueDay - today,
    },
  };
}

/** Days from today until a card would be due, for each grade; `medium` is Good. */
export type Intervals = Readonly<Record<"again" | Difficulty, number>>;

/**
 * Computes the intervals that the buttons show. With a promise, `again` and `hard` are the same.
 *
 * @throws RangeError under the same conditions as {@link rate}.
 */
export function previewIntervals(card: CardSchedule, today: Day, learner: Learner, plan: DayPlan = NO_PLAN): Intervals {
  const days = (grade: Grade): number => rate(card, grade, today, learner, plan).entry.intervalDays;
  const hard = days(2);
  return { again: learner.settings.promise ? hard : days(1), hard, medium: days(3), easy: days(4) };
}

function countDaysSinceReview({ lastReviewDay }: Pick<CardSchedule, "lastReviewDay">, today: Day): number {
  if (lastReviewDay === null) throw new RangeError("A card with a memory needs the day of its last review");
  return Math.max(0, today - lastReviewDay);
}

function createSchedule(
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
