import { type Calibration, IDENTITY_CALIBRATION } from "@repasa/scheduler/calibration.ts";
import { type Day, dateOfDay, dayOf } from "@repasa/scheduler/days.ts";
import type { Learner } from "@repasa/scheduler/learner.ts";
import { type LocalDate, localDateOf } from "@repasa/scheduler/local-dates.ts";
import { createModel, DEFAULT_MODEL, type MemoryModel } from "@repasa/scheduler/memory.ts";
import { type CardSchedule, NEW_CARD, type RatingOutcome } from "@repasa/scheduler/schedule.ts";
import type { SchedulerSettings } from "@repasa/scheduler/settings.ts";
import { perContext } from "#context.ts";
import { type Moment, sameTimeAfter } from "#platform/time/local-days.ts";
import { type LoggedState, type StoredSchedule, scheduleColumns } from "#schema/schedule.ts";

export const scheduleColumnNames = Object.keys(scheduleColumns()) as (keyof StoredSchedule)[];

/** The stored schedule of a card that was never rated. */
export const NEW_SCHEDULE: StoredSchedule = {
  interval: NEW_CARD.interval,
  easeFactor: NEW_CARD.easeFactor,
  reviewCount: NEW_CARD.reviewCount,
  difficulty: NEW_CARD.difficulty,
  lastReviewedAt: null,
  lastReviewDate: null,
  nextReviewAt: null,
  nextReviewDate: null,
  stability: null,
  memoryDifficulty: null,
};

/** A learner as stored; null where nothing is stored yet. */
export type StoredLearner = {
  calibrationA: number | null;
  calibrationB: number | null;
  hardSinceForgotten: number | null;
  desiredRetention: number | null;
  /** An array as PostgreSQL writes it, which is parsed only where a model is created. */
  weights: string | null;
};

/** What else decides a user's due dates; null where nothing is known or chosen. */
export type StoredPlan = {
  dueCounts: Uint8Array | null;
  dueCountsFrom: LocalDate | null;
  quietDays: number[] | null;
};

/** A stored card as the scheduler sees it. */
export function toCardSchedule(card: StoredSchedule): CardSchedule {
  const { stability, memoryDifficulty, lastReviewDate, nextReviewDate } = card;
  const rated = stability !== null && memoryDifficulty !== null && lastReviewDate !== null && nextReviewDate !== null;
  return {
    memory: rated ? { stability, difficulty: memoryDifficulty } : null,
    lastReviewDay: rated ? dayOf(lastReviewDate) : null,
    dueDay: rated ? dayOf(nextReviewDate) : null,
    interval: card.interval,
    easeFactor: card.easeFactor,
    reviewCount: card.reviewCount,
    difficulty: card.difficulty,
  };
}

const REMEMBERED_MODELS = 5_000;
/** By their weights: to make one costs more than to rate a card. The settings of all users live as long as the context. */
const knownModels = perContext((_settings: SchedulerSettings) => new Map<string, MemoryModel>());

/** @param settings Those of all users. */
export function toLearner(stored: StoredLearner, settings: SchedulerSettings): Learner {
  const { desiredRetention, hardSinceForgotten, weights, calibrationA: a, calibrationB: b } = stored;
  return {
    settings: desiredRetention === null ? settings : { ...settings, desiredRetention },
    model: weights === null ? DEFAULT_MODEL : modelOf(weights, settings),
    calibration: a === null || b === null ? IDENTITY_CALIBRATION : { a, b, hardSinceForgotten },
  };
}

function modelOf(weights: string, settings: SchedulerSettings): MemoryModel {
  const models = knownModels(settings);
  const known = models.get(weights);
  if (known) return known;
  const model = createModel(parseWeights(weights));
  if (models.size >= REMEMBERED_MODELS) models.clear();
  models.set(weights, model);
  return model;
}

/** The numbers of an array as the database writes it. */
export function parseWeights(text: string): number[] {
  return text.slice(1, -1).split(",").map(Number);
}

/** The card falls due at the time of day of its review, but keeps its instant if practice left the due day standing. */
export function toStateAfterRating(
  before: StoredSchedule,
  dueDayBefore: Day | null,
  { card, calibration }: RatingOutcome,
  { now, timeZone }: Moment,
): LoggedState {
  const keepsDueDay = before.nextReviewAt !== null && card.dueDay === dueDayBefore;
  return toLoggedState(
    {
      difficulty: card.difficulty,
      reviewCount: card.reviewCount,
      lastReviewedAt: now,
      lastReviewDate: card.lastReviewDay === null ? null : dateOfDay(card.lastReviewDay),
      nextReviewAt: keepsDueDay ? before.nextReviewAt : sameTimeAfter(now, card.interval, timeZone),
      nextReviewDate: card.dueDay === null ? null : dateOfDay(card.dueDay),
      interval: card.interval,
      easeFactor: card.easeFactor,
      stability: card.memory?.stability ?? null,
      memoryDifficulty: card.memory?.difficulty ?? null,
    },
    calibration,
  );
}

/**
 * A state of the log with the date on which the card falls due. Entries from before cards kept it have the instant alone: it
 * was the date of the clock where the review was made.
 */
export function addDueDate(state: LoggedState, timeZone: string): LoggedState {
  const { nextReviewAt, nextReviewDate } = state;
  if (nextReviewDate !== undefined) return state;
  const date = nextReviewAt === null ? null : localDateOf(new Date(nextReviewAt), { timeZone, dayStartHour: 0 });
  return { ...state, nextReviewDate: date };
}

export function applyState<Card extends StoredSchedule>(card: Card, state: LoggedState): Card {
  const { calibrationA: _a, calibrationB: _b, hardSinceForgotten: _c, ...schedule } = state;
  return {
    ...card,
    ...schedule,
    lastReviewedAt: instantOrNull(state.lastReviewedAt),
    nextReviewAt: instantOrNull(state.nextReviewAt),
  };
}

/** Column by column, because a long history makes hundreds of thousands of them. */
export function toLoggedState(card: StoredSchedule, { a, b, hardSinceForgotten }: Calibration): LoggedState {
  return {
    difficulty: card.difficulty,
    reviewCount: card.reviewCount,
    lastReviewedAt: card.lastReviewedAt?.toISOString() ?? null,
    lastReviewDate: card.lastReviewDate,
    nextReviewAt: card.nextReviewAt?.toISOString() ?? null,
    nextReviewDate: card.nextReviewDate,
    interval: card.interval,
    easeFactor: card.easeFactor,
    stability: card.stability,
    memoryDifficulty: card.memoryDifficulty,
    calibrationA: a,
    calibrationB: b,
    hardSinceForgotten,
  };
}

function instantOrNull(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
