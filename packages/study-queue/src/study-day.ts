import { type Day, toDayNumber } from "@repasa/scheduler/days.ts";
import type { Learner } from "@repasa/scheduler/learner.ts";
import { createModel, DEFAULT_MODEL, type MemoryState } from "@repasa/scheduler/memory.ts";
import type { DayPlan } from "@repasa/scheduler/plan.ts";
import { type CardSchedule, NEW_CARD } from "@repasa/scheduler/schedule.ts";
import type { StudyWeek, WeekBreak, WeekExam } from "#study-week.ts";

/**
 * A card as a day's queue sees it. `lastReviewDay` and `dueDay` are null on a card that was never rated, and `memory` also on one
 * whose memory is not known. `group`: the number of its siblings, 0 without any.
 */
export type StudyCard = {
  readonly id: number;
  readonly folderId: number;
  readonly group: number;
  readonly suspended: boolean;
  readonly memory: MemoryState | null;
  readonly lastReviewDay: Day | null;
  readonly dueDay: Day | null;
  readonly difficulty: CardSchedule["difficulty"];
  readonly reviewCount: number;
};

export type StudyExam = WeekExam & { readonly day: Day };

/** The number of cards that fall due on each day from `from` on. */
export type LoadByDay = { readonly from: Day; readonly counts: number[] };

/**
 * A student's cards and limits at some time of a day. Only the functions of ratings.ts and copied-cards.ts change it.
 *
 * - `cards`: by id; the new ones in the order in which they are introduced.
 * - `groups`: the ids of the cards of each group of siblings.
 * - `load`: the counts by which due days are chosen; null where the server has none. As on the server, they are those of the
 *   beginning of the day, changed by its ratings.
 * - `dueCounts`: the exact counts.
 * - `catchUp`: null without a plan; a plan that is over has an earlier `until`.
 * - `reviewed`, `started`: the due cards that were rated on the day, and the first ratings by folder.
 */
export type StudyDay = {
  day: Day;
  learner: Learner;
  readonly weekdays: readonly number[] | undefined;
  readonly exams: readonly StudyExam[];
  readonly breaks: readonly WeekBreak[];
  readonly newCardsPerDay: number | null;
  readonly reviewsPerDay: number | null;
  readonly cards: Map<number, StudyCard>;
  readonly groups: Map<number, number[]>;
  load: LoadByDay | null;
  readonly dueCounts: LoadByDay;
  catchUp: { readonly until: Day; readonly perDay: number } | null;
  reviewed: number;
  readonly started: Map<number, number>;
};

/** Creates the state of the day for which the server computed a week, before any later rating. */
export function beginWeek(week: StudyWeek): StudyDay {
  const day = toDayNumber(week.date);
  const { settings, weights, calibration } = week.learner;
  const cards = new Map<number, StudyCard>();
  const groups = new Map<number, number[]>();
  for (const card of [...readRated(week, day), ...readNew(week)]) addCard({ cards, groups }, card);
  return {
    day,
    learner: { settings, calibration, model: weights === null ? DEFAULT_MODEL : createModel(weights) },
    weekdays: week.weekdays ?? undefined,
    exams: week.exams.map((exam) => ({ ...exam, day: toDayNumber(exam.date) })),
    breaks: week.breaks,
    newCardsPerDay: week.newCardsPerDay,
    reviewsPerDay: week.reviewsPerDay,
    cards,
    groups,
    load: week.load && { from: toDayNumber(week.load.from), counts: [...week.load.counts] },
    dueCounts: { from: day, counts: [...week.dueCounts] },
    catchUp: week.catchUp && { until: toDayNumber(week.catchUp.until), perDay: week.catchUp.perDay },
    reviewed: week.reviewed,
    started: new Map(week.started.map(({ folderId, count }) => [folderId, count])),
  };
}

function readRated({ rated }: StudyWeek, day: Day): StudyCard[] {
  return readIds(rated.idSteps).map((id, place) => {
    const stability = rated.stability[place] as number;
    const difficulty = rated.memoryDifficulty[place] as number;
    return {
      id,
      folderId: rated.folderId[place] as number,
      group: rated.group[place] as number,
      suspended: rated.suspended[place] as boolean,
      memory: stability > 0 ? { stability, difficulty } : null,
      lastReviewDay: day - (rated.reviewedAgo[place] as number),
      dueDay: day + (rated.dueIn[place] as number),
      difficulty: rated.difficulty[place] as StudyCard["difficulty"],
      reviewCount: rated.reviewCount[place] as number,
    };
  });
}

function readNew({ fresh }: StudyWeek): StudyCard[] {
  return readIds(fresh.idSteps).map((id, place) => ({
    ...createNewCard(id, fresh.folderId[place] as number, fresh.group[place] as number),
    suspended: fresh.suspended?.[place] === true,
  }));
}

/**
 * Creates a card that was never rated.
 *
 * @param group The number that it shares with its siblings, 0 without any.
 */
export function createNewCard(id: number, folderId: number, group: number): StudyCard {
  const { memory, lastReviewDay, dueDay, difficulty, reviewCount } = NEW_CARD;
  return { id, folderId, group, suspended: false, memory, lastReviewDay, dueDay, difficulty, reviewCount };
}

function readIds(steps: readonly number[]): number[] {
  let id = 0;
  return steps.map((step) => {
    id += step;
    return id;
  });
}

/** Adds a card to a state, which it changes: a new card is introduced after all others. */
export function addCard({ cards, groups }: Pick<StudyDay, "cards" | "groups">, card: StudyCard): void {
  cards.set(card.id, card);
  if (card.group === 0) return;
  const siblings = groups.get(card.group);
  if (siblings) siblings.push(card.id);
  else groups.set(card.group, [card.id]);
}

/** Returns a card in the form that the scheduler rates. Its ease and its interval, which a week lacks, are those of a new card. */
export function toSchedule({ memory, lastReviewDay, dueDay, difficulty, reviewCount }: StudyCard): CardSchedule {
  const isRated = memory !== null;
  return {
    ...NEW_CARD,
    memory,
    lastReviewDay: isRated ? lastReviewDay : null,
    dueDay: isRated ? dueDay : null,
    difficulty,
    reviewCount,
  };
}

/** Finds the exam for which the cards of a folder are scheduled: the nearest one after the day. */
export function findExam({ exams, day }: Pick<StudyDay, "exams" | "day">, folderId: number): StudyExam | undefined {
  return exams.find((exam) => exam.day > day && exam.folderIds.includes(folderId));
}

/**
 * Returns the plan by which the due day of a card is chosen.
 *
 * @param dueDay The present due day of the card, so that the load does not count the card itself; null for a new card.
 */
export function planDay({ load: counted, weekdays }: StudyDay, dueDay: Day | null): DayPlan {
  if (counted === null) return { weekdays };
  const load = (day: Day): number | undefined => {
    const count = counted.counts[day - counted.from];
    return count === undefined || day !== dueDay ? count : Math.max(0, count - 1);
  };
  return { load, weekdays };
}

/** Changes the number of cards that fall due on a day, where it is counted. */
export function changeCount({ from, counts }: LoadByDay, day: Day | null, by: number): void {
  const count = day === null ? undefined : counts[day - from];
  if (day !== null && count !== undefined) counts[day - from] = Math.max(0, count + by);
}
