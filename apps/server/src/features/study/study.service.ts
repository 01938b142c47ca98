import { randomUUID } from "node:crypto";
import { NOT_A_UUID } from "@repasa/contract/fields.ts";
import type { ReviewResult } from "@repasa/contract/study.ts";
import { IDENTITY_CALIBRATION, recalibrate } from "@repasa/scheduler/calibration.ts";
import { AppError, notFound } from "#app-error.ts";
import { type Context, perContext } from "#context.ts";
import { cardNotFound, cardOf } from "#features/cards/cards.service.ts";
import { foldWithout } from "#features/memory/memory.service.ts";
import { isSettled, movedCounts, settlePastDays, withDueDate, withState } from "#features/schedule/schedule.service.ts";
import type { Moment } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import {
  type ExistingReview,
  insertReview,
  type RatingRead,
  selectHardSinceForgottenWithout,
  selectRatingRead,
  selectScoredReviewsWithout,
  type Undo,
  updateUndone,
} from "./study.queries.ts";
import { momentGiven, type Rating, reviewOf } from "./study.rating.ts";
import { createUserLock } from "./study.user-lock.ts";

export { cardHistory } from "./study.history.ts";
export { reviewQueue } from "./study.queue.ts";
export { startSession, updateSession } from "./study.sessions.ts";

const MAX_ATTEMPTS = 20;
const userLock = perContext(createUserLock);

type Without = Omit<Undo, "at" | "date" | "dueCounts">;

export function rateCard(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  cardId: number,
  rating: Rating,
): Promise<ReviewResult> {
  const reviewId = rating.reviewId ?? randomUUID();
  return untilWritten(ctx, owner, async () => {
    const read = await selectRatingRead(ctx.pool, owner, cardId, reviewId, rating.studySessionId ?? null);
    if (!read) throw cardNotFound();
    if (read.review) return answerAgain(read, read.review, reviewId);
    const given = momentGiven(read, moment, rating.waitedMs ?? 0);
    if (!isSettled(given, read.settledThrough)) await settlePastDays(ctx, owner, given);
    const review = reviewOf(read, given, rating, reviewId, ctx.scheduleSettings);
    const written = await insertReview(ctx.pool, owner, cardId, read.version ?? 0, review);
    return written ? { card: cardOf(withState(read, review.stateAfter)), reviewId } : undefined;
  });
}

export async function undoReview(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  cardId: number,
  reviewId: string,
): Promise<ReviewResult> {
  if (reviewId === NOT_A_UUID) throw reviewNotFound();
  return untilWritten(ctx, owner, async () => {
    const read = await selectRatingRead(ctx.pool, owner, cardId, reviewId, null);
    if (!read) throw cardNotFound();
    const { review } = read;
    if (review?.cardId !== cardId) throw reviewNotFound();
    if (review.undone) return { card: cardOf(read), reviewId, undone: true };
    if (!review.isLatest) throw new AppError("conflict", "Solo se puede deshacer la última revisión de la carta");
    if (!isSettled(moment, read.settledThrough)) await settlePastDays(ctx, owner, moment);
    const { state, ...without } = await stateWithout(ctx, owner, read, review);
    const dated = withDueDate(state, review.timeZone);
    const dueCounts = movedCounts(read, read.nextReviewDate, dated.nextReviewDate);
    const undo = { ...without, state: dated, dueCounts, at: moment.now, date: moment.today };
    const written = await updateUndone(ctx.pool, owner, cardId, read.version ?? 0, undo);
    return written ? { card: cardOf(withState(read, dated)), reviewId, undone: true } : undefined;
  });
}

function untilWritten<T>(ctx: Context, owner: OwnerId, attempt: () => Promise<T | undefined>): Promise<T> {
  // Of attempts that read the same state only one can be written, so this server lets a user make one at a time.
  return userLock(ctx)(owner, async () => {
    for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
      const result = await attempt();
      if (result !== undefined) return result;
    }
    throw new AppError("unavailable", "Hay demasiadas revisiones a la vez. Inténtalo de nuevo.");
  });
}

function answerAgain(read: RatingRead, review: ExistingReview, reviewId: string): ReviewResult {
  if (review.cardId !== read.id) throw new AppError("conflict", "Esa revisión pertenece a otra carta");
  if (review.undone) return { card: cardOf(read), reviewId, undone: true };
  return { card: cardOf(withState(read, withDueDate(review.stateAfter, review.timeZone))), reviewId };
}

/**
 * The log keeps the state before each review. It is the state now if the calibration did not move since, and the memory is
 * by the present weights if they were in force by then. Otherwise what they make of the rest of the log takes its place.
 */
async function stateWithout(ctx: Context, owner: OwnerId, read: RatingRead, review: ExistingReview): Promise<Without> {
  const { id, stateBefore, stateAfter } = review;
  const hardSinceForgotten = await hardWithout(ctx, owner, read, review);
  const { foldedThrough, foldedA, foldedB } = read;
  if (foldedThrough !== null && id <= foldedThrough)
    return refoldedWithout(ctx, owner, read, review, hardSinceForgotten);
  const isPresent = read.calibrationA === stateAfter.calibrationA && read.calibrationB === stateAfter.calibrationB;
  if (isPresent) return { id, state: { ...stateBefore, hardSinceForgotten }, foldedA, foldedB };
  const folded = {
    ...IDENTITY_CALIBRATION,
    a: foldedA ?? IDENTITY_CALIBRATION.a,
    b: foldedB ?? IDENTITY_CALIBRATION.b,
  };
  const { a, b } = recalibrate(folded, await selectScoredReviewsWithout(ctx.db, owner, id, foldedThrough));
  return { id, state: { ...stateBefore, calibrationA: a, calibrationB: b, hardSinceForgotten }, foldedA, foldedB };
}

async function refoldedWithout(
  ctx: Context,
  owner: OwnerId,
  read: RatingRead,
  { id, stateBefore }: ExistingReview,
  hardSinceForgotten: number | null,
): Promise<Without> {
  const through = read.foldedThrough as number;
  const folded = await foldWithout(ctx, owner, read.weights, { through, without: id, cardId: read.id });
  const later = await selectScoredReviewsWithout(ctx.db, owner, id, through);
  const { a, b } = recalibrate({ ...IDENTITY_CALIBRATION, a: folded.a, b: folded.b }, later);
  const state = { ...stateBefore, ...folded.memory, calibrationA: a, calibrationB: b, hardSinceForgotten };
  return { id, state, foldedA: folded.a, foldedB: folded.b };
}

// From the log, because a count that has not moved may also have been set back and reached again.
async function hardWithout(ctx: Context, owner: OwnerId, read: RatingRead, { id, grade }: ExistingReview) {
  const { hardSinceForgotten } = read;
  if (hardSinceForgotten === null || grade === 3 || grade === 4) return hardSinceForgotten;
  return selectHardSinceForgottenWithout(ctx.db, owner, id);
}

function reviewNotFound() {
  return notFound("La revisión no existe");
}
