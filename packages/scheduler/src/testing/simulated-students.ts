import type { Day } from "#days.ts";
import { type Habits, pickPart } from "#futures.ts";
import type { Learner } from "#learner.ts";
import { createModel, DEFAULT_WEIGHTS, type MemoryState, STABILITY_BOUNDS, type Weights } from "#memory.ts";
import type { DayPlan } from "#plan.ts";
import type { Answer, Grade } from "#rating.ts";
import { type CardSchedule, NEW_CARD, predictRecall, rate } from "#schedule.ts";
import { BUTTON_LEARNER } from "#testing/button-learner.ts";
import { createRandom } from "#testing/simulated-log.ts";

/**
 * Chooses the answer that a student gives.
 *
 * @param felt 1 for a card that was not recalled; otherwise how hard it was, 2 to 4.
 * @param cardId The number of the card, from 0.
 */
export type Press = (felt: Grade, random: () => number, cardId: number) => Grade | Answer;

/**
 * The truth about a student, which the product does not know.
 *
 * - `first`: the shares of new cards that feel like Again, Hard, Good and Easy; `recalled` those of later Hard, Good, Easy.
 * - `press`: by default the grade that was felt.
 */
export type StudentTruth = {
  readonly weights: Weights;
  readonly first: readonly number[];
  readonly recalled: readonly number[];
  readonly press?: Press;
};

const changeWeights = (changes: Readonly<Record<number, number>>): Weights =>
  DEFAULT_WEIGHTS.map((weight, i) => weight + (changes[i] ?? 0));
const scaleFirst = (factor: number): Weights => DEFAULT_WEIGHTS.map((weight, i) => (i < 4 ? weight * factor : weight));
const USUAL = { first: [0.25, 0.05, 0.55, 0.15], recalled: [0.1, 0.8, 0.1] };

/** Students whose memories and habits differ about as much as those of the learners of real logs. */
export const STUDENTS: Readonly<Record<string, StudentTruth>> = {
  average: { weights: DEFAULT_WEIGHTS, ...USUAL },
  "forgets new cards fast": { weights: scaleFirst(0.5), ...USUAL, first: [0.45, 0.05, 0.45, 0.05] },
  "knows much already": { weights: scaleFirst(4), ...USUAL, first: [0.02, 0.03, 0.5, 0.45] },
  "gains little from each review": { weights: changeWeights({ 8: -0.5 }), ...USUAL },
  "presses Medio only": { weights: DEFAULT_WEIGHTS, first: [0.4, 0, 0.6, 0], recalled: [0, 1, 0] },
};

/** Kinds of memory, around those that the product expects of a new learner: weight 8 is the growth, 20 the decay. */
export const MEMORIES = {
  expected: DEFAULT_WEIGHTS,
  "weak first": scaleFirst(0.4),
  "strong first": scaleFirst(2.5),
  "slow growth": changeWeights({ 8: -0.4 }),
  "fast growth": changeWeights({ 8: 0.4 }),
  "steep decay": changeWeights({ 20: 0.15 }),
} as const satisfies Record<string, Weights>;

const CORRECT = "correct" as const;
const DIFFICULTIES = { 2: "hard", 3: "medium", 4: "easy" } as const;

const gradeHonestly = (felt: Grade): Answer =>
  felt === 1
    ? { difficulty: "hard", answerResult: "incorrect" }
    : { difficulty: DIFFICULTIES[felt], answerResult: CORRECT };

const pressHonestly: Press = (felt) => gradeHonestly(felt);

const pressThreeButtons: Press = (felt) => ({
  difficulty: felt === 1 ? "hard" : DIFFICULTIES[felt],
  answerResult: CORRECT,
});

/** Makes three in ten of the cards that were recalled feel hard. */
const oftenDificil =
  (press: Press): Press =>
  (felt, random, cardId) =>
    press(felt > 1 && random() < 0.3 ? 2 : felt, random, cardId);

/** One in ten typed answers has a slip. */
const SLIPS = 0.1;

/** Takes the rating that the verdict on a typed answer preselects: the recall bit is known, how hard it was is not. */
const typeAnswers: Press = (felt, random) => ({
  ...gradeHonestly(felt === 1 ? 1 : random() < SLIPS ? 2 : 3),
  isCertain: true,
});

/** Types some answers, and turns the other cards over. */
const typeSome =
  (isTyped: (cardId: number, random: () => number) => boolean, press: Press): Press =>
  (felt, random, cardId) =>
    (isTyped(cardId, random) ? typeAnswers : press)(felt, random, cardId);

