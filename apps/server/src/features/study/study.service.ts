import { randomUUID } from "node:crypto";
import { NOT_A_UUID } from "@repasa/contract/fields.ts";
import type { ReviewResult } from "@repasa/contract/study.ts";
import { type Context, perContext } from "#context.ts";
import { cardNotFound, toCard } from "#features/cards/cards.service.ts";
import { recordChanges } from "#features/feed/feed.service.ts";
import { foldLogExcluding } from "#features/memory/memory.service.ts";
import { reopenDays } from "#features/schedule/days/days.service.ts";
import { moveDueCount } from "#features/schedule/schedule.load.ts";
import { isSettled, settlePastDays } from "#features/schedule/schedule.settling.ts";
import {
  addDueDate,
  applyState,
  calibrationColumnNames,
  toCalibration,
  toCalibrationColumns,
  toLoggedState,
} from "#features/schedule/schedule.state.ts";
import { AccountTurns } from "#platform/concurrency/account-turns.ts";
import { isDeadlock } from "#platform/db/database-errors.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError, notFound } from "#platform/http/app-error.ts";
import type { Moment } from "#platform/time/local-days.ts";
import type { LoggedState } from "#schema/schedule.ts";
import type { CalibrationPoint } from "./calibration/calibration.queries.ts";
import { calibrateExcluding } from "./calibration/calibration.service.ts";
import { readForRating, rememberRating } from "./study.basis.ts";
import {
  type ExistingReview,
  insertReview,
  type RatingRead,
  type ReviewRead,
  selectReviewRead,
  type Undo,
  updateUndone,
} from "./study.queries.ts";
import {
  buildReview,
  computeRatingMoment,
  limitEffect,
  noteChanges,
  type Rating,
  type RatingUse,
} from "./study.rating.ts";
import { findShown } from "./study.shown.ts";

const MAX_ATTEMPTS = 20;
const ratingTurns = perContext(() => new AccountTurns({ maxWaiting: Number.POSITIVE_INFINITY }));

type StateAfterUndo = Omit<Undo, "at" | "date" | "dueCounts">;

export function rateCard(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  cardId: number,
  rating: Rating,
  use: RatingUse = "session",
): Promise<ReviewResult> {
  const reviewId = rating.reviewId ?? randomUUID();
  return retryUntilWritten(ctx, owner, async () => {
    const { read, given } = await readSettled(ctx, owner, moment, cardId, rating);
    const interval = rating.interval ?? findShown(ctx, owner, given.today, read, rating.difficulty);
    const built = buildReview(read, given, { ...rating, interval }, reviewId, ctx.scheduleSettings);
    const review = limitEffect(built, read, use);
    if (isOnSettledDate(given, read)) {
      // A rating that is already in the log must not reopen days that are over.
      const earlier = await findEarlierResult(ctx, owner, cardId, reviewId);
      if (earlier) return earlier;
      await reopenDays(ctx, owner, given.today);
    }
    // Readers of the feed find the card in the log.
    const written = { review, changed: noteChanges(read, review.stateAfter).list() };
    const outcome = await insertReview(ctx.statements.pooled, owner, cardId, read.version ?? 0, written);
    // The result is undefined if the log entry has just been removed together with its import: then the rating can be written.
    if (outcome === "duplicate") return findEarlierResult(ctx, owner, cardId, reviewId);
    if (outcome === "stale") return undefined;
    rememberRating(ctx, owner, read, written);
    ctx.metrics.countRating();
    return { card: toCard(applyState(read, review.stateAfter)), reviewId };
  });
}

/** Returns what a rating depends on, once the days before it are settled, and the moment for which it counts. */
async function readSettled(ctx: Context, owner: OwnerId, moment: Moment, cardId: number, rating: Rating) {
  const select = async () => {
    const read = await readForRating(ctx, owner, cardId, rating.studySessionId ?? null);
    if (!read) throw cardNotFound();
    return { read, given: computeRatingMoment(read, moment, rating.waitedMs ?? 0) };
  };
  const first = await select();
  if (isSettled(first.given, first.read.settledThrough)) return first;
  await settlePastDays(ctx, owner, first.given);
  // Settling has changed the version.
  return select();
}

export async function undoReview(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  cardId: number,
  reviewId: string,
): Promise<ReviewResult> {
  if (reviewId === NOT_A_UUID) throw reviewNotFound();
  return retryUntilWritten(ctx, owner, async () => {
    const read = await selectReviewRead(ctx.statements.reads, owner, cardId, reviewId);
    if (!read) throw cardNotFound();
    const { review } = read;
    if (review?.cardId !== cardId) throw reviewNotFound();
    if (review.undone) return { card: toCard(read), reviewId, undone: true };
    if (!review.isLatest) throw new AppError("conflict", "Solo se puede deshacer la última revisión de la carta");
    if (!isSettled(moment, read.settledThrough)) await settlePastDays(ctx, owner, moment);
    const { state, ...columns } = await computeStateAfterUndo(ctx, owner, read, review);
    const dated = addDueDate(state, review.timeZone);
    const dueCounts = moveDueCount(read, dated.nextReviewDate);
    const undo = { ...columns, state: dated, dueCounts, at: moment.now, date: moment.today };
    if (isOnSettledDate(moment, read)) await reopenDays(ctx, owner, moment.today);
    const noted = noteChanges(read, dated);
    noted.changed("card", [cardId]);
    const written = await ctx.statements.transaction(async (transaction, client) => {
      if (!(await updateUndone(client, owner, cardId, read.version ?? 0, undo))) return false;
      await recordChanges(transaction, owner, noted.list());
      return true;
    });
    return written ? { card: toCard(applyState(read, dated)), reviewId, undone: true } : undefined;
  });
}

