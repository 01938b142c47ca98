import { computeRefitThreshold } from "@repasa/scheduler/refit.ts";
import type { Context } from "#context.ts";
import { writeRecorded } from "#features/feed/feed.service.ts";
import { toCalibrationColumns } from "#features/schedule/schedule.state.ts";
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

/** Fits a user's weights if the user wants them and a fit is due; resets them if the user does not want them. */
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
    await updateRefitCheck(ctx.db, owner, stored.version + computeRefitThreshold(stored.learnedFrom) - teaching);
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

async function resetWeights(ctx: Context, owner: OwnerId, stored: StoredMemory): Promise<boolean> {
  return writeFolded(ctx, owner, stored, await foldInThread(stored.log, null), null);
}

/**
 * Stores weights together with the memories and the calibration that they give for the log. Due dates stay the same. Returns
 * false, without writing anything, if a card was rated or a rating undone since the log was read.
 */
export async function writeFolded(
  ctx: Context,
  owner: OwnerId,
  { version, lastReviewId }: Pick<StoredMemory, "version" | "lastReviewId">,
  folded: Folded,
  refit: Refit | null,
): Promise<boolean> {
  const reviewsToNextFit = refit === null ? 0 : computeRefitThreshold(refit.learnedFrom) - refit.learnedFrom;
  const calibration = toCalibrationColumns(folded.calibration);
  const learner = {
    weights: folded.weights && [...folded.weights],
    ...calibration,
    foldedThrough: lastReviewId,
    folded: calibration,
    calibratedThrough: null,
    refitCheckAt: version + 1 + reviewsToNextFit,
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
      await (refit === null ? deleteRefit(transaction, owner) : upsertRefit(transaction, owner, refit));
      return true;
    });
  } catch (error) {
    if (isLockTimeout(error)) return false;
    throw error;
  }
}
