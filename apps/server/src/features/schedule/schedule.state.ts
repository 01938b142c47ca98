import { type CalibratingReview, type Calibration, IDENTITY_CALIBRATION } from "@repasa/scheduler/calibration.ts";
import { type Day, toDayNumber, toLocalDate } from "@repasa/scheduler/days.ts";
import type { Learner } from "@repasa/scheduler/learner.ts";
import { computeLocalDate, type LocalDate } from "@repasa/scheduler/local-dates.ts";
import { createModel, DEFAULT_MODEL, type MemoryModel } from "@repasa/scheduler/memory.ts";
import { type CardSchedule, NEW_CARD, type RatingOutcome } from "@repasa/scheduler/schedule.ts";
import type { SchedulerSettings } from "@repasa/scheduler/settings.ts";
import { perContext } from "#context.ts";
import { type Moment, sameTimeAfter } from "#platform/time/local-days.ts";
import {
  calibrationColumns,
  type LoggedCalibration,
  type LoggedState,
  type StoredCalibration,
  type StoredSchedule,
  scheduleColumns,
} from "#schema/schedule.ts";

export const scheduleColumnNames = Object.keys(scheduleColumns()) as (keyof StoredSchedule)[];
export const calibrationColumnNames = Object.keys(calibrationColumns()) as (keyof StoredCalibration)[];

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

/** The stored columns of a learner; null where nothing is stored yet. */
export type StoredLearner = { [Name in keyof StoredCalibration]: StoredCalibration[Name] | null } & {
  desiredRetention: number | null;
  /** The text form of a PostgreSQL array, parsed only when a model is created. */
  weights: string | null;
};

/** The other columns that affect a user's due dates; null where nothing is known or chosen. */
export type StoredPlan = {
  dueCounts: Uint8Array | null;
  dueCountsFrom: LocalDate | null;
  quietDays: number[] | null;
};

/** Converts a stored schedule to the scheduler's type. */
export function toCardSchedule(card: StoredSchedule): CardSchedule {
  const { stability, memoryDifficulty, lastReviewDate, nextReviewDate } = card;
  const rated = stability !== null && memoryDifficulty !== null && lastReviewDate !== null && nextReviewDate !== null;
  return {
    memory: rated ? { stability, difficulty: memoryDifficulty } : null,
    lastReviewDay: rated ? toDayNumber(lastReviewDate) : null,
    dueDay: rated ? toDayNumber(nextReviewDate) : null,
    interval: card.interval,
    easeFactor: card.easeFactor,
    reviewCount: card.reviewCount,
    difficulty: card.difficulty,
  };
}

const MAX_CACHED_MODELS = 5_000;
/**
 * Models by the text of their weights, because creating a model costs more than rating a card. The key is the settings object
 * shared by all users, which lives as long as the context.
 */
const cachedModels = perContext((_settings: SchedulerSettings) => new Map<string, MemoryModel>());

/** @param settings The settings shared by all users; the learner's own desired retention overrides theirs. */
export function toLearner(stored: StoredLearner, settings: SchedulerSettings): Learner {
  const { desiredRetention, weights } = stored;
  return {
    settings: desiredRetention === null ? settings : { ...settings, desiredRetention },
    model: weights === null ? DEFAULT_MODEL : findOrCreateModel(weights, settings),
    calibration: toCalibration(stored),
  };
}

/** Converts a stored calibration to the scheduler's type. What is missing has not been learned yet. */
export function toCalibration(
  stored: { [Name in keyof StoredCalibration]?: StoredCalibration[Name] | null },
): Calibration {
  return {
    a: stored.calibrationA ?? IDENTITY_CALIBRATION.a,
    b: stored.calibrationB ?? IDENTITY_CALIBRATION.b,
    hardSinceForgotten: stored.hardSinceForgotten ?? IDENTITY_CALIBRATION.hardSinceForgotten,
    recalledCount: stored.recalledCount ?? IDENTITY_CALIBRATION.recalledCount,
    hardRecalledCount: stored.hardRecalledCount ?? IDENTITY_CALIBRATION.hardRecalledCount,
    recalledInARow: stored.recalledInARow ?? IDENTITY_CALIBRATION.recalledInARow,
  };
}