/**
 * True if a rating counts for a date that is settled, as a late rating or that of a traveller may. If the date is settled after
 * this check, the version has changed and the attempt starts over.
 */
function isOnSettledDate({ today }: Moment, { settledThrough }: RatingRead): boolean {
  return settledThrough !== null && settledThrough >= today;
}

function retryUntilWritten<T>(ctx: Context, owner: OwnerId, attempt: () => Promise<T | undefined>): Promise<T> {
  // Only one of several attempts that read the same state can be written, so this server runs one attempt per user at a time.
  return ratingTurns(ctx).run(owner, async () => {
    for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
      const result = await attempt().catch((error: unknown) => {
        // Another writer and this one waited for each other, and the database has ended this one.
        if (isDeadlock(error)) return undefined;
        throw error;
      });
      if (result !== undefined) return result;
    }
    throw new AppError("unavailable", "Hay demasiadas revisiones a la vez. Inténtalo de nuevo.");
  });
}

/**
 * Returns the result of a rating that was sent again because its first response did not arrive; undefined if the log has no
 * such review.
 */
async function findEarlierResult(
  ctx: Context,
  owner: OwnerId,
  cardId: number,
  reviewId: string,
): Promise<ReviewResult | undefined> {
  const read = await selectReviewRead(ctx.statements.reads, owner, cardId, reviewId);
  if (!read) throw cardNotFound();
  const { review } = read;
  if (!review) return undefined;
  if (review.cardId !== read.id) throw new AppError("conflict", "Esa revisión pertenece a otra carta");
  if (review.undone) return { card: toCard(read), reviewId, undone: true };
  return { card: toCard(applyState(read, addDueDate(review.stateAfter, review.timeZone))), reviewId };
}

/**
 * Returns the state without a review. The log has the state before each review. Its calibration is valid if nothing has changed
 * it since, and its memory if the present weights were already in force then. Otherwise they are computed again from the rest
 * of the log.
 */
async function computeStateAfterUndo(
  ctx: Context,
  owner: OwnerId,
  read: ReviewRead,
  review: ExistingReview,
): Promise<StateAfterUndo> {
  const { id } = review;
  const stateBefore = selectStateBefore(read, review);
  const { foldedThrough, folded } = read;
  if (foldedThrough !== null && id <= foldedThrough) return refoldForUndo(ctx, owner, read, review);
  if (review.isLast && hasCalibrationOf(read, review.stateAfter)) {
    return { id, state: stateBefore, folded, ...toCalibratedColumns(null) };
  }
  const from = { through: foldedThrough ?? 0, calibration: toCalibration(folded ?? {}) };
  const { calibration, checkpoint } = await calibrateExcluding(ctx.db, owner, id, from);
  const state = { ...stateBefore, ...toCalibrationColumns(calibration) };
  return { id, state, folded, ...toCalibratedColumns(checkpoint) };
}

function hasCalibrationOf(read: RatingRead, state: LoggedState): boolean {
  const [now, then] = [toCalibrationColumns(toCalibration(read)), toCalibrationColumns(toCalibration(state))];
  return calibrationColumnNames.every((name) => now[name] === then[name]);
}

/** Computes the memory and the calibration again, for a review from before the present weights were in force. */
async function refoldForUndo(
  ctx: Context,
  owner: OwnerId,
  read: ReviewRead,
  review: ExistingReview,
): Promise<StateAfterUndo> {
  const { id } = review;
  const stateBefore = selectStateBefore(read, review);
  const through = read.foldedThrough as number;
  const folded = await foldLogExcluding(ctx, owner, read.weights, { through, excluded: id, cardId: read.id });
  const from = { through, calibration: folded.calibration };
  const { calibration, checkpoint } = await calibrateExcluding(ctx.db, owner, id, from);
  // If the card was new before this review, any memory in the log is from before the card was reset.
  const memory = stateBefore.stability === null ? null : folded.memory;
  const state = { ...stateBefore, ...memory, ...toCalibrationColumns(calibration) };
  return { id, state, folded: toCalibrationColumns(folded.calibration), ...toCalibratedColumns(checkpoint) };
}

function toCalibratedColumns(point: CalibrationPoint | null) {
  return {
    calibratedThrough: point?.through ?? null,
    calibrated: point && toCalibrationColumns(point.calibration),
  };
}

/** Returns the logged state before a review, or the present one if the card was reset since: undoing leaves it new. */
function selectStateBefore(read: RatingRead, { stateBefore, stateAfter }: ExistingReview): LoggedState {
  const isNewAgain = read.nextReviewAt === null && stateAfter.nextReviewAt !== null;
  if (!isNewAgain) return stateBefore;
  return toLoggedState(read, toCalibration(stateBefore));
}

function reviewNotFound() {
  return notFound("La revisión no existe");
}
