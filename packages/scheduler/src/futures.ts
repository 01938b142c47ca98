import { type Calibration, calibratedRecall, saysForgotten } from "#calibration.ts";
import type { Day } from "#days.ts";
import type { Learner } from "#learner.ts";
import { luckOf } from "#luck.ts";
import type { DayPlan } from "#plan.ts";
import type { Grade } from "#rating.ts";
import { type CardSchedule, rateAs, retrievability } from "#schedule.ts";

/** How often a learner presses each button: any numbers in the right proportion. */
export type Habits = {
  /** First ratings that are Again, Hard, Good, Easy. */
  readonly first: readonly [number, number, number, number];
  /** Later answers, of those recalled, that are Hard, Good, Easy. */
  readonly recalled: readonly [number, number, number];
};

/** What people usually press, counted as if every learner had pressed these before the first review. */
const HABITS_BEFORE: Habits = { first: [5, 1, 11, 3], recalled: [2, 16, 2] };

/** What a learner who has pressed these so far is likely to press. */
export function habitsAfter(pressed: Habits): Habits {
  return {
    first: sums(HABITS_BEFORE.first, pressed.first),
    recalled: sums(HABITS_BEFORE.recalled, pressed.recalled),
  };
}

function sums<Counts extends readonly number[]>(some: Counts, others: Counts): Counts {
  return some.map((count, i) => count + (others[i] as number)) as unknown as Counts;
}

/**
 * How study goes on until an exam.
 *
 * - `cards`: all cards of the exam, new ones in the order in which they are to be met. `id` is unique and whole.
 * - `today`, `examDay`: study goes on from today, with what is still pending, to the day before the exam.
 * - `newCardsOn`: how many new cards are met on a day, given how many are left; need not be whole.
 * - `attendance`: the share of days with study, 0..1. On these, everything pending is studied.
 * - `plan`: as `rate` takes it, without the exam. Its load includes the cards of the exam.
 * - `examDayOf`: the exam day that a card is scheduled for, by its place, where it is not `examDay`; undefined for
 *   none.
 */
export type StudyAhead = {
  readonly cards: readonly { readonly id: number; readonly schedule: CardSchedule }[];
  readonly today: Day;
  readonly examDay: Day;
  readonly learner: Learner;
  readonly habits: Habits;
  readonly newCardsOn: (day: Day, unseen: number) => number;
  readonly attendance: number;
  readonly plan: DayPlan;
  readonly examDayOf?: (place: number) => Day | undefined;
};

/**
 * One of several futures.
 *
 * - `index`: 0 to `of - 1`. Over all futures each card has its fair share of good and bad luck.
 * - `calibrationAfter`: the calibration that the learner turns out to have for a card, a number of days after today or
 *   after the card's last review, whichever is later.
 * - `every`: only cards whose place is `index` modulo `every` take part, each standing for that many.
 */
export type Fate = {
  readonly index: number;
  readonly of: number;
  readonly every: number;
  readonly calibrationAfter: (days: number) => Pick<Calibration, "a" | "b">;
};

/**
 * What happens in a future: the probability of recall on the exam day by the card's place (0 if it was never met, NaN
 * if it takes no part), and reviews and new cards on each day from today to the one before the exam.
 */
export type Future = { readonly recall: Float64Array; readonly reviews: Float64Array; readonly newCards: Float64Array };

/** The share of the cards of a future that would be recalled at the beginning of each of some days. */
export type Shares = { readonly studying: Float64Array; readonly stopped: Float64Array };

// Keys for kinds of luck, distinct from each other and from the days on which answers are given.
const ATTENDING = -1;
const PRESSING = -2;

/**
 * Simulates one future: what the product would schedule, and how a learner with that fate would answer. Deterministic.
 *
 * @param onDay Called with the cards that take part, as they are at the beginning of each day from today to the exam
 *   day.
 */
export function imagine(
  ahead: StudyAhead,
  fate: Fate,
  onDay?: (day: Day, cards: Iterable<CardSchedule>) => void,
): Future {
  const { cards, today, examDay, attendance } = ahead;
  const days = Math.max(0, examDay - today);
  const future = {
    recall: new Float64Array(cards.length).fill(Number.NaN),
    reviews: new Float64Array(days),
    newCards: new Float64Array(days),
  };
  const study = beginStudy(ahead, fate);
  for (let day = today; day < examDay; day++) {
    onDay?.(day, study.schedules.values());
    if (evened(luckOf(ATTENDING, day), fate) < attendance) {
      future.reviews[day - today] = fate.every * reviewPending(study, day);
      future.newCards[day - today] = fate.every * meetNew(study, day);
    } else {
      study.due[day + 1 - today]?.push(...pendingOn(study, day));
    }
  }
  onDay?.(examDay, study.schedules.values());
  for (const [place, schedule] of study.schedules) {
    future.recall[place] = recallOn(schedule, examDay, ahead, fate);
  }
  return future;
}

/**
 * Like {@link imagine}, with the share that would be recalled on some days, both with further study and without.
 *
 * @param days In order, from today to the exam day, today included.
 */
export function imagineDays(ahead: StudyAhead, fate: Fate, days: readonly Day[]): Future & Shares {
  const shares = { studying: new Float64Array(days.length), stopped: new Float64Array(days.length) };
  let asToday: readonly CardSchedule[] = [];
  let next = 0;
  const future = imagine(ahead, fate, (day, cards) => {
    if (day === ahead.today) asToday = [...cards];
    if (day !== days[next]) return;
    shares.studying[next] = shareOf(day === ahead.today ? asToday : cards, day, ahead, fate);
    shares.stopped[next] = shareOf(asToday, day, ahead, fate);
    next++;
  });
  return { ...future, ...shares };
}

