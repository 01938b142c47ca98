import { randomUUID } from "node:crypto";
import { NOT_A_UUID } from "@repasa/contract/fields.ts";
import type { ReviewResult } from "@repasa/contract/study.ts";
import { type Context, perContext } from "#context.ts";
import { cardNotFound, toCard } from "#features/cards/cards.service.ts";
import { foldWithout } from "#features/memory/memory.service.ts";
import { reopenDays } from "#features/schedule/days/days.service.ts";
import { moveDueCount } from "#features/schedule/schedule.load.ts";
import { isSettled, settlePastDays } from "#features/schedule/schedule.settling.ts";
import { addDueDate, applyState, toLoggedState } from "#features/schedule/schedule.state.ts";
import { AccountTurns } from "#platform/concurrency/account-turns.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError, notFound } from "#platform/http/app-error.ts";
import type { Moment } from "#platform/time/local-days.ts";
import type { LoggedState } from "#schema/schedule.ts";
import { type CalibrationPoint, selectHardSinceForgottenWithout } from "./calibration/calibration.queries.ts";
import { calibrationWithout } from "./calibration/calibration.service.ts";
import {
  type ExistingReview,
  insertReview,
  type RatingRead,
  selectRatingRead,
  selectReviewRead,
  type Undo,
  updateUndone,
} from "./study.queries.ts";
import { momentGiven, type Rating, reviewOf } from "./study.rating.ts";

const MAX_ATTEMPTS = 20;
const ratingTurns = perContext(() => new AccountTurns({ maxWaiting: Number.POSITIVE_INFINITY }));

type StateWithout = Omit<Undo, "at" | "date" | "dueCounts">;

export function rateCard(
  ctx: Context,
  owner: OwnerId,
  moment: Moment,
  cardId: number,
  rating: Rating,
): Promise<ReviewResult> {
  const reviewId = rating.reviewId ?? randomUUID();
  return untilWritten(ctx, owner, async () => {
    const read = await selectRatingRead(ctx.statements.reads, owner, cardId, rating.studySessionId ?? null);
    if (!read) throw cardNotFound();
    const given = momentGiven(read, moment, rating.waitedMs ?? 0);
    if (!isSettled(given, read.settledThrough)) await settlePastDays(ctx, owner, given);
    const review = reviewOf(read, given, rating, reviewId, ctx.scheduleSettings);
    if (isKept(given, read)) {
      // Days that are over are not told anew for a rating that they know.
      const again = await answerAgain(ctx, owner, cardId, reviewId);
      if (again) return again;
      await reopenDays(ctx, owner, given.today);
    }
    const outcome = await insertReview(ctx.statements.pooled, owner, cardId, read.version ?? 0, review);
    // Undefined when it has just been taken out of the log, with the import that brought it: then this one may be written.
    if (outcome === "known") return answerAgain(ctx, owner, cardId, reviewId);
    if (outcome === "outrun") return undefined;
    ctx.metrics.rated();
    return { card: toCard(applyState(read, review.stateAfter)), reviewId };
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
    const read = await selectReviewRead(ctx.statements.reads, owner, cardId, reviewId);
    if (!read) throw cardNotFound();
    const { review } = read;
    if (review?.cardId !== cardId) throw reviewNotFound();
    if (review.undone) return { card: toCard(read), reviewId, undone: true };
    if (!review.isLatest) throw new AppError("conflict", "Solo se puede deshacer la última revisión de la carta");
    if (!isSettled(moment, read.settledThrough)) await settlePastDays(ctx, owner, moment);
    const { state, ...without } = await stateWithout(ctx, owner, read, review);
    const dated = addDueDate(state, review.timeZone);
    const dueCounts = moveDueCount(read, dated.nextReviewDate);
    const undo = { ...without, state: dated, dueCounts, at: moment.now, date: moment.today };
    if (isKept(moment, read)) await reopenDays(ctx, owner, moment.today);
    const written = await updateUndone(ctx.statements.pooled, owner, cardId, read.version ?? 0, undo);
    return written ? { card: toCard(applyState(read, dated)), reviewId, undone: true } : undefined;
  });
}

