import { randomUUID } from "node:crypto";
import type { AnswerResult, Difficulty, QueuedCard, ReviewResult, StudySession } from "@repasa/contract/study.ts";
import { IDENTITY_CALIBRATION, recalibrate } from "@repasa/scheduler/calibration.ts";
import { dayOf } from "@repasa/scheduler/days.ts";
import { orderQueue } from "@repasa/scheduler/queue.ts";
import { previewIntervals, rate } from "@repasa/scheduler/schedule.ts";
import { type SchedulerSettings, settingsFrom } from "@repasa/scheduler/settings.ts";
import type { Pool } from "pg";
import { AppError, notFound } from "#app-error.ts";
import type { Queryable } from "#db/pool.ts";
import { cardOf } from "#features/cards/cards.service.ts";
import { addDays, endOfDay, type Moment, momentAt } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import {
  cardsOfFolder,
  folderExists,
  insertStudySession,
  learnerToday,
  logReview,
  markUndone,
  pendingCards,
  type RatingContext,
  ratingContext,
  type StudySessionRow,
  scheduleSettings,
  scoredReviewsWithout,
  updateStudySession,
} from "./study.queries.ts";
import { calibrationOf, ratedState, scheduleOf, settingsOf, stateOf, withState } from "./study.schedule.ts";
import type { ScheduledState } from "./study.state.ts";
import { createTurns } from "./study.turns.ts";

const MINUTES_PER_DAY = 1440;
// Two servers rating at once make one of them start over; more than a few times in a row is no accident.
const ATTEMPTS = 20;

type Dependencies = {
  db: Queryable;
  pool: Pool;
  settings: SchedulerSettings;
  /** Freezes the user's past days before the present changes; see the stats feature. */
  settleDays: (owner: OwnerId, moment: Moment) => Promise<void>;
};

type RatingInput = {
  difficulty: Difficulty;
  answerResult: AnswerResult;
  reviewId?: string | undefined;
  durationMs?: number | undefined;
  waitedMs?: number | undefined;
  studySessionId?: number | null | undefined;
};

type SessionChange = {
  cardsStudied?: number | undefined;
  easyCount?: number | undefined;
  goodCount?: number | undefined;
  hardCount?: number | undefined;
  completedAt?: string | undefined;
};

export type StudyService = ReturnType<typeof createStudyService>;

/** The product's schedule as the database holds it. Read once, at start. */
export async function loadScheduleSettings(db: Queryable): Promise<SchedulerSettings> {
  const { settings, config } = await scheduleSettings(db);
  const minutes = new Map(config.map((row) => [row.difficulty, row.intervalMinutes]));
  const retention = settings.find((row) => row.settingName === "desired_retention")?.valueDecimal ?? 90;
  const longest = settings.find((row) => row.settingName === "maximum_interval")?.valueMinutes;
  const loaded = settingsFrom(retention / 100, {
    hard: minutes.get("hard") ?? MINUTES_PER_DAY,
    medium: minutes.get("medium") ?? 3 * MINUTES_PER_DAY,
    easy: minutes.get("easy") ?? 7 * MINUTES_PER_DAY,
  });
  return longest ? { ...loaded, maximumInterval: Math.max(1, Math.round(longest / MINUTES_PER_DAY)) } : loaded;
}

