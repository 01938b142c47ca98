import { computeRefitThreshold } from "@repasa/scheduler/refit.ts";
import type { Context } from "#context.ts";
import { writeRecorded } from "#features/feed/feed.service.ts";
import { parseWeights, toCalibrationColumns } from "#features/schedule/schedule.state.ts";
import { isLockTimeout } from "#platform/db/database-errors.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import {
  deleteRefit,
  lockCards,
  type Refit,
  type StoredMemory,
  selectChangedEases,
  selectMemory,
  updateLearner,
  updateMemories,
  updateRefitCheck,
  upsertRefit,
} from "./memory.queries.ts";
import type { Folded } from "./memory.thread.ts";
import { foldInThread, learnInThread } from "./memory.threads.ts";

const MAX_ATTEMPTS = 5;

/**
 * Fits a user's weights if the user wants them and a fit is due; resets them if the user does not want them. Only folds the log
 * under the present weights if that alone is due.
 */
export async function updateWeights(ctx: Context, owner: OwnerId, now: Date): Promise<void> {
  for (let attempts = 0; attempts < MAX_ATTEMPTS; attempts++) {
    const stored = await selectMemory(ctx.db, owner);
    if (!stored) return;
    const isDone = stored.wantsFittedWeights
      ? await fitWeights(ctx, owner, stored, now)
      : await resetWeights(ctx, owner, stored);
    if (isDone) return;
  }
  throw new Error("each time the log had changed meanwhile");
}

async function fitWeights(ctx: Context, owner: OwnerId, stored: StoredMemory, fittedAt: Date): Promise<boolean> {
  const { teaching, fit, folded } = await learnInThread(stored.log, stored.learnedFrom);
  if (fit === null || folded === null) {
    // Each review that can be learned from increments the version.
    const reviewsToNextFit = computeRefitThreshold(stored.learnedFrom) - teaching;
    if (stored.isFoldDue) return foldAgain(ctx, owner, stored, reviewsToNextFit);
    await updateRefitCheck(ctx.db, owner, stored.version + reviewsToNextFit);
    return true;
  }
  const { learnedFrom, before, after } = fit;
  return writeFolded(ctx, owner, stored, folded, {
    fittedAt,
    learnedFrom,
    logLossBefore: before.logLoss,
    logLossAfter: after.logLoss,
    gapBefore: before.gap,
    gapAfter: after.gap,
  });
}

async function foldAgain(ctx: Context, owner: OwnerId, stored: StoredMemory, reviewsToNextFit: number) {
  const { log, weights } = stored;
  const folded = await foldInThread(log, weights === null ? null : parseWeights(weights));
  return writeFolded(ctx, owner, stored, folded, { reviewsToNextFit });
}

async function resetWeights(ctx: Context, owner: OwnerId, stored: StoredMemory): Promise<boolean> {
  return writeFolded(ctx, owner, stored, await foldInThread(stored.log, null), null);
}

/**
 * Stores weights together with the memories and the calibration that they give for the log. Due dates stay the same. Returns
 * false, without writing anything, if a card was rated or a rating undone since the log was read.
 *
 * @param refit The fit that the weights come from; null if they come from none, and the last fit is to be forgotten. If the last
 *   fit is to stay, the number of reviews until the next one.
 */
export async function writeFolded(
  ctx: Context,
  owner: OwnerId,
  { version, lastReviewId }: Pick<StoredMemory, "version" | "lastReviewId">,
  folded: Folded,
  refit: Refit | null | { reviewsToNextFit: number },
): Promise<boolean> {
  const calibration = toCalibrationColumns(folded.calibration);
  const learner = {
    weights: folded.weights && [...folded.weights],
    ...calibration,
    foldedThrough: lastReviewId,
    folded: calibration,
    calibratedThrough: null,
    refitCheckAt: version + 1 + countReviewsToNextFit(refit),
  };
  try {
    return await writeRecorded(ctx.db, owner, async (transaction, noted) => {
      // The same order as in a rating: the cards are locked first, then the version is compared.
      await lockCards(transaction, owner);
      if (!(await updateLearner(transaction, owner, version, learner))) return false;
      noted.changed("card", await selectChangedEases(transaction, owner, folded));
      // They say whether the learner seems never to forget, which follows from the calibration.
      noted.preferencesChanged();
      await updateMemories(transaction, owner, folded);
      if (refit === null) await deleteRefit(transaction, owner);
      else if ("learnedFrom" in refit) await upsertRefit(transaction, owner, refit);
      return true;
    });
  } catch (error) {
    if (isLockTimeout(error)) return false;
    throw error;
  }
}

function countReviewsToNextFit(refit: Refit | null | { reviewsToNextFit: number }): number {
  if (refit === null) return 0;
  return "learnedFrom" in refit ? computeRefitThreshold(refit.learnedFrom) - refit.learnedFrom : refit.reviewsToNextFit;
}
