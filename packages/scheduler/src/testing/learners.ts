import type { Day } from "#days.ts";
import type { Learner } from "#learner.ts";
import { createModel, DEFAULT_WEIGHTS, type MemoryState, STABILITY_BOUNDS, type Weights } from "#memory.ts";
import type { Answer, Grade } from "#rating.ts";
import { type CardSchedule, NEW_CARD, rate } from "#schedule.ts";
import { BUTTON_LEARNER } from "#testing/button-learner.ts";
import { createRandom } from "#testing/simulated-log.ts";

const change = (changes: Readonly<Record<number, number>>): Weights =>
  DEFAULT_WEIGHTS.map((weight, i) => weight + (changes[i] ?? 0));
const scaleFirst = (factor: number): Weights => DEFAULT_WEIGHTS.map((weight, i) => (i < 4 ? weight * factor : weight));

/** Kinds of memory, around those that the product expects of a new learner. `w8` is the growth, `w20` the decay. */
export const MEMORIES = {
  expected: DEFAULT_WEIGHTS,
  "weak first": scaleFirst(0.4),
  "strong first": scaleFirst(2.5),
  "slow growth": change({ 8: -0.4 }),
  "fast growth": change({ 8: 0.4 }),
  "steep decay": change({ 20: 0.15 }),
} as const satisfies Record<string, Weights>;

/**
 * Chooses the button that a learner presses.
 *
 * @param felt 1 for a card that was not recalled; otherwise how hard it was, 2 to 4.
 */
export type Press = (felt: Grade, random: () => number) => Answer;

const CORRECT = "correct" as const;
const DIFFICULTIES = { 2: "hard", 3: "medium", 4: "easy" } as const;

const pressHonestly: Press = (felt) =>
  felt === 1
    ? { difficulty: "hard", answerResult: "incorrect" }
    : { difficulty: DIFFICULTIES[felt], answerResult: CORRECT };

const pressThreeButtons: Press = (felt) => ({
  difficulty: felt === 1 ? "hard" : DIFFICULTIES[felt],
  answerResult: CORRECT,
});

/** Makes three in ten of the cards that were recalled feel hard. */
const oftenDificil =
  (press: Press): Press =>
  (felt, random) =>
    press(felt > 1 && random() < 0.3 ? 2 : felt, random);

/** Learners by what they press. Only the honest ones use "No la recordé". */
export const PRESSES = {
  honest: pressHonestly,
  "honest, often Difícil": oftenDificil(pressHonestly),
  "three buttons": pressThreeButtons,
  "three buttons, often Difícil": oftenDificil(pressThreeButtons),
  "three buttons, Difícil for failures alone": (felt, random) => pressThreeButtons(felt === 2 ? 3 : felt, random),
  "never admits a failure": () => ({ difficulty: "medium", answerResult: CORRECT }),
} as const satisfies Record<string, Press>;

/** One card: the learner's true memory of it, which the product does not see, and its schedule. Both null or new at first. */
export type StudiedCard = { memory: MemoryState | null; schedule: CardSchedule };

/**
 * The person and the course of a simulation. Days count from 0, the first one.
 *
 * - `attends`: returns whether the learner studies on a day; everything that is due is studied then.
 * - `cards`: the cards, in the order in which they are introduced; some may have been studied before (`lastReviewDay` is then
 *   negative).
 * - `learner`: the product's knowledge of the learner at the start.
 * - `examDay`: nothing is studied on it.
 */
export type Course = {
  readonly weights: Weights;
  readonly press: Press;
  readonly attends?: (day: Day, random: () => number) => boolean;
  readonly cards: readonly StudiedCard[];
  readonly newPerDay: number;
  readonly days: number;
  readonly learner?: Learner;
  readonly examDay?: Day;
  readonly seed: number;
};

/**
 * The result of a simulation.
 *
 * - `recall`: the mean true probability of recall of all cards seen so far, on the day after the last one.
 * - `success`: the share of reviews in which the card was recalled.
 * - `answers`: the number of answers on each day, first ratings included.
 */
