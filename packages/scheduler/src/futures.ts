import { type Calibration, calibrateRecall } from "#calibration.ts";
import type { Day } from "#days.ts";
import { computeEvenPart } from "#even-part.ts";
import { groupBy } from "#group-by.ts";
import { type Learner, meansRecalled } from "#learner.ts";
import { computeLossUntilTomorrow } from "#loss.ts";
import { drawLuck } from "#luck.ts";
import { DEFAULT_MODEL } from "#memory.ts";
import type { DayPlan } from "#plan.ts";
import type { Grade } from "#rating.ts";
import { type CardSchedule, computeRetrievability, rate } from "#schedule.ts";

/** The frequency with which a learner presses each button: any numbers in the right proportion. */
export type Habits = {
  /** First ratings that are Again, Hard, Good, Easy. */
  readonly first: readonly [number, number, number, number];
  /** Later answers that are Hard, Good, Easy; only of recalled cards. */
  readonly recalled: readonly [number, number, number];
  /** The share of the cards whose answers are certain, 0..1, as they are if they are typed; by default 0. */
  readonly certain?: number | undefined;
};

/** The frequencies of most people, which count as if each learner had pressed these buttons before the first review. */
const PRIOR_HABITS: Habits = { first: [5, 1, 11, 3], recalled: [2, 16, 2] };

/** Estimates a learner's habits from the number of times that they have pressed each button so far. */
export function estimateHabits(pressed: Habits): Habits {
  return {
    first: addCounts(PRIOR_HABITS.first, pressed.first),
    recalled: addCounts(PRIOR_HABITS.recalled, pressed.recalled),
    certain: pressed.certain,
  };
}

function addCounts<Counts extends readonly number[]>(some: Counts, others: Counts): Counts {
  return some.map((count, i) => count + (others[i] as number)) as unknown as Counts;
}

/** Before their first day, every learner is assumed to have studied on six days of a week. */
const PRIOR_DAYS = { studied: 6, pending: 7 } as const;

/**
 * Estimates the share of days with study, 0..1.
 *
 * @param days The number of recent days on which something was pending, and of those on which the learner studied. A day
 *   without pending cards says nothing.
 */
export function estimateAttendance({
  studied,
  pending,
}: {
  readonly studied: number;
  readonly pending: number;
}): number {
  return (studied + PRIOR_DAYS.studied) / (pending + PRIOR_DAYS.pending);
}

/**
 * The study that is expected until an exam.
 *
 * - `cards`: all cards of the exam, new ones in the order in which they are to be introduced. `id` is unique and whole.
 * - `today`, `examDay`: study goes on from today, with the cards that are still pending, to the day before the exam.
 * - `newCardsOn`: returns the number of new cards to introduce on a day, given the number left; it need not be whole.
 * - `attendance`: the share of days with study, 0..1. On these, everything pending is studied.
 * - `restsOn`: returns whether nothing is studied on a day whatever the attendance, as in a break; by default there are no such days.
 * - `plan`: the plan for `rate`, without the exam. Its load includes the cards of the exam.
 * - `limit`: the limit on the reviews of a day. The cards that lose most until tomorrow come first, and the rest wait; by default
 *   nothing waits.
 * - `examDayOf`: returns the exam day that the card at a place is scheduled for, or undefined for none; by default
 *   `examDay` for all cards.
 */
export type StudyAhead = {
  readonly cards: readonly { readonly id: number; readonly schedule: CardSchedule }[];
  readonly today: Day;
  readonly examDay: Day;
  readonly learner: Learner;
  readonly habits: Habits;
  readonly newCardsOn: (day: Day, unseen: number) => number;
  readonly attendance: number;
  readonly restsOn?: ((day: Day) => boolean) | undefined;
  readonly plan: DayPlan;
  readonly examDayOf?: (place: number) => Day | undefined;
  readonly limit?: ReviewLimit | undefined;
};

/**
 * A limit on the reviews of a day, which may be shared with cards that are not simulated.
 *
 * - `roomOn`: returns the most reviews on a day: 0 or more, Infinity if there is no limit.
 * - `spreadOn`: returns, for a day that has only an even part of what is due until a later day, that day; null for any other day. By
 *   default no day has only a part.
 * - `othersDueOn`: returns the number of other cards that fall due on a day; for today, of those that are due. By default there are
 *   none. That they come back after their review is left out.
 * - `comeFirstOn`: returns whether the cards come before the others on a day. Otherwise they get a part of the room in proportion
 *   to their number. By default they do.
 */
