import { calibratedRecall } from "#calibration.ts";
import type { Day } from "#days.ts";
import {
  daysUnheard,
  type Future,
  type Habits,
  habitsAfter,
  imagineDays,
  type Shares,
  type StudyAhead,
} from "#futures.ts";
import type { Learner } from "#learner.ts";
import { USUAL_MISFIT } from "#misfit.ts";
import { type CardSchedule, retrievability } from "#schedule.ts";

/**
 * A share of cards, 0..1: what is expected, and a band that contains the truth nine times in ten. `low <= mean <=
 * high`.
 */
export type Band = { readonly mean: number; readonly low: number; readonly high: number };

/**
 * What is known when an exam is forecast.
 *
 * - `ahead`: how study goes on, apart from the learner's habits.
 * - `pressed`: how often the learner has pressed each button so far.
 * - `scored`: how many reviews their calibration has learned from.
 * - `misfit`: as from `misfitOf`, by default the usual one.
 * - `seconds`: how long the learner takes for a review and for a new card.
 */
export type ExamAhead = Omit<StudyAhead, "cards" | "habits"> & {
  readonly cards: readonly (StudyAhead["cards"][number] & { readonly folderId: number })[];
  readonly pressed: Habits;
  readonly scored: number;
  readonly misfit?: number | undefined;
  readonly seconds: { readonly review: number; readonly newCard: number };
};

/**
 * What would be recalled at the beginning of a day, before anything is studied on it: a band if study goes on, and the
 * mean if nothing more is done. On the first day the two are the same.
 */
export type CourseDay = Band & { readonly day: Day; readonly ifStopped: number };

/**
 * - `expected`: the share recalled on the exam day if study goes on; `ifStopped`: if nothing more is done.
 * - `course`: up to 46 days from today to the exam day, evenly spaced except for the first two. The last one equals
 *   `expected` and `ifStopped`.
 * - `plan`: one row for each day from today to the day before the exam, as means: they need not be whole numbers.
 * - `folders`: what is expected in each folder, in the order of their first cards.
 * - `weakest`: of the cards already met, the 20 that are least likely to be recalled on the exam day if nothing more is
 *   done.
 */
export type ExamForecast = {
  readonly expected: Band;
  readonly ifStopped: Band;
  readonly course: readonly CourseDay[];
  readonly plan: readonly { day: Day; reviews: number; newCards: number; minutes: number }[];
  readonly folders: readonly { folderId: number; cards: number; expected: number }[];
  readonly weakest: readonly { id: number; recall: number }[];
};

// How uncertain the offset of a calibration is, as standard deviations: reviews reduce it, and each day on which a card
// is not reviewed adds to it, because weeks differ.
const OFFSET_SPREAD = { atFirst: 0.48, halvedAt: 300, perDay: 0.06 } as const;

// The middles of 16 equally likely parts of the standard normal distribution, and where its upper 5 % begin.
const UPPER_DEVIATIONS = [0.0784, 0.2372, 0.4023, 0.5791, 0.7764, 1.01, 1.318, 1.8627];
const DEVIATIONS = [...UPPER_DEVIATIONS.map((deviation) => -deviation).reverse(), ...UPPER_DEVIATIONS];
const BAND_END = 1.645;

/** This many cards take part in each future; if there are more, each card takes part in some of the futures. */
const CARDS_IN_A_FUTURE = 250;

/** More points could not be told apart on a phone. */
const COURSE_DAYS = 45;

const SHARE_BOUNDS = { min: 1e-6, max: 1 - 1e-6 } as const; // keeps logits finite
const WEAKEST = 20;

/**
 * How uncertain the offset `b` of a learner's calibration is, as a standard deviation.
 *
 * @param scored How many reviews the calibration has learned from: with more, the spread falls.
 * @param days How many days ahead, without a review of the card in between: with more, it grows.
 * @param misfit As from `misfitOf`. This part remains: the cards may be easier or harder than those reviewed so far.
 */
export function offsetSpread(scored: number, days: number, misfit = USUAL_MISFIT): number {
  const { atFirst, halvedAt, perDay } = OFFSET_SPREAD;
  return Math.sqrt((atFirst ** 2 * halvedAt) / (halvedAt + scored) + misfit ** 2 + perDay ** 2 * days);
}

/**
 * The calibration that a learner turns out to have, a number of standard deviations from the known one. The known one
 * was learned from answers and already predicts their mean; probabilities that vary around it would have a mean nearer
 * to one half, so all of them are first moved away from one half (MacKay's approximation of a logistic function's
 * mean).
 */
function calibrationAfter(
  { calibration: { a, b } }: Pick<Learner, "calibration">,
  { scored, misfit }: Pick<ExamAhead, "scored" | "misfit">,
  deviation: number,
) {
  const known: { a: number; b: number }[] = [];
  const after = (days: number) => {
    const spread = offsetSpread(scored, days, misfit);
    const away = Math.sqrt(1 + (Math.PI / 8) * spread ** 2);
    return { a: away * a, b: away * b + deviation * spread };
  };
  return (days: number): { a: number; b: number } => (known[days] ??= after(days));
}

/**
 * The share of cards that are recalled, each on a day of its own, if nothing more is studied.
 *
 * @param cards A card never rated counts as not recalled.
 * @param scored How many reviews the learner's calibration has learned from.
 * @param misfit As from `misfitOf`, by default the usual one.
 */