/** Students by what they press. Only the honest ones and those who type use "No la recordé". */
export const PRESSES = {
  "types the answers": typeAnswers,
  honest: pressHonestly,
  "honest, often Difícil": oftenDificil(pressHonestly),
  "three buttons": pressThreeButtons,
  "three buttons, often Difícil": oftenDificil(pressThreeButtons),
  "three buttons, Difícil for failures alone": (felt, random, cardId) =>
    pressThreeButtons(felt === 2 ? 3 : felt, random, cardId),
  "types half the cards, three buttons": typeSome((cardId) => cardId % 2 === 0, pressThreeButtons),
  "one answer in 40": typeSome((_cardId, random) => random() < 1 / 40, pressThreeButtons),
  "never admits a failure": () => ({ difficulty: "medium", answerResult: CORRECT }),
} as const satisfies Record<string, Press>;

/** Standard deviations of the logarithms of a card's first stability, and of its stability after each review. */
const SPREAD = { first: 0.5, step: 0.15 } as const;

/** `lastSeen`: the last day on which the student has tried to recall it. */
export type StudiedCard = { readonly id: number; memory: MemoryState; lastSeen: Day; schedule: CardSchedule };

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

/** The number of cards that were answered on a day, new ones included, and of those that were not recalled. */
export type DayResult = { readonly reviews: number; readonly answers: number; readonly forgotten: number };

/**
 * Creates a student, and a function that lets them study on a day.
 *
 * @param past What they have studied so far, and what the product has learned from it; by default nothing.
 */
export function createStudent(
  { weights, first, recalled, press = (felt) => felt }: StudentTruth,
  seed: number,
  past: Pick<Student, "learner" | "cards"> = { learner: BUTTON_LEARNER, cards: [] },
) {
  const model = createModel(weights);
  const random = createRandom(seed);
  const pressed = { first: [0, 0, 0, 0], recalled: [0, 0, 0] };
  const student = { ...past, pressed } as unknown as Student;
  const due = new Map<Day | null, number>();
  const move = (day: Day | null, by: number) => due.set(day, (due.get(day) ?? 0) + by);
  for (const { schedule } of student.cards) move(schedule.dueDay, 1);
  const load = (day: Day) => due.get(day) ?? 0;

  const blur = (memory: MemoryState, spread: number): MemoryState => {
    const normal = Math.sqrt(-2 * Math.log(random() + 1e-12)) * Math.cos(2 * Math.PI * random());
    const stability = memory.stability * Math.exp(spread * normal);
    return { ...memory, stability: Math.min(STABILITY_BOUNDS.max, Math.max(STABILITY_BOUNDS.min, stability)) };
  };
  const answer = (card: StudiedCard, given: Grade | Answer, today: Day, examDay: Day | undefined) => {
    move(card.schedule.dueDay, -1);
    const outcome = rate(card.schedule, given, today, student.learner, { load, examDay });
    student.learner = { ...student.learner, calibration: outcome.calibration };
    card.schedule = outcome.card;
    move(card.schedule.dueDay, 1);
  };

  /** Tries to recall a card, which changes its true memory. */
  const recallCard = (card: StudiedCard, today: Day): Grade => {
    const elapsed = today - card.lastSeen;
    const recall = model.recallAfter(card.memory, elapsed);
    const felt = (random() < recall ? 2 + pickPart(recalled, random()) : 1) as Grade;
    card.memory = blur(model.nextMemory(card.memory, elapsed, felt, recall), SPREAD.step);
    card.lastSeen = today;
    return felt;
  };
  /** Returns whether the card was recalled. */
  const review = (card: StudiedCard, today: Day, examDay: Day | undefined): boolean => {
    const felt = recallCard(card, today);
    if (felt > 1) pressed.recalled[felt - 2] = (pressed.recalled[felt - 2] as number) + 1;
    answer(card, press(felt, random, card.id), today, examDay);
    return felt > 1;
  };
  /**
   * Tests a sample of the cards. As in the product, a right answer changes nothing if the card is not due. Returns whether the
   * cards were recalled.
   */
  const takeTest = (today: Day, size: number): boolean[] => {
    const left = [...student.cards];
    const asked = Array.from({ length: Math.min(size, left.length) }, () =>
      left.splice(Math.floor(random() * left.length), 1),
    );
    return asked.flat().map((card) => {
      const felt = recallCard(card, today);
      const isDue = Number(card.schedule.dueDay) <= today;
      if (isDue || felt === 1) answer(card, typeAnswers(felt, random, card.id), today, undefined);
      return felt > 1;
    });
  };
  const introduce = (today: Day, examDay: Day | undefined): boolean => {
    const felt = (1 + pickPart(first, random())) as Grade;
    pressed.first[felt - 1] = (pressed.first[felt - 1] as number) + 1;
    const memory = blur(model.firstMemory(felt), SPREAD.first);
    const card = { id: student.cards.length, memory, lastSeen: today, schedule: NEW_CARD };
    student.cards.push(card);
    answer(card, press(felt, random, card.id), today, examDay);
    return felt > 1;
  };

  const study = (today: Day, { choose = (due) => due, newCards = 0, examDay }: StudyDay = {}): DayResult => {
    const results = choose(findDue(student, today)).map((card) => review(card, today, examDay));
    const reviews = results.length;
    for (let k = 0; k < newCards; k++) results.push(introduce(today, examDay));
    return { reviews, answers: results.length, forgotten: results.filter((isRecalled) => !isRecalled).length };
  };
  /** Computes the true probability of recall of a card. */
  const computeRecall = ({ memory, lastSeen }: StudiedCard, day: Day) => model.recallAfter(memory, day - lastSeen);
  return { student, study, takeTest, computeRecall };
}