export type ReviewLimit = {
  readonly roomOn: (day: Day) => number;
  readonly spreadOn?: (day: Day) => Day | null;
  readonly othersDueOn?: (day: Day) => number;
  readonly comeFirstOn?: (day: Day) => boolean;
};

/**
 * The options that distinguish one of several futures.
 *
 * - `index`: 0 to `of - 1`. Over all futures each card has its fair share of good and bad luck.
 * - `calibrationAfter`: returns the learner's true calibration for a card, a number of days after today or after the
 *   card's last review, whichever is later.
 * - `every`: only cards whose place is `index` modulo `every` take part, and each represents that many.
 */
export type FutureOptions = {
  readonly index: number;
  readonly of: number;
  readonly every: number;
  readonly calibrationAfter: (days: number) => Pick<Calibration, "a" | "b">;
};

/**
 * The result of a simulation: the probability of recall on the exam day by the card's place (0 if it was never rated,
 * NaN if it takes no part); and the reviews, the new cards, and the due cards that wait beyond the share on each day from
 * today to the one before the exam.
 */
export type Future = Readonly<Record<"recall" | "reviews" | "newCards" | "waiting", Float64Array>>;

/** The share of a future's cards that would be recalled at the beginning of some days. */
export type Shares = { readonly studying: Float64Array; readonly stopped: Float64Array };

// Keys for kinds of luck, distinct from each other and from the days on which answers are given: whole numbers below -2 are those of
// pressing.
const ATTENDING = -1;
const PRESSING = -2;
const ASKING = 2 ** 30;

/**
 * Simulates one future: `rate` schedules the cards, and the learner answers by their true calibration and by luck.
 * Deterministic.
 *
 * @param onDay Called at the beginning of each day from today to the exam day, with the cards that take part.
 */
export function simulateFuture(
  ahead: StudyAhead,
  options: FutureOptions,
  onDay?: (day: Day, cards: Iterable<CardSchedule>) => void,
): Future {
  const { cards, today, examDay, attendance } = ahead;
  const days = Math.max(0, examDay - today);
  const future = {
    recall: new Float64Array(cards.length).fill(Number.NaN),
    reviews: new Float64Array(days),
    newCards: new Float64Array(days),
    waiting: new Float64Array(days),
  };
  const study = startStudy(ahead, options);
  for (let day = today; day < examDay; day++) {
    onDay?.(day, study.schedules.values());
    study.others += ahead.limit?.othersDueOn?.(day) ?? 0;
    if (!ahead.restsOn?.(day) && spreadLuck(drawLuck(ATTENDING, day), options) < attendance) {
      future.reviews[day - today] = options.every * reviewPending(study, day);
      future.waiting[day - today] = options.every * study.waiting;
      future.newCards[day - today] = options.every * introduceCards(study, day);
    } else {
      study.due[day + 1 - today]?.push(...takePending(study, day));
    }
  }
  onDay?.(examDay, study.schedules.values());
  for (const [place, schedule] of study.schedules) {
    future.recall[place] = predictRecallOn(schedule, examDay, ahead, options);
  }
  return future;
}

/**
 * Like {@link simulateFuture}, and also computes the share that would be recalled on some days, both with further study
 * and without.
 *
 * @param days Days from today to the exam day, in order; today is among them.
 */
export function simulateFutureShares(ahead: StudyAhead, options: FutureOptions, days: readonly Day[]): Future & Shares {
  const shares = { studying: new Float64Array(days.length), stopped: new Float64Array(days.length) };
  let schedulesToday: readonly CardSchedule[] = [];
  let next = 0;
  const future = simulateFuture(ahead, options, (day, cards) => {
    if (day === ahead.today) schedulesToday = [...cards];
    if (day !== days[next]) return;
    shares.studying[next] = computeShare(day === ahead.today ? schedulesToday : cards, day, ahead, options);
    shares.stopped[next] = computeShare(schedulesToday, day, ahead, options);
    next++;
  });
  return { ...future, ...shares };
}

