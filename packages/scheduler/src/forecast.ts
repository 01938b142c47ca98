import { calibrateRecall } from "#calibration.ts";
import type { Day } from "#days.ts";
import {
  countDaysWithoutReview,
  estimateHabits,
  type Future,
  type Habits,
  type Shares,
  type StudyAhead,
  simulateFutureShares,
} from "#futures.ts";
import { groupBy } from "#group-by.ts";
import type { Learner } from "#learner.ts";
import { DEFAULT_MISFIT } from "#misfit.ts";
import { type CardSchedule, computeRetrievability } from "#schedule.ts";

/**
 * A share of cards, 0..1: its expected value, and a band that contains the true share nine times in ten. `low <= mean
 * <= high`.
 */
export type Band = { readonly mean: number; readonly low: number; readonly high: number };

/**
 * The data from which an exam is forecast.
 *
 * - `pressed`: the number of times that the learner has pressed each button so far.
 * - `scored`: the number of reviews that their calibration has learned from.
 * - `misfit`: the result of `estimateMisfit`, by default that for a learner without reviews.
 * - `seconds`: the time that the learner takes for a review and for a new card.
 */
export type ExamAhead = Omit<StudyAhead, "cards" | "habits"> & {
  readonly cards: readonly (StudyAhead["cards"][number] & { readonly folderId: number })[];
  readonly pressed: Habits;
  readonly scored: number;
  readonly misfit?: number | undefined;
  readonly seconds: { readonly review: number; readonly newCard: number };
};

/**
 * The share that would be recalled at the beginning of a day, before anything is studied on it: a band if study goes
 * on, and the mean if nothing more is studied. On the first day the two are the same.
 *
 * @public
 */
export type CourseDay = Band & { readonly day: Day; readonly ifStopped: number };

/**
 * - `expected`: the share recalled on the exam day if study goes on: with the learner's attendance or, in the last two days,
 *   on each of them. `ifStopped`: the same if nothing more is studied.
 * - `course`: up to 46 days from today to the exam day, evenly spaced except for the first two. The last one equals
 *   `expected` and `ifStopped`.
 * - `plan`: one row for each day from today to the day before the exam. The numbers are means and need not be whole.
 * - `folders`: the expected share of each folder, in the order of their first cards.
 * - `weakest`: the 20 cards already rated that are least likely to be recalled on the exam day if nothing more is
 *   studied.
 */
export type ExamForecast = {
  readonly expected: Band;
  readonly ifStopped: Band;
  readonly course: readonly CourseDay[];
  readonly plan: readonly { day: Day; reviews: number; newCards: number; minutes: number }[];
  readonly folders: readonly { folderId: number; cards: number; expected: number }[];
  readonly weakest: readonly { id: number; recall: number }[];
};

// The uncertainty of a calibration's offset, as standard deviations: reviews reduce it, and each day on which a card is
// not reviewed adds to it, because weeks differ. Chosen so that the bands of ten to twenty simulated exams of each of eight
// learners hold 89 to 93 % of the truth; with .48 and .06 it was 84 to 89 %.
const OFFSET_SPREAD = { atFirst: 0.56, halvedAt: 300, perDay: 0.09 } as const;

// The centres of 16 equally likely parts of the standard normal distribution.
const UPPER_DEVIATIONS = [0.0784, 0.2372, 0.4023, 0.5791, 0.7764, 1.01, 1.318, 1.8627];
const DEVIATIONS = [...UPPER_DEVIATIONS.map((deviation) => -deviation).reverse(), ...UPPER_DEVIATIONS];

/** The point of the standard normal distribution above which 5 % of it lie. */
const BAND_END = 1.645;

/** If there are more cards than this, each takes part in only some of the futures. */
const CARDS_IN_A_FUTURE = 250;

/**
 * Until an exam that is at most this many days away, the learner is assumed to study every day. It is their decision, which
 * they are about to make, and a band over both outcomes would reach from nothing to everything.
 */
const DAYS_OF_CERTAIN_STUDY = 2;

/** More points could not be distinguished on a phone. */
const COURSE_DAYS = 45;

const SHARE_BOUNDS = { min: 1e-6, max: 1 - 1e-6 } as const; // so that logits are finite
const WEAKEST = 20;