export type CourseResult = {
  readonly recall: number;
  readonly success: number;
  readonly minutes: number;
  readonly answers: readonly number[];
  readonly learner: Learner;
  readonly cards: readonly StudiedCard[];
};

export const createNewCards = (count: number): StudiedCard[] =>
  Array.from({ length: count }, () => ({ memory: null, schedule: NEW_CARD }));

const SECONDS = { recalled: 8, forgotten: 12 } as const;
/** Standard deviations of the logarithm of a true stability: between cards at first, and from review to review. */
const NOISE = { first: 0.5, review: 0.15 } as const;

/** Simulates a learner whom the product schedules. Deterministic. */
export function simulateCourse(course: Course): CourseResult {
  const { weights, press, attends = () => true, newPerDay, days, examDay, seed } = course;
  const truth = createModel(weights);
  const random = createRandom(seed * 7919 + 13);
  const cards = course.cards.map((card) => ({ ...card }));
  const due = new Map<Day, number>();
  const move = (day: Day | null, by: number) => day !== null && due.set(day, (due.get(day) ?? 0) + by);
  for (const { schedule } of cards) move(schedule.dueDay, 1);
  const plan = { load: (day: Day) => due.get(day) ?? 0, examDay };
  const answers = new Array<number>(days).fill(0);
  let learner = course.learner ?? BUTTON_LEARNER;
  let [seconds, reviews, recalled] = [0, 0, 0];

  const answer = (card: StudiedCard, day: Day, felt: Grade, memory: MemoryState, noise: number) => {
    card.memory = { ...memory, stability: disturb(memory.stability, noise * drawNormal(random)) };
    move(card.schedule.dueDay, -1);
    const outcome = rate(card.schedule, press(felt, random), day, learner, plan);
    card.schedule = outcome.card;
    learner = { ...learner, calibration: outcome.calibration };
    move(card.schedule.dueDay, 1);
    answers[day] = (answers[day] as number) + 1;
    seconds += felt === 1 ? SECONDS.forgotten : SECONDS.recalled;
  };
  const review = (card: StudiedCard, day: Day, memory: MemoryState) => {
    const elapsed = day - Number(card.schedule.lastReviewDay);
    const recall = truth.recallAfter(memory, elapsed);
    const isRecalled = random() < recall;
    const felt = isRecalled ? drawFelt(random(), [0.06, 0.8]) : 1;
    reviews++;
    if (isRecalled) recalled++;
    answer(card, day, felt, truth.nextMemory(memory, elapsed, felt, recall), NOISE.review);
  };

  for (let day = 0; day < days; day++) {
    if (!attends(day, random)) continue;
    for (const card of cards) if (card.memory && Number(card.schedule.dueDay) <= day) review(card, day, card.memory);
    const unseen = cards.filter(({ memory }) => memory === null);
    for (const card of unseen.slice(0, newPerDay)) {
      const felt = random() < 0.25 ? 1 : drawFelt(random(), [0.06, 0.74]);
      answer(card, day, felt, truth.firstMemory(felt), NOISE.first);
    }
  }
  const seen = cards.flatMap(({ memory, schedule }) =>
    memory ? [truth.recallAfter(memory, days - Number(schedule.lastReviewDay))] : [],
  );
  const recall = seen.reduce((sum, share) => sum + share, 0) / Math.max(1, seen.length);
  return { recall, success: recalled / Math.max(1, reviews), minutes: seconds / 60, answers, learner, cards };
}

/** @param shares The shares of recalled cards that feel hard and medium; the others feel easy. */
function drawFelt(luck: number, [hard, medium]: readonly [number, number]): Grade {
  if (luck < hard) return 2;
  return luck < hard + medium ? 3 : 4;
}

function disturb(stability: number, by: number): number {
  return Math.min(STABILITY_BOUNDS.max, Math.max(0.01, stability * Math.exp(by)));
}

function drawNormal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());
}