/** A rating that comes late, or a traveller's, may count for a date that is settled. The version holds what settles off. */
function isKept({ today }: Moment, { settledThrough }: RatingRead): boolean {
  return settledThrough !== null && settledThrough >= today;
}

function untilWritten<T>(ctx: Context, owner: OwnerId, attempt: () => Promise<T | undefined>): Promise<T> {
  // Of attempts that read the same state only one can be written, so this server lets a user make one at a time.
  return ratingTurns(ctx).run(owner, async () => {
    for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
      const result = await attempt();
      if (result !== undefined) return result;
    }
    throw new AppError("unavailable", "Hay demasiadas revisiones a la vez. Inténtalo de nuevo.");
  });
}

/** The same, to a rating whose first answer was not heard; undefined when the log does not know it. */
async function answerAgain(
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
 * The log keeps the state before each review. It is the state now if the calibration did not move since, and the memory is
 * by the present weights if they were in force by then. Otherwise what they make of the rest of the log takes its place.
 */
async function stateWithout(
  ctx: Context,
  owner: OwnerId,
  read: RatingRead,
  review: ExistingReview,
): Promise<StateWithout> {
  const { id, stateAfter } = review;
  const stateBefore = stateBeforeReview(read, review);
  const hardSinceForgotten = await hardWithout(ctx, owner, read, review);
  const { foldedThrough, foldedA, foldedB } = read;
  if (foldedThrough !== null && id <= foldedThrough)
    return refoldedWithout(ctx, owner, read, review, hardSinceForgotten);
  const isPresent = read.calibrationA === stateAfter.calibrationA && read.calibrationB === stateAfter.calibrationB;
  if (isPresent) return { id, state: { ...stateBefore, hardSinceForgotten }, foldedA, foldedB, ...keptAs(null) };
  const from = { through: foldedThrough ?? 0, a: foldedA, b: foldedB };
  const { a, b, kept } = await calibrationWithout(ctx.db, owner, id, from);
  const state = { ...stateBefore, calibrationA: a, calibrationB: b, hardSinceForgotten };
  return { id, state, foldedA, foldedB, ...keptAs(kept) };
}

async function refoldedWithout(
  ctx: Context,
  owner: OwnerId,
  read: RatingRead,
  review: ExistingReview,
  hardSinceForgotten: number | null,
): Promise<StateWithout> {
  const { id } = review;
  const stateBefore = stateBeforeReview(read, review);
  const through = read.foldedThrough as number;
  const folded = await foldWithout(ctx, owner, read.weights, { through, without: id, cardId: read.id });
  const { a, b, kept } = await calibrationWithout(ctx.db, owner, id, { through, a: folded.a, b: folded.b });
  // What the log tells of a card that was new then is from before it was made new again.
  const memory = stateBefore.stability === null ? null : folded.memory;
  const state = { ...stateBefore, ...memory, calibrationA: a, calibrationB: b, hardSinceForgotten };
  return { id, state, foldedA: folded.a, foldedB: folded.b, ...keptAs(kept) };
}

function keptAs(point: CalibrationPoint | null) {
  const { through = null, a = null, b = null } = point ?? {};
  return { calibratedThrough: through, calibratedA: a, calibratedB: b };
}

/** As the log says, unless the card was made new again since the review: it stays so. */
function stateBeforeReview(read: RatingRead, { stateBefore, stateAfter }: ExistingReview): LoggedState {
  const isNewAgain = read.nextReviewAt === null && stateAfter.nextReviewAt !== null;
  if (!isNewAgain) return stateBefore;
  const { calibrationA: a, calibrationB: b, hardSinceForgotten = null } = stateBefore;
  return toLoggedState(read, { a, b, hardSinceForgotten });
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