export function toCalibrationColumns({ a, b, ...counts }: Calibration): StoredCalibration {
  return {
    calibrationA: a,
    calibrationB: b,
    hardSinceForgotten: counts.hardSinceForgotten,
    recalledCount: counts.recalledCount,
    hardRecalledCount: counts.hardRecalledCount,
    recalledInARow: counts.recalledInARow,
  };
}

/** Reviews in the order of the log, each column a JSON array: they are read much faster than rows. */
export type CalibratingColumns = { recalls: string; grades: string; certain: string };

export function parseCalibratingReviews({ recalls, grades, certain }: CalibratingColumns): CalibratingReview[] {
  const [parsedGrades, parsedCertain] = [JSON.parse(grades), JSON.parse(certain)];
  return (JSON.parse(recalls) as CalibratingReview["retrievability"][]).map((retrievability, place) => ({
    retrievability,
    grade: parsedGrades[place],
    isCertain: parsedCertain[place],
  }));
}

/** Divides a logged state into the card's schedule and the learner's calibration. */
export function divideState(state: LoggedState): {
  schedule: Omit<LoggedState, keyof StoredCalibration>;
  calibration: LoggedCalibration;
} {
  const {
    calibrationA,
    calibrationB,
    hardSinceForgotten,
    recalledCount,
    hardRecalledCount,
    recalledInARow,
    ...schedule
  } = state;
  const counts = { hardSinceForgotten, recalledCount, hardRecalledCount, recalledInARow };
  return { schedule, calibration: { calibrationA, calibrationB, ...counts } as LoggedCalibration };
}

function findOrCreateModel(weights: string, settings: SchedulerSettings): MemoryModel {
  const models = cachedModels(settings);
  const known = models.get(weights);
  if (known) return known;
  const model = createModel(parseWeights(weights));
  if (models.size >= MAX_CACHED_MODELS) models.clear();
  models.set(weights, model);
  return model;
}

/** Parses the text form of a PostgreSQL array of numbers. */
export function parseWeights(text: string): number[] {
  return text.slice(1, -1).split(",").map(Number);
}

/**
 * Returns the state after a rating. The card falls due at the time of day of its review, but its due instant stays the same if
 * the rating was practice that did not change the due day.
 */
export function toStateAfterRating(
  before: StoredSchedule,
  dueDayBefore: Day | null,
  { card, calibration }: RatingOutcome,
  { now, timeZone }: Moment,
): LoggedState {
  const isDueDayUnchanged = before.nextReviewAt !== null && card.dueDay === dueDayBefore;
  return toLoggedState(
    {
      difficulty: card.difficulty,
      reviewCount: card.reviewCount,
      lastReviewedAt: now,
      lastReviewDate: card.lastReviewDay === null ? null : toLocalDate(card.lastReviewDay),
      nextReviewAt: isDueDayUnchanged ? before.nextReviewAt : sameTimeAfter(now, card.interval, timeZone),
      nextReviewDate: card.dueDay === null ? null : toLocalDate(card.dueDay),
      interval: card.interval,
      easeFactor: card.easeFactor,
      stability: card.memory?.stability ?? null,
      memoryDifficulty: card.memory?.difficulty ?? null,
    },
    calibration,
  );
}

/**
 * Returns a logged state with its due date. Log entries that are older than the column have only the instant; their due date
 * is the calendar date of that instant in the review's time zone, as days began at midnight then.
 */
export function addDueDate(state: LoggedState, timeZone: string): LoggedState {
  const { nextReviewAt, nextReviewDate } = state;
  if (nextReviewDate !== undefined) return state;
  const date = nextReviewAt === null ? null : computeLocalDate(new Date(nextReviewAt), { timeZone, dayStartHour: 0 });
  return { ...state, nextReviewDate: date };
}

/** Returns the card with the schedule of a logged state. */
export function applyState<Card extends StoredSchedule>(card: Card, state: LoggedState): Card {
  return {
    ...card,
    ...divideState(state).schedule,
    lastReviewedAt: parseInstant(state.lastReviewedAt),
    nextReviewAt: parseInstant(state.nextReviewAt),
  };
}

/** Copies the columns one by one for speed: importing a long history creates hundreds of thousands of states. */
export function toLoggedState(card: StoredSchedule, calibration: Calibration): LoggedState {
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
    ...toCalibrationColumns(calibration),
  };
}

function parseInstant(text: string | null): Date | null {
  return text === null ? null : new Date(text);
}