/** 0 of no cards. */
function shareOf(cards: Iterable<CardSchedule>, day: Day, ahead: StudyAhead, fate: Fate): number {
  let [count, sum] = [0, 0];
  for (const card of cards) {
    count++;
    sum += recallOn(card, day, ahead, fate);
  }
  return sum / Math.max(1, count);
}

function recallOn(
  schedule: CardSchedule,
  day: Day,
  { today, learner }: StudyAhead,
  { calibrationAfter }: Fate,
): number {
  const recall = retrievability(schedule, day, learner.model);
  return recall === null ? 0 : calibratedRecall(calibrationAfter(daysUnheard(schedule, day, today)), recall);
}

/** How many days from today on pass until a day without a review of the card. */
export function daysUnheard({ lastReviewDay }: Pick<CardSchedule, "lastReviewDay">, day: Day, today: Day): number {
  return Math.max(0, day - Math.max(today, lastReviewDay ?? today));
}

/**
 * - `learner`: as the product believes them to be.
 * - `planOf`: the plan for a card, by its place.
 * - `due`: places of cards by the day on which they are due, from today to the day before the exam.
 * - `allowance`: new cards that may be met, which need not be a whole number.
 */
type Study = {
  readonly ahead: StudyAhead;
  readonly fate: Fate;
  readonly schedules: Map<number, CardSchedule>;
  readonly unseen: number[];
  readonly due: readonly number[][];
  readonly planOf: (place: number) => DayPlan;
  learner: Learner;
  allowance: number;
};

function beginStudy(ahead: StudyAhead, fate: Fate): Study {
  const { cards, today, examDay, learner } = ahead;
  const due = Array.from({ length: Math.max(0, examDay - today) }, (): number[] => []);
  const others = loadOfOthers(ahead);
  const load = (day: Day) => others(day) + fate.every * (due[day - today]?.length ?? 0);
  const study: Study = {
    ahead,
    fate,
    schedules: new Map(),
    unseen: [],
    due,
    planOf: plansOf(ahead, load),
    learner,
    allowance: 0,
  };
  for (let place = fate.index % fate.every; place < cards.length; place += fate.every) {
    schedule(study, place, (cards[place] as StudyAhead["cards"][number]).schedule);
  }
  study.unseen.reverse();
  return study;
}

/** One plan for each exam. */
function plansOf({ plan, examDay, examDayOf }: StudyAhead, load: (day: Day) => number): Study["planOf"] {
  const usual = { ...plan, examDay, load };
  if (!examDayOf) return () => usual;
  const plans = new Map<Day | undefined, DayPlan>();
  return (place) => {
    const day = examDayOf(place);
    const known = plans.get(day) ?? { ...plan, examDay: day, load };
    plans.set(day, known);
    return known;
  };
}

/** What falls due besides the cards of the exam. */
function loadOfOthers({ cards, plan }: StudyAhead): (day: Day) => number {
  const { load } = plan;
  if (load === undefined) return () => 0;
  const own = Map.groupBy(cards, ({ schedule }) => schedule.dueDay);
  return (day) => Math.max(0, (load(day) ?? 0) - (own.get(day)?.length ?? 0));
}

function schedule({ ahead: { today }, schedules, unseen, due }: Study, place: number, card: CardSchedule): void {
  schedules.set(place, card);
  if (card.dueDay === null) unseen.push(place);
  else due[Math.max(0, card.dueDay - today)]?.push(place);
}

function pendingOn({ due, ahead: { today } }: Study, day: Day): number[] {
  return due[day - today]?.splice(0) ?? [];
}

function reviewPending(study: Study, day: Day): number {
  const { ahead, fate, schedules } = study;
  const pending = pendingOn(study, day);
  for (const place of pending) {
    const isRecalled = luckOfCard(study, place, day) < recallOn(schedules.get(place) as CardSchedule, day, ahead, fate);
    const press = pick(ahead.habits.recalled, luckOfCard(study, place, PRESSING - day));
    answer(study, place, isRecalled ? press + 2 : 1, day);
  }
  return pending.length;
}

function meetNew(study: Study, day: Day): number {
  const { ahead, fate, unseen } = study;
  study.allowance += ahead.newCardsOn(day, fate.every * unseen.length) / fate.every;
  const met = Math.min(unseen.length, Math.floor(study.allowance));
  study.allowance -= Math.floor(study.allowance);
  for (let i = 0; i < met; i++) {
    const place = unseen.pop() as number;
    answer(study, place, pick(ahead.habits.first, luckOfCard(study, place, day)) + 1, day);
  }
  return met;
}

/** A learner who has never reported failures is not assumed to start: the lower two grades are then the same press. */
function answer(study: Study, place: number, grade: number, day: Day): void {
  const isTold = grade > 2 || saysForgotten(study.ahead.learner.calibration);
  const card = study.schedules.get(place) as CardSchedule;
  const outcome = rateAs(card, isTold ? (grade as Grade) : null, day, study.learner, study.planOf(place));
  study.learner = { ...study.learner, calibration: outcome.calibration };
  schedule(study, place, outcome.card);
}

function luckOfCard({ ahead: { cards }, fate }: Study, place: number, kind: number): number {
  return evened(luckOf(cards[place]?.id ?? 0, kind), fate);
}

/** Spreads luck evenly over the futures: what has probability p happens in about that share of them. */
function evened(luck: number, { index, of }: Fate): number {
  return (luck + index / of) % 1;
}

/** Which of the parts, of any sizes, a luck from 0 to 1 falls into. */
function pick(parts: readonly number[], luck: number): number {
  let left = luck * parts.reduce((sum, part) => sum + part, 0);
  const found = parts.findIndex((part) => {
    left -= part;
    return left < 0;
  });
  return found < 0 ? parts.length - 1 : found;
}