export function createStudyService({ db, pool, settings, settleDays }: Dependencies) {
  async function settleBefore(owner: OwnerId, moment: Moment, settledThrough: string | null): Promise<void> {
    if (settledThrough === null || settledThrough < addDays(moment.today, -1)) await settleDays(owner, moment);
  }

  const inTurn = createTurns();

  /** Reads, decides and writes; starts over when another server wrote for the user in between. */
  function takingTurns<T>(owner: OwnerId, attempt: () => Promise<T | undefined>): Promise<T> {
    return inTurn(owner, () => persisting(attempt));
  }

  async function persisting<T>(attempt: () => Promise<T | undefined>): Promise<T> {
    for (let tries = 0; tries < ATTEMPTS; tries++) {
      const result = await attempt();
      if (result !== undefined) return result;
    }
    throw new AppError("unavailable", "Hay demasiadas revisiones a la vez. Inténtalo de nuevo.");
  }

  return {
    async reviewQueue(
      owner: OwnerId,
      { timeZone, today }: Moment,
      { folderId, practice }: { folderId: number | null; practice: boolean },
    ): Promise<QueuedCard[]> {
      if (folderId !== null && !(await folderExists(db, owner, folderId))) throw notFound("La carpeta no existe");
      const [learner, rows] = await Promise.all([
        learnerToday(db, owner, today),
        practice && folderId !== null
          ? cardsOfFolder(db, owner, folderId)
          : pendingCards(db, owner, endOfDay(today, timeZone), folderId),
      ]);
      const day = dayOf(today);
      const chosen = settingsOf(settings, learner);
      const calibration = calibrationOf(learner);
      const queue = rows.map((row) => ({
        ...scheduleOf(row, timeZone),
        id: row.id,
        createdAt: row.createdAt.getTime(),
        row,
      }));
      const ordered = orderQueue(queue, day);
      const brought = practice ? ordered : withNewCards(ordered, learner.newCardsLeft);
      return brought.map((entry) => ({
        ...cardOf(entry.row),
        nextIntervals: previewIntervals(entry, day, chosen, calibration),
      }));
    },

    async review(owner: OwnerId, moment: Moment, cardId: number, input: RatingInput): Promise<ReviewResult> {
      const reviewId = input.reviewId ?? randomUUID();
      return takingTurns(owner, async () => {
        const context = await ratingContext(pool, owner, cardId, reviewId, input.studySessionId ?? null);
        if (!context) throw notFound("La carta no existe");
        if (context.review) return answerAgain(context, context.review, reviewId);
        const given = reviewMoment(context, moment, input.waitedMs ?? 0);
        await settleBefore(owner, given, context.settledThrough);
        const { stateAfter, ...review } = ratedReview(context, given, input, settings);
        const done = await logReview(pool, owner, cardId, context.version ?? 0, { ...review, reviewId, stateAfter });
        return done ? { card: cardOf(withState(context, stateAfter)), reviewId } : undefined;
      });
    },

    async undoReview(owner: OwnerId, moment: Moment, cardId: number, reviewId: string): Promise<ReviewResult> {
      if (reviewId === "") throw notFound("La revisión no existe");
      return takingTurns(owner, async () => {
        const context = await ratingContext(pool, owner, cardId, reviewId, null);
        if (!context) throw notFound("La carta no existe");
        const { review } = context;
        if (!review || review.cardId !== cardId) throw notFound("La revisión no existe");
        if (review.undone) return { card: cardOf(context), reviewId, undone: true as const };
        if (!review.isLatest) {
          throw new AppError("conflict", "Solo se puede deshacer la última revisión de la carta");
        }
        await settleBefore(owner, moment, context.settledThrough);
        const state = await stateWithout(owner, context, review);
        const undo = { reviewRow: review.id, state, at: moment.now, date: moment.today };
        const done = await markUndone(pool, owner, cardId, context.version ?? 0, undo);
        return done ? { card: cardOf(withState(context, state)), reviewId, undone: true as const } : undefined;
      });
    },

    async startSession(
      owner: OwnerId,
      { now }: Moment,
      input: { folderId?: number | null | undefined; cardsStudied?: number | undefined },
    ): Promise<StudySession> {
      const folderId = input.folderId ?? null;
      if (folderId !== null && !(await folderExists(db, owner, folderId))) throw notFound("La carpeta no existe");
      const row = await insertStudySession(db, owner, {
        folderId,
        cardsStudied: input.cardsStudied ?? 0,
        startedAt: now,
      });
      return sessionOf(row);
    },

    async updateSession(
      owner: OwnerId,
      id: number,
      { cardsStudied, easyCount, goodCount, hardCount, completedAt }: SessionChange,
    ): Promise<StudySession> {
      const change = definedOnly({
        cardsStudied,
        easyCount,
        goodCount,
        hardCount,
        completedAt: completedAt === undefined ? undefined : new Date(completedAt),
      });
      const row = await updateStudySession(db, owner, id, change);
      if (!row) throw notFound("La sesión de estudio no existe");
      return sessionOf(row);
    },
  };

  /** The state before a review, with the calibration that the reviews left standing lead to. */
  async function stateWithout(
    owner: OwnerId,
    context: RatingContext,
    review: { id: number; stateBefore: ScheduledState; stateAfter: ScheduledState },
  ): Promise<ScheduledState> {
    const { a, b } = calibrationOf(context);
    const untouchedSince = a === review.stateAfter.calibrationA && b === review.stateAfter.calibrationB;
    if (untouchedSince) return review.stateBefore;
    const calibration = recalibrate(IDENTITY_CALIBRATION, await scoredReviewsWithout(db, owner, review.id));
    return { ...review.stateBefore, calibrationA: calibration.a, calibrationB: calibration.b };
  }
}