/**
 * Computes the uncertainty of the offset `b` of a learner's calibration, as a standard deviation.
 *
 * @param scored The number of reviews that the calibration has learned from: more of them reduce the uncertainty.
 * @param days The number of days ahead, without a review of the card in between: more of them increase it.
 * @param misfit The result of `estimateMisfit`. Reviews do not reduce this part: the cards may be easier or harder than
 *   those reviewed so far.
 */
export function computeOffsetSpread(scored: number, days: number, misfit = DEFAULT_MISFIT): number {
  const { atFirst, halvedAt, perDay } = OFFSET_SPREAD;
  return Math.sqrt((atFirst ** 2 * halvedAt) / (halvedAt + scored) + misfit ** 2 + perDay ** 2 * days);
}

/**
 * Returns a function from days ahead to the calibration that lies a number of standard deviations from the learned one.
 * The learned one already predicts the mean of the answers; probabilities that vary around it would have a mean nearer
 * to one half, so all of them are first moved away from one half (MacKay's approximation of a logistic function's
 * mean).
 */
function createCalibrations(
  { calibration: { a, b } }: Pick<Learner, "calibration">,
  { scored, misfit }: Pick<ExamAhead, "scored" | "misfit">,
  deviation: number,
) {
  const known: { a: number; b: number }[] = [];
  const after = (days: number) => {
    const spread = computeOffsetSpread(scored, days, misfit);
    const away = Math.sqrt(1 + (Math.PI / 8) * spread ** 2);
    return { a: away * a, b: away * b + deviation * spread };
  };
  return (days: number): { a: number; b: number } => (known[days] ??= after(days));
}

/**
 * Forecasts the share of cards that are recalled, each on a day of its own, if nothing more is studied.
 *
 * @param cards A card that was never rated counts as not recalled.
 * @param scored The number of reviews that the learner's calibration has learned from.
 * @param misfit The result of `estimateMisfit`, by default that for a learner without reviews.
 */
export function forecastIfStopped(
  cards: readonly { readonly schedule: CardSchedule; readonly day: Day }[],
  today: Day,
  learner: Learner,
  scored: number,
  misfit?: number,
): Band {
  const known = cards.map(({ schedule, day }) => ({
    recall: computeRetrievability(schedule, day, learner.model),
    days: countDaysWithoutReview(schedule, day, today),
  }));
  const shareAt = (deviation: number): number => {
    const calibration = createCalibrations(learner, { scored, misfit }, deviation);
    return computeMean(
      known.map(({ recall, days }) => (recall === null ? 0 : calibrateRecall(calibration(days), recall))),
    );
  };
  return computeBand(DEVIATIONS.map(shareAt));
}

/**
 * Forecasts an exam from simulated futures that cover the uncertainty of the learner's calibration. Deterministic; takes
 * about a tenth of a second for 500 cards and 60 days.
 */
export function forecastExam(exam: ExamAhead): ExamForecast {
  const { cards, today, examDay, learner, scored, misfit } = exam;
  const ifStopped = forecastIfStopped(
    cards.map(({ schedule }) => ({ schedule, day: examDay })),
    today,
    learner,
    scored,
    misfit,
  );
  const days = listCourseDays(exam);
  const futures = simulateFutures(exam, days);
  const drawn = computeSeenBand(
    futures.map(({ recall }) => computeMean([...recall].filter((value) => !Number.isNaN(value)))),
  );
  const expected = raiseToStopped(drawn, ifStopped);
  return {
    expected,
    ifStopped,
    course: [...buildCourse(days, futures), { day: examDay, ...expected, ifStopped: ifStopped.mean }],
    plan: buildPlan(exam, futures),
    folders: forecastFolders(exam, futures),
    weakest: findWeakest(exam),
  };
}

/** Removes the chance by which studying may be worse than stopping in the simulated futures. */
function raiseToStopped(studying: Band, stopped: Band): Band {
  return {
    mean: Math.max(studying.mean, stopped.mean),
    low: Math.max(studying.low, stopped.low),
    high: Math.max(studying.high, stopped.high),
  };
}

