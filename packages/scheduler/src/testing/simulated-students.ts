import type { Day } from "#days.ts";
import { type Habits, pickPart } from "#futures.ts";
import type { Learner } from "#learner.ts";
import { createModel, DEFAULT_WEIGHTS, type MemoryState, STABILITY_BOUNDS, type Weights } from "#memory.ts";
import type { DayPlan } from "#plan.ts";
import type { Grade } from "#rating.ts";
import { type CardSchedule, NEW_CARD, rate } from "#schedule.ts";
import { BUTTON_LEARNER } from "#testing/button-learner.ts";
import { createRandom } from "#testing/simulated-log.ts";

/**
 * The truth about a student, which the product does not know.
 *
 * - `first`: the shares of first ratings that are Again, Hard, Good, Easy; `recalled` those of later Hard, Good, Easy.
 */
export type StudentTruth = {
  readonly weights: Weights;
  readonly first: readonly number[];
  readonly recalled: readonly number[];
};

const changeWeights = (change: (weight: number, index: number) => number): Weights => DEFAULT_WEIGHTS.map(change);
const scaleFirst = (factor: number) => changeWeights((weight, i) => (i < 4 ? weight * factor : weight));
const USUAL = { first: [0.25, 0.05, 0.55, 0.15], recalled: [0.1, 0.8, 0.1] };

/** Students whose memories and habits differ about as much as those of the learners of real logs. */
export const STUDENTS: Readonly<Record<string, StudentTruth>> = {
  average: { weights: DEFAULT_WEIGHTS, ...USUAL },
  "forgets new cards fast": { weights: scaleFirst(0.5), ...USUAL, first: [0.45, 0.05, 0.45, 0.05] },
  "knows much already": { weights: scaleFirst(4), ...USUAL, first: [0.02, 0.03, 0.5, 0.45] },
  "gains little from each review": {
    weights: changeWeights((weight, i) => (i === 8 ? weight - 0.5 : weight)),
    ...USUAL,
  },
  "presses Medio only": { weights: DEFAULT_WEIGHTS, first: [0.4, 0, 0.6, 0], recalled: [0, 1, 0] },
};

/** Standard deviations of the logarithms of a card's first stability, and of its stability after each review. */
const SPREAD = { first: 0.5, step: 0.15 } as const;

type StudiedCard = { readonly id: number; memory: MemoryState; reviewDay: Day; schedule: CardSchedule };

/**
 * A student in the middle of their studies: `learner` and `pressed` are what the product knows, `cards` what they have
 * studied so far.
 */
export type Student = { learner: Learner; readonly pressed: Habits; readonly cards: StudiedCard[] };

/**
 * - `choose`: returns the cards to review among those that are due; by default all of them.
 * - `newCards`: the number of new cards to introduce; by default none.
 * - `examDay`: the same as in {@link DayPlan}.
 */
export type StudyDay = { choose?: (due: StudiedCard[]) => readonly StudiedCard[]; newCards?: number } & Pick<
  DayPlan,
  "examDay"
>;

/** Creates a student, and a function that lets them study on a day and returns the number of their reviews. */
export function createStudent(truth: StudentTruth, seed: number) {
  const model = createModel(truth.weights);
  const random = createRandom(seed);
  const [first, recalled] = [
    [0, 0, 0, 0],
    [0, 0, 0],
  ] as [number[], number[]];
  const student = { learner: BUTTON_LEARNER, pressed: { first, recalled }, cards: [] } as unknown as Student;
  const load = createLoad(student.cards);

  const pick = (shares: readonly number[]): number => pickPart(shares, random());
  const blur = (memory: MemoryState, spread: number): MemoryState => {
    const normal = Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());
    const stability = memory.stability * Math.exp(spread * normal);
    return { ...memory, stability: Math.min(STABILITY_BOUNDS.max, Math.max(STABILITY_BOUNDS.min, stability)) };
  };
  const answer = (card: StudiedCard, grade: number, today: Day, examDay: Day | undefined) => {
    const outcome = rate(card.schedule, grade as Grade, today, student.learner, { load, examDay });
    student.learner = { ...student.learner, calibration: outcome.calibration };
    card.schedule = outcome.card;
    card.reviewDay = today;
  };

  const review = (card: StudiedCard, today: Day, examDay: Day | undefined): void => {
    const elapsed = today - card.reviewDay;
    const recall = model.recallAfter(card.memory, elapsed);
    const grade = random() < recall ? 2 + pick(truth.recalled) : 1;
    if (grade > 1) recalled[grade - 2] = (recalled[grade - 2] as number) + 1;
    card.memory = blur(model.nextMemory(card.memory, elapsed, grade as Grade, recall), SPREAD.step);
    answer(card, grade, today, examDay);
  };
  const introduce = (today: Day, examDay: Day | undefined): void => {
    const grade = 1 + pick(truth.first);
    first[grade - 1] = (first[grade - 1] as number) + 1;
    const memory = blur(model.firstMemory(grade as Grade), SPREAD.first);
    const card = { id: student.cards.length, memory, reviewDay: today, schedule: NEW_CARD };
    student.cards.push(card);
    answer(card, grade, today, examDay);
  };

  const study = (today: Day, { choose = (due) => due, newCards = 0, examDay }: StudyDay = {}): number => {
    const reviewed = choose(findDue(student, today));
    for (const card of reviewed) review(card, today, examDay);
    for (let k = 0; k < newCards; k++) introduce(today, examDay);
    return reviewed.length;
  };
  return { student, study };
}

export function findDue({ cards }: Student, today: Day): StudiedCard[] {
  return cards.filter(({ schedule }) => Number(schedule.dueDay) <= today);
}

/** Returns a function that counts the cards due on a day. Counting all cards each time is fast enough for a test. */
function createLoad(cards: readonly StudiedCard[]): (day: Day) => number {
  return (day) => cards.reduce((sum, { schedule }) => sum + (schedule.dueDay === day ? 1 : 0), 0);
}