/** Returns 0 if there are no cards. */
function computeShare(cards: Iterable<CardSchedule>, day: Day, ahead: StudyAhead, options: FutureOptions): number {
  let [count, sum] = [0, 0];
  for (const card of cards) {
    count++;
    sum += predictRecallOn(card, day, ahead, options);
  }
  return sum / Math.max(1, count);
}

function predictRecallOn(
  schedule: CardSchedule,
  day: Day,
  { today, learner }: StudyAhead,
  { calibrationAfter }: FutureOptions,
): number {
  const recall = computeRetrievability(schedule, day, learner.model);
  return recall === null ? 0 : calibrateRecall(calibrationAfter(countDaysWithoutReview(schedule, day, today)), recall);
}

/** Counts the days from today, or from the card's last review if that is later, to a day. */
export function countDaysWithoutReview(
  { lastReviewDay }: Pick<CardSchedule, "lastReviewDay">,
  day: Day,
  today: Day,
): number {
  return Math.max(0, day - Math.max(today, lastReviewDay ?? today));
}

/**
 * - `learner`: the learner with the calibration that `rate` has learned.
 * - `planOf`: returns the plan for the card at a place.
 * - `due`: places of cards by the day on which they are due, from today to the longest interval after the exam.
 * - `allowance`: the number of new cards that may be introduced, which need not be whole; `room` that of reviews.
 * - `waiting`: the number of cards that wait beyond the limit since the last day of study.
 * - `others`: the number of due cards that are not simulated, which need not be whole.
 */
type Study = {
  readonly ahead: StudyAhead;
  readonly options: FutureOptions;
  readonly schedules: Map<number, CardSchedule>;
  readonly unseen: number[];
  readonly due: readonly number[][];
  readonly planOf: (place: number) => DayPlan;
  learner: Learner;
  allowance: number;
  room: number;
  waiting: number;
  others: number;
};

function startStudy(ahead: StudyAhead, options: FutureOptions): Study {
  const { cards, today, examDay, learner } = ahead;
  // Days after the exam are counted too, because cards are distributed evenly over them.
  const countedDays = Math.max(0, examDay - today) + learner.settings.maximumInterval + 1;
  const due = Array.from({ length: countedDays }, (): number[] => []);
  const others = createOtherLoad(ahead);
  const load = (day: Day) => others(day) + options.every * (due[day - today]?.length ?? 0);
  const study: Study = {
    ahead,
    options,
    schedules: new Map(),
    unseen: [],
    due,
    planOf: createPlans(ahead, load),
    learner,
    allowance: 0,
    room: 0,
    waiting: 0,
    others: 0,
  };
  for (let place = options.index % options.every; place < cards.length; place += options.every) {
    placeCard(study, place, (cards[place] as StudyAhead["cards"][number]).schedule);
  }
  study.unseen.reverse();
  return study;
}