export function forecastIfStopped(
  cards: readonly { readonly schedule: CardSchedule; readonly day: Day }[],
  today: Day,
  learner: Learner,
  scored: number,
  misfit?: number,
): Band {
  const known = cards.map(({ schedule, day }) => ({
    recall: retrievability(schedule, day, learner.model),
    days: daysUnheard(schedule, day, today),
  }));
  const shareAt = (deviation: number): number => {
    const calibration = calibrationAfter(learner, { scored, misfit }, deviation);
    return meanOf(known.map(({ recall, days }) => (recall === null ? 0 : calibratedRecall(calibration(days), recall))));
  };
  return bandOf(DEVIATIONS.map(shareAt));
}

/**
 * How an exam will go, from simulated futures that cover the uncertainty of the learner's calibration. Deterministic;
 * takes about a tenth of a second for 500 cards and 60 days.
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
  const days = courseDays(exam);
  const futures = futuresOf(exam, days);
  const drawn = bandOf(futures.map(({ recall }) => meanOf([...recall].filter((value) => !Number.isNaN(value)))));
  const expected = neverWorse(drawn, ifStopped);
  return {
    expected,
    ifStopped,
    course: [...courseOf(days, futures), { day: examDay, ...expected, ifStopped: ifStopped.mean }],
    plan: planOf(exam, futures),
    folders: foldersOf(exam, futures),
    weakest: weakestOf(exam),
  };
}

/** Studying is never worse than stopping, except by chance. */
function neverWorse(studying: Band, stopped: Band): Band {
  return {
    mean: Math.max(studying.mean, stopped.mean),
    low: Math.max(studying.low, stopped.low),
    high: Math.max(studying.high, stopped.high),
  };
}

/** The days before the exam that the course shows: every day if the exam is near, evenly spaced ones otherwise. */
function courseDays({ today, examDay }: Pick<ExamAhead, "today" | "examDay">): Day[] {
  const step = Math.ceil((examDay - today) / COURSE_DAYS);
  const days: Day[] = [];
  for (let day = examDay - step; day > today; day -= step) days.unshift(day);
  return examDay > today ? [today, ...days] : [];
}

function courseOf(days: readonly Day[], futures: readonly Shares[]): CourseDay[] {
  return days.map((day, i) => {
    const stopped = seenBandOf(futures.map((future) => future.stopped[i] as number));
    const studying = seenBandOf(futures.map((future) => future.studying[i] as number));
    return { day, ...neverWorse(studying, stopped), ifStopped: stopped.mean };
  });
}

/** Stays within what the futures showed: shares of 0, as long as no card was met, would put the logits far apart. */
function seenBandOf(shares: readonly number[]): Band {
  const { mean, low, high } = bandOf(shares);
  return { mean, low: Math.max(low, Math.min(mean, ...shares)), high: Math.min(high, Math.max(mean, ...shares)) };
}

function futuresOf(exam: ExamAhead, days: readonly Day[]): (Future & Shares)[] {
  const { cards, learner, pressed } = exam;
  const of = DEVIATIONS.length;
  const every = Math.min(of, Math.max(1, Math.ceil(cards.length / CARDS_IN_A_FUTURE)));
  const habits = habitsAfter(pressed);
  return DEVIATIONS.map((deviation, index) => {
    const fate = { index, of, every, calibrationAfter: calibrationAfter(learner, exam, deviation) };
    return imagineDays({ ...exam, habits }, fate, days);
  });
}

/** A band from the shares at all the deviations: a line through their logits, and how they lie around it. */
function bandOf(shares: readonly number[]): Band {
  const logits = shares.map((share) => {
    const within = Math.min(SHARE_BOUNDS.max, Math.max(SHARE_BOUNDS.min, share));
    return Math.log(within / (1 - within));
  });
  const deviation = (k: number) => DEVIATIONS[k] as number;
  const centre = meanOf(logits);
  const slope = meanOf(logits.map((value, k) => value * deviation(k))) / meanOf(DEVIATIONS.map((value) => value ** 2));
  const scatter = meanOf(logits.map((value, k) => (value - centre - slope * deviation(k)) ** 2));
  const reach = BAND_END * Math.sqrt(slope ** 2 + scatter);
  const mean = meanOf(shares);
  const shareAt = (value: number) => 1 / (1 + Math.exp(-value));
  return { mean, low: Math.min(mean, shareAt(centre - reach)), high: Math.max(mean, shareAt(centre + reach)) };
}

function planOf({ today, examDay, seconds }: ExamAhead, futures: readonly Future[]): ExamForecast["plan"] {
  return Array.from({ length: Math.max(0, examDay - today) }, (_, i) => {
    const reviews = meanOf(futures.map((future) => future.reviews[i] as number));
    const newCards = meanOf(futures.map((future) => future.newCards[i] as number));
    return { day: today + i, reviews, newCards, minutes: (reviews * seconds.review + newCards * seconds.newCard) / 60 };
  });
}

function foldersOf({ cards }: ExamAhead, futures: readonly Future[]): ExamForecast["folders"] {
  const places = Map.groupBy(cards.keys(), (place) => (cards[place] as ExamAhead["cards"][number]).folderId);
  return Array.from(places, ([folderId, own]) => {
    const recalls = futures.flatMap(({ recall }) => own.map((place) => recall[place] as number));
    return { folderId, cards: own.length, expected: meanOf(recalls.filter((recall) => !Number.isNaN(recall))) };
  });
}

function weakestOf({ cards, examDay, learner }: ExamAhead): ExamForecast["weakest"] {
  return cards
    .flatMap(({ id, schedule }) => {
      const recall = retrievability(schedule, examDay, learner.model);
      return recall === null ? [] : [{ id, recall: calibratedRecall(learner.calibration, recall) }];
    })
    .sort((one, other) => one.recall - other.recall || one.id - other.id)
    .slice(0, WEAKEST);
}

/** 0 of nothing. */
function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