/** Lists the days before the exam that the course shows: every day if the exam is near, evenly spaced ones otherwise. */
function listCourseDays({ today, examDay }: Pick<ExamAhead, "today" | "examDay">): Day[] {
  const step = Math.ceil((examDay - today) / COURSE_DAYS);
  const days: Day[] = [];
  for (let day = examDay - step; day > today; day -= step) days.unshift(day);
  return examDay > today ? [today, ...days] : [];
}

function buildCourse(days: readonly Day[], futures: readonly Shares[]): CourseDay[] {
  return days.map((day, i) => {
    const stopped = computeSeenBand(futures.map((future) => future.stopped[i] as number));
    const studying = computeSeenBand(futures.map((future) => future.studying[i] as number));
    return { day, ...raiseToStopped(studying, stopped), ifStopped: stopped.mean };
  });
}

/** Computes a band within the range of the shares: while some are 0, the logits are too far apart for a narrow band. */
function computeSeenBand(shares: readonly number[]): Band {
  const { mean, low, high } = computeBand(shares);
  return { mean, low: Math.max(low, Math.min(mean, ...shares)), high: Math.min(high, Math.max(mean, ...shares)) };
}

function simulateFutures(exam: ExamAhead, days: readonly Day[]): (Future & Shares)[] {
  const { cards, today, examDay, learner, pressed } = exam;
  const attendance = examDay - today <= DAYS_OF_CERTAIN_STUDY ? 1 : exam.attendance;
  const of = DEVIATIONS.length;
  const every = Math.min(of, Math.max(1, Math.ceil(cards.length / CARDS_IN_A_FUTURE)));
  const habits = estimateHabits(pressed);
  return DEVIATIONS.map((deviation, index) => {
    const options = { index, of, every, calibrationAfter: createCalibrations(learner, exam, deviation) };
    return simulateFutureShares({ ...exam, habits, attendance }, options, days);
  });
}

/** Computes a band from the shares at all deviations: from a line through their logits, and their scatter around it. */
function computeBand(shares: readonly number[]): Band {
  const logits = shares.map((share) => {
    const within = Math.min(SHARE_BOUNDS.max, Math.max(SHARE_BOUNDS.min, share));
    return Math.log(within / (1 - within));
  });
  const deviation = (k: number) => DEVIATIONS[k] as number;
  const centre = computeMean(logits);
  const slope =
    computeMean(logits.map((value, k) => value * deviation(k))) / computeMean(DEVIATIONS.map((value) => value ** 2));
  const scatter = computeMean(logits.map((value, k) => (value - centre - slope * deviation(k)) ** 2));
  const reach = BAND_END * Math.sqrt(slope ** 2 + scatter);
  const mean = computeMean(shares);
  const shareAt = (value: number) => 1 / (1 + Math.exp(-value));
  return { mean, low: Math.min(mean, shareAt(centre - reach)), high: Math.max(mean, shareAt(centre + reach)) };
}

function buildPlan({ today, examDay, seconds }: ExamAhead, futures: readonly Future[]): ExamForecast["plan"] {
  return Array.from({ length: Math.max(0, examDay - today) }, (_, i) => {
    const reviews = computeMean(futures.map((future) => future.reviews[i] as number));
    const newCards = computeMean(futures.map((future) => future.newCards[i] as number));
    return { day: today + i, reviews, newCards, minutes: (reviews * seconds.review + newCards * seconds.newCard) / 60 };
  });
}

function forecastFolders({ cards }: ExamAhead, futures: readonly Future[]): ExamForecast["folders"] {
  const places = groupBy(cards.keys(), (place) => (cards[place] as ExamAhead["cards"][number]).folderId);
  return Array.from(places, ([folderId, own]) => {
    const recalls = futures.flatMap(({ recall }) => own.map((place) => recall[place] as number));
    return { folderId, cards: own.length, expected: computeMean(recalls.filter((recall) => !Number.isNaN(recall))) };
  });
}

function findWeakest({ cards, examDay, learner }: ExamAhead): ExamForecast["weakest"] {
  return cards
    .flatMap(({ id, schedule }) => {
      const recall = computeRetrievability(schedule, examDay, learner.model);
      return recall === null ? [] : [{ id, recall: calibrateRecall(learner.calibration, recall) }];
    })
    .sort((one, other) => one.recall - other.recall || one.id - other.id)
    .slice(0, WEAKEST);
}

/** Returns 0 if there are no values. */
function computeMean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