/** The queue with at most so many of its new cards, which are the last in it; null lets all of them in. */
function withNewCards<T extends { memory: unknown }>(queue: readonly T[], most: number | null): readonly T[] {
  if (most === null) return queue;
  const firstNew = queue.findIndex((entry) => entry.memory === null);
  return firstNew === -1 ? queue : queue.slice(0, firstNew + most);
}

function answerAgain(context: RatingContext, review: NonNullable<RatingContext["review"]>, reviewId: string) {
  if (review.cardId !== context.id) throw new AppError("conflict", "Esa revisión pertenece a otra carta");
  if (review.undone) return { card: cardOf(context), reviewId, undone: true as const };
  return { card: cardOf(withState(context, review.stateAfter)), reviewId };
}

/** The log's row for a rating, given at `moment`, of a card as it is now. */
function ratedReview(context: RatingContext, moment: Moment, input: RatingInput, settings: SchedulerSettings) {
  const { now, timeZone, today } = moment;
  const schedule = scheduleOf(context, timeZone);
  const calibration = calibrationOf(context);
  const outcome = rate(schedule, input, dayOf(today), settingsOf(settings, context), calibration);
  return {
    difficulty: input.difficulty,
    answerResult: input.answerResult,
    grade: outcome.entry.grade,
    timeZone,
    dueBefore: context.nextReviewAt,
    practice: outcome.entry.practice,
    retrievability: outcome.entry.scored ? outcome.entry.retrievability : null,
    stateBefore: stateOf(context, calibration),
    stateAfter: ratedState({ schedule, nextReviewAt: context.nextReviewAt }, outcome, now, timeZone),
    durationMs: input.durationMs ?? null,
    studySessionId: context.sessionKnown ? (input.studySessionId ?? null) : null,
  };
}

/** When a rating was given: one that waited to be sent, that long ago, but never before what happened to the card. */
function reviewMoment(card: RatingContext, moment: Moment, waitedMs: number): Moment {
  if (waitedMs === 0) return moment;
  const earliest = Math.max(card.createdAt.getTime(), card.lastReviewedAt?.getTime() ?? 0);
  const at = Math.min(moment.now.getTime(), Math.max(earliest, moment.now.getTime() - waitedMs));
  return momentAt(new Date(at), moment.timeZone);
}

type DefinedOnly<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

function definedOnly<T extends object>(values: T): DefinedOnly<T> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined)) as DefinedOnly<T>;
}

function sessionOf(row: StudySessionRow): StudySession {
  const { userId: _, startedAt, completedAt, ...counts } = row;
  return { ...counts, startedAt: startedAt.toISOString(), completedAt: completedAt?.toISOString() ?? null };
}
