import { calibratedRecall } from "#calibration.ts";
import type { Day } from "#days.ts";
import { daysUnheard, type Future, type Habits, imagine, type StudyAhead } from "#futures.ts";
import type { Learner } from "#learner.ts";
import { USUAL_MISFIT } from "#misfit.ts";
import { type CardSchedule, retrievability } from "#schedule.ts";

/** A share of cards, 0..1: what is expected, and a band that holds the truth nine times in ten. `low <= mean <= high`. */
export type Band = { readonly mean: number; readonly low: number; readonly high: number };

/**
 * What is known when an exam is forecast.
 *
 * - `ahead`: how study goes on, but for the learner's habits.
 * - `pressed`: how often the learner has pressed what so far.
 * - `scored`: how many reviews their calibration has learned from.
 * - `misfit`: as from `misfitOf`, by default the usual one.
 * - `seconds`: how long they take for a review and for a new card.
 */
export type ExamAhead = Omit<StudyAhead, "cards" | "habits"> & {
  readonly cards: readonly (StudyAhead["cards"][number] & { readonly folderId: number })[];
  readonly pressed: Habits;
  readonly scored: number;
  readonly misfit?: number | undefined;
  readonly seconds: { readonly review: number; readonly newCard: number };
};

/**
 * - `expected`: the share recalled on the exam day if study goes on; `ifStopped`: if nothing more is done.
 * - `plan`: one row for each day from today to the day before the exam, as means: they need not be whole numbers.
 * - `folders`: what is expected in each folder, in the order of their first cards.
 * - `weakest`: the 20 cards, of those met, that are least likely to be recalled on the exam day if nothing more is done.
 */
export type ExamForecast = {
  readonly expected: Band;
  readonly ifStopped: Band;
  readonly plan: readonly { day: Day; reviews: number; newCards: number; minutes: number }[];
  readonly folders: readonly { folderId: number; cards: number; expected: number }[];
  readonly weakest: readonly { id: number; recall: number }[];
};

// How unsure the offset of a calibration is, as standard deviations: what reviews make smaller, and what each day adds on
// which a card is not reviewed, because weeks differ.
const OFFSET_SPREAD = { atFirst: 0.48, halvedAt: 300, perDay: 0.06 } as const;

// The middles of 16 equally likely parts of the standard normal distribution, and where its upper 5 % begin.
const UPPER_DEVIATIONS = [0.0784, 0.2372, 0.4023, 0.5791, 0.7764, 1.01, 1.318, 1.8627];
const DEVIATIONS = [...UPPER_DEVIATIONS.map((deviation) => -deviation).reverse(), ...UPPER_DEVIATIONS];
const BAND_END = 1.645;

/** So many cards take part in each future; of more, each card in some of the futures. */
const CARDS_IN_A_FUTURE = 250;

/** What people press, as if it had been seen of this learner, from before the first review. */
const HABITS_BEFORE: Habits = { first: [5, 1, 11, 3], recalled: [2, 16, 2] };

const SHARE_BOUNDS = { min: 1e-6, max: 1 - 1e-6 } as const; // keeps logits finite
const WEAKEST = 20;

/**
 * How unsure we are of the offset `b` of a learner's calibration, as a standard deviation.
 *
 * @param scored How many reviews the calibration has learned from: with more, the spread falls.
 * @param days How far ahead, without a review of the card in between: with more, it grows.
 * @param misfit As from `misfitOf`. It stays: the cards asked for may be easier or harder than those reviewed so far.
 */
export function offsetSpread(scored: number, days: number, misfit = USUAL_MISFIT): number {
  const { atFirst, halvedAt, perDay } = OFFSET_SPREAD;
  return Math.sqrt((atFirst ** 2 * halvedAt) / (halvedAt + scored) + misfit ** 2 + perDay ** 2 * days);
}

/**
 * The calibration that a learner turns out to have, so many standard deviations from the one that is known. The known one
 * has been learned from answers and foretells their mean already; chances that vary around it would have a mean nearer
 * to one half, so that all are moved away from it first (MacKay's approximation of a logistic function's mean).
 */
function calibrationAfter(
  { calibration: { a, b } }: Pick<Learner, "calibration">,
  { scored, misfit }: Pick<ExamAhead, "scored" | "misfit">,
  deviation: number,
) {
  return (days: number): { a: number; b: number } => {
    const spread = offsetSpread(scored, days, misfit);
    const away = Math.sqrt(1 + (Math.PI / 8) * spread ** 2);
    return { a: away * a, b: away * b + deviation * spread };
  };
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
 * What an exam will show, by futures that are imagined under what the learner's calibration leaves open. Deterministic;
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
  const futures = futuresOf(exam);
  const expected = bandOf(futures.map(({ recall }) => meanOf([...recall].filter((value) => !Number.isNaN(value)))));
  return {
    // To study is never worse, except by the luck of the draw.
    expected: {
      mean: Math.max(expected.mean, ifStopped.mean),
      low: Math.max(expected.low, ifStopped.low),
      high: Math.max(expected.high, ifStopped.high),
    },
    ifStopped,
    plan: planOf(exam, futures),
    folders: foldersOf(exam, futures),
    weakest: weakestOf(exam),
  };
}

function futuresOf(exam: ExamAhead): Future[] {
  const { cards, learner, pressed } = exam;
  const of = DEVIATIONS.length;
  const every = Math.min(of, Math.max(1, Math.ceil(cards.length / CARDS_IN_A_FUTURE)));
  const habits = {
    first: sums(HABITS_BEFORE.first, pressed.first),
    recalled: sums(HABITS_BEFORE.recalled, pressed.recalled),
  };
  return DEVIATIONS.map((deviation, index) => {
    const fate = { index, of, every, calibrationAfter: calibrationAfter(learner, exam, deviation) };
    return imagine({ ...exam, habits }, fate);
  });
}

function sums<Counts extends readonly number[]>(some: Counts, others: Counts): Counts {
  return some.map((count, i) => count + (others[i] as number)) as unknown as Counts;
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
