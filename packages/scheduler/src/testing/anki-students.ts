import { isBacklog, suggestCatchUp } from "#backlog.ts";
import type { Day } from "#days.ts";
import { fold, type LoggedReview } from "#fold.ts";
import {
  createModel,
  DEFAULT_MODEL,
  DEFAULT_WEIGHTS,
  type MemoryModel,
  type MemoryState,
  type Weights,
} from "#memory.ts";
import type { Grade } from "#rating.ts";
import type { CardSchedule } from "#schedule.ts";
import { BUTTON_LEARNER } from "#testing/button-learner.ts";
import { createBacklog, followPlan } from "#testing/returning-students.ts";
import { createRandom } from "#testing/simulated-log.ts";
import { createStudent } from "#testing/simulated-students.ts";

/**
 * The study of a student of Anki, who starts with the same number of new cards on each day, reviews all that are due, and then
 * stops.
 *
 * - `today`: the day on which they arrive.
 * - `retention`: the recall at which Anki asks for a card. It expects an average memory.
 * - `days`, `daysAway`: the number of days of study, and the number of days since the last of them.
 * - `weights`: their memory, by default an average one.
 */
export type AnkiStudy = {
  readonly today: Day;
  readonly cards: number;
  readonly retention: number;
  readonly days: number;
  readonly daysAway: number;
  readonly weights?: Weights;
  readonly seed?: number;
};

/** A card as it is in Anki. Day and grade of each review, in order; `dueDay` is the day on which Anki asks for it. */
export type AnkiCard = {
  readonly reviews: readonly { readonly day: Day; readonly grade: 1 | 3 }[];
  readonly memory: MemoryState;
  readonly dueDay: Day;
};

/**
 * Simulates a student of Anki. Deterministic.
 *
 * @returns The cards, the number of them that Anki would ask for today, the share recalled in reviews at least a day after
 *   the previous one, and the number of these on a usual day.
 */
export function simulateAnkiStudy({ today, cards, retention, days, daysAway, weights, seed = 7 }: AnkiStudy) {
  const truth = createModel(weights ?? DEFAULT_WEIGHTS);
  const random = createRandom(seed);
  const lastDay = today - daysAway - 1;
  const first = lastDay - days + 1;
  const figures = { due: 0, scored: 0, recalled: 0 };
  const studied = Array.from({ length: cards }, (_, nth): AnkiCard => {
    const reviews: { day: Day; grade: 1 | 3 }[] = [];
    let memory: MemoryState | null = null;
    let expected: MemoryState | null = null;
    let dueDay = first + Math.floor((nth * days) / cards);
    while (dueDay <= lastDay) {
      const elapsed = dueDay - (reviews.at(-1)?.day ?? dueDay);
      const isRecalled = random() < (memory === null ? 0.6 : truth.recallAfter(memory, elapsed));
      if (memory !== null) figures.scored++;
      if (memory !== null && isRecalled) figures.recalled++;
      const grade = isRecalled ? 3 : 1;
      memory = updateMemory(truth, memory, elapsed, grade);
      expected = updateMemory(DEFAULT_MODEL, expected, elapsed, grade);
      reviews.push({ day: dueDay, grade });
      dueDay += Math.max(1, Math.round(DEFAULT_MODEL.daysUntilRecall(expected.stability, retention)));
    }
    if (dueDay <= today) figures.due++;
    return { reviews, memory: memory as MemoryState, dueDay };
  });
  return { cards: studied, due: figures.due, recall: figures.recalled / figures.scored, usual: figures.scored / days };
}

function updateMemory(model: MemoryModel, memory: MemoryState | null, elapsed: number, grade: Grade): MemoryState {
  if (memory === null) return model.firstMemory(grade);
  return model.nextMemory(memory, elapsed, grade, model.recallAfter(memory, elapsed));
}

/**
 * Simulates a student who brings the cards and the log of Anki, and goes on: at the retention that the log shows, with the
 * due days of Anki for the first round, and by a plan to catch up if they have a backlog. Nothing new is studied.
 *
 * @param days The number of days of study after catching up.
 * @returns The number of cards that Anki would have asked for on the first day; the number of reviews on each day; and the
 *   shares recalled in the log, and in the reviews after catching up.
 */
export function simulateArrival(study: AnkiStudy, days: number) {
  const { today, weights = DEFAULT_WEIGHTS, seed = 7 } = study;
  const { usual, ...anki } = simulateAnkiStudy(study);
  const past = takeOver(anki.cards, anki.recall);
  const student = createStudent({ weights, first: [0, 0, 1, 0], recalled: [0, 1, 0] }, seed, past);
  const isPlanned = isBacklog({ due: anki.due, usual });
  const perDay = isPlanned ? suggestCatchUp(createBacklog(student, today, usual)).perDay : past.cards.length;
  const caughtUp = followPlan({ ...student, today }, perDay);
  const after = Array.from({ length: days }, (_, i) => student.study(today + caughtUp.length + i));
  const [reviews, forgotten] = [sum(after.map((day) => day.reviews)), sum(after.map((day) => day.forgotten))];
  const answers = [...caughtUp, ...after.map((day) => day.reviews)];
  return { due: anki.due, answers, recalledBefore: anki.recall, recalled: 1 - forgotten / reviews };
}

const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

function takeOver(cards: readonly AnkiCard[], recall: number) {
  const settings = { ...BUTTON_LEARNER.settings, desiredRetention: Math.round(100 * recall) / 100 };
  const log = cards.flatMap(({ reviews }, cardId) => reviews.map((review): LoggedReview => ({ ...review, cardId })));
  const inOrder = log.toSorted((one, other) => one.day - other.day);
  const { cards: schedules, calibration } = fold(inOrder, { ...BUTTON_LEARNER, settings });
  return {
    learner: { ...BUTTON_LEARNER, settings, calibration },
    cards: cards.map(({ reviews, memory, dueDay }, id) => {
      const schedule = { ...(schedules.get(id) as CardSchedule), dueDay };
      return { id, memory, lastSeen: reviews.at(-1)?.day as Day, schedule };
    }),
  };
}