export function findDue({ cards }: Student, today: Day): StudiedCard[] {
  return cards.filter(({ schedule }) => Number(schedule.dueDay) <= today);
}

/**
 * The course of a simulation. Days count from 0, the first one.
 *
 * - `attends`: returns whether the student studies on a day; everything that is due is studied then.
 * - `cards`: the number of cards, of which `newPerDay` are introduced on each day of study.
 * - `test`: a test of `size` cards on every `every`th day, before anything is studied; by default none.
 */
export type Course = {
  readonly weights: Weights;
  readonly press: Press;
  readonly attends?: (day: Day, random: () => number) => boolean;
  readonly cards: number;
  readonly newPerDay: number;
  readonly days: number;
  readonly seed: number;
  readonly test?: { readonly every: number; readonly size: number } | undefined;
};

/**
 * The result of a course.
 *
 * - `recall`: the mean true probability of recall of all cards seen so far, on the day after the last one.
 * - `loss`: by how much the mean log loss of the recall that the product predicts for these cards on that day exceeds that of the
 *   truth, in expectation over whether they are recalled.
 * - `answers`: the number of answers on each day, first ratings included.
 */
export type CourseResult = {
  readonly recall: number;
  readonly loss: number;
  readonly minutes: number;
  readonly answers: readonly number[];
  readonly learner: Learner;
};

const SECONDS = { recalled: 8, forgotten: 12 } as const;

/** Six in a hundred recalled cards feel hard, as in most real logs. */
export const FELT = { first: [0.25, 0.045, 0.555, 0.15], recalled: [0.06, 0.8, 0.14] };

/** Simulates a student whom the product schedules. Deterministic. */
export function simulateCourse({ attends = () => true, newPerDay, days, seed, test, ...course }: Course): CourseResult {
  const { student, study, takeTest, computeRecall } = createStudent({ ...FELT, ...course }, seed);
  const random = createRandom(seed + 1000);
  const answers = new Array<number>(days).fill(0);
  let seconds = 0;
  const addAnswers = (day: Day, recalled: number, forgotten: number) => {
    answers[day] = (answers[day] as number) + recalled + forgotten;
    seconds += SECONDS.recalled * recalled + SECONDS.forgotten * forgotten;
  };
  for (let day = 0; day < days; day++) {
    if (!attends(day, random)) continue;
    if (test && day % test.every === test.every - 1) {
      const tested = takeTest(day, test.size);
      const right = tested.filter((isRecalled) => isRecalled).length;
      addAnswers(day, right, tested.length - right);
    }
    const done = study(day, { newCards: Math.min(newPerDay, course.cards - student.cards.length) });
    addAnswers(day, done.answers - done.forgotten, done.forgotten);
  }
  const recalls = student.cards.map((card) => computeRecall(card, days));
  const losses = student.cards.map(({ schedule }, i) =>
    computeLoss(recalls[i] as number, predictRecall(schedule, days, student.learner) as number),
  );
  const mean = (figures: readonly number[]) => figures.reduce((sum, one) => sum + one, 0) / figures.length;
  return { recall: mean(recalls), loss: mean(losses), minutes: seconds / 60, answers, learner: student.learner };
}

function computeLoss(truth: number, predicted: number): number {
  return truth * Math.log(truth / predicted) + (1 - truth) * Math.log((1 - truth) / (1 - predicted));
}