/** Creates one plan for each exam. */
function createPlans({ plan, examDay, examDayOf }: StudyAhead, load: (day: Day) => number): Study["planOf"] {
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

/** Returns a function that counts the cards that fall due on a day and do not belong to the exam. */
function createOtherLoad({ cards, plan }: StudyAhead): (day: Day) => number {
  const { load } = plan;
  if (load === undefined) return () => 0;
  const own = groupBy(cards, ({ schedule }) => schedule.dueDay);
  return (day) => Math.max(0, (load(day) ?? 0) - (own.get(day)?.length ?? 0));
}

function placeCard({ ahead: { today }, schedules, unseen, due }: Study, place: number, card: CardSchedule): void {
  schedules.set(place, card);
  if (card.dueDay === null) unseen.push(place);
  else due[Math.max(0, card.dueDay - today)]?.push(place);
}

function takePending({ due, ahead: { today } }: Study, day: Day): number[] {
  return due[day - today]?.splice(0) ?? [];
}

/** Removes the pending cards that a day has room for; the others wait until the next day. */
function takeWithinLimit(study: Study, day: Day): number[] {
  const { ahead, options, schedules, due } = study;
  const pending = takePending(study, day);
  if (ahead.limit === undefined) return pending;
  study.room += takeRoom(study, ahead.limit, day, options.every * pending.length) / options.every;
  const most = Math.floor(study.room);
  study.room -= most;
  study.waiting = pending.length - most;
  if (study.waiting === 0) return pending;
  const losses = new Map(
    pending.map((place) => {
      const loss = computeLossUntilTomorrow(schedules.get(place) as CardSchedule, day, DEFAULT_MODEL);
      return [place, loss];
    }),
  );
  const lossOf = (place: number) => losses.get(place) as number;
  pending.sort((one, other) => lossOf(other) - lossOf(one) || one - other);
  due[day + 1 - ahead.today]?.push(...pending.splice(most));
  return pending;
}

/** Returns how many of the pending cards a day has room for, which need not be whole, and lets the other cards take the rest. */
function takeRoom(study: Study, limit: ReviewLimit, day: Day, pending: number): number {
  const all = pending + study.others;
  const room = Math.min(limit.roomOn(day), findEvenPart(study, limit, day, all));
  const isFirst = limit.comeFirstOn?.(day) ?? true;
  const taken = Math.min(pending, isFirst || room >= all ? room : (room * pending) / all);
  study.others = Math.max(0, study.others - (room - taken));
  return taken;
}

/** Returns the even part that a day has of what is due, Infinity if it has all of it. */
function findEvenPart(
  { ahead: { today }, options, due }: Study,
  { spreadOn, othersDueOn }: ReviewLimit,
  day: Day,
  pending: number,
): number {
  const until = spreadOn?.(day) ?? null;
  if (until === null) return Number.POSITIVE_INFINITY;
  let all = pending;
  for (let later = day + 1; later <= until; later++) {
    all += options.every * (due[later - today]?.length ?? 0) + (othersDueOn?.(later) ?? 0);
  }
  return computeEvenPart(all, until - day + 1);
}

function reviewPending(study: Study, day: Day): number {
  const { ahead, options, schedules } = study;
  const pending = takeWithinLimit(study, day);
  for (const place of pending) {
    const isRecalled =
      drawCardLuck(study, place, day) < predictRecallOn(schedules.get(place) as CardSchedule, day, ahead, options);
    const press = pickPart(ahead.habits.recalled, drawCardLuck(study, place, PRESSING - day));
    answerCard(study, place, isRecalled ? press + 2 : 1, day);
  }
  return pending.length;
}

function introduceCards(study: Study, day: Day): number {
  const { ahead, options, unseen } = study;
  study.allowance += ahead.newCardsOn(day, options.every * unseen.length) / options.every;
  const introduced = Math.min(unseen.length, Math.floor(study.allowance));
  study.allowance -= Math.floor(study.allowance);
  for (let i = 0; i < introduced; i++) {
    const place = unseen.pop() as number;
    answerCard(study, place, pickPart(ahead.habits.first, drawCardLuck(study, place, day)) + 1, day);
  }
  return introduced;
}

/**
 * A learner who does not report forgotten cards is assumed never to do so: for them Again and Hard are the same button, unless
 * the card's answers are certain.
 */
function answerCard(study: Study, place: number, grade: number, day: Day): void {
  const { learner, habits } = study.ahead;
  const isCertain = drawCardLuck(study, place, ASKING) < (habits.certain ?? 0);
  const isReported = grade > 2 || isCertain || meansRecalled(learner);
  const card = study.schedules.get(place) as CardSchedule;
  const answer = { grade: isReported ? (grade as Grade) : null, isCertain };
  const outcome = rate(card, answer, day, study.learner, study.planOf(place));
  study.learner = { ...study.learner, calibration: outcome.calibration };
  placeCard(study, place, outcome.card);
}

function drawCardLuck({ ahead: { cards }, options }: Study, place: number, kind: number): number {
  return spreadLuck(drawLuck(cards[place]?.id ?? 0, kind), options);
}

/** Spreads luck evenly over the futures: an event of probability p happens in about that share of them. */
function spreadLuck(luck: number, { index, of }: FutureOptions): number {
  return (luck + index / of) % 1;
}

/** Returns the index of the part, of any sizes, that a luck from 0 to 1 falls into. */
export function pickPart(parts: readonly number[], luck: number): number {
  let left = luck * parts.reduce((sum, part) => sum + part, 0);
  const found = parts.findIndex((part) => {
    left -= part;
    return left < 0;
  });
  return found < 0 ? parts.length - 1 : found;
}
