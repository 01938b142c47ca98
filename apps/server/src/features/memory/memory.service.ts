import type { Memory } from "@repasa/contract/progress.ts";
import { calibrateRecall, reportsForgotten } from "@repasa/scheduler/calibration.ts";
import { estimateMisfit } from "@repasa/scheduler/misfit.ts";
import { computeRefitThreshold } from "@repasa/scheduler/refit.ts";
import type { Context } from "#context.ts";
import { parseWeights, toCalibration, toCalibrationColumns } from "#features/schedule/schedule.state.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { memoryJobs } from "./memory.jobs.ts";
import {
  selectFoldState,
  selectLastRefit,
  selectLog,
  selectLogExcluding,
  selectScoredReviews,
  selectTeachingCount,
  updateFoldState,
  updateMemories,
} from "./memory.queries.ts";
import type { Folded } from "./memory.thread.ts";
import { foldInThread } from "./memory.threads.ts";

/** Returns what was learned about a user's memory, or how many reviews there are and how many are needed for that. */
export async function readMemory(ctx: Context, owner: OwnerId): Promise<Memory> {
  const { wantsFittedWeights: on, usesFittedWeights: own, refit } = await selectLastRefit(ctx.db, owner);
  const needed = computeRefitThreshold(null);
  if (refit === null) return { on, reviews: await selectTeachingCount(ctx.db, owner), needed, learned: null };
  const { fittedAt, learnedFrom, gapBefore, gapAfter } = refit;
  const learned = { at: fittedAt.toISOString(), own, before: gapBefore, after: gapAfter };
  return { on, reviews: learnedFrom, needed, learned };
}

/** Enqueues the job that fits or resets weights. If `db` is a transaction, the job runs only if it commits. */
export async function enqueueLearning(ctx: Context, db: Queryable): Promise<void> {
  await ctx.enqueue(db, memoryJobs.learn, [{}]);
}

/**
 * Folds the log up to the review `through`, without the review `excluded`. Returns the memory of a card, null if the log has no
 * other review of it, and the calibration.
 *
 * @param weights The text of the stored array; null for the default weights.
 */
export async function foldLogExcluding(
  ctx: Context,
  owner: OwnerId,
  weights: string | null,
  log: { through: number; excluded: number; cardId: number },
) {
  const text = await selectLogExcluding(ctx.db, owner, log.through, log.excluded);
  const folded = await foldInThread(text, weights === null ? null : parseWeights(weights));
  const at = folded.cardIds.indexOf(log.cardId);
  const memory = {
    stability: folded.stabilities[at] as number,
    memoryDifficulty: folded.difficulties[at] as number,
    easeFactor: folded.easeFactors[at] as number,
  };
  return { memory: at === -1 ? null : memory, calibration: folded.calibration };
}

/**
 * Folds the reviews that were not undone.
 *
 * @param weights The text of the stored array; null for the default weights.
 */
export async function foldLog(db: Queryable, owner: OwnerId, weights: string | null) {
  return foldInThread(await selectLog(db, owner), weights === null ? null : parseWeights(weights));
}

/**
 * Folds the whole log again under the current weights, after reviews older than the last fold were added or removed. Does nothing
 * for a learner whose log was never folded. The caller has to recompute the calibration from the log afterwards.
 *
 * @param cardIds The cards whose logs have changed. The caller has locked them. The memory of all others stays the same.
 */
export async function refoldLog(db: Queryable, owner: OwnerId, cardIds: ReadonlySet<number>): Promise<void> {
  const stored = await selectFoldState(db, owner);
  if (stored?.foldedThrough == null) return;
  const folded = await foldLog(db, owner, stored.weights);
  await updateMemories(db, owner, filterByCard(folded, cardIds));
  await updateFoldState(db, owner, {
    foldedThrough: stored.lastReviewId,
    folded: toCalibrationColumns(folded.calibration),
  });
}

function filterByCard(folded: Folded, wanted: ReadonlySet<number>): Folded {
  const filter = (column: readonly number[]) =>
    column.filter((_, index) => wanted.has(folded.cardIds[index] as number));
  return {
    ...folded,
    cardIds: filter(folded.cardIds),
    stabilities: filter(folded.stabilities),
    difficulties: filter(folded.difficulties),
    easeFactors: filter(folded.easeFactors),
  };
}

/** The number of newest scored reviews that the misfit is computed from; more would hardly change it. */
const MAX_MISFIT_REVIEWS = 3000;

/** Returns how much predictions for the learner are off between kinds of reviews, computed from reviews with a known result. */
export async function computeMisfit(ctx: Context, owner: OwnerId): Promise<number> {
  const scored = await selectScoredReviews(ctx.db, owner, MAX_MISFIT_REVIEWS);
  const known = scored.filter((review) => review.certain || reportsForgotten(toCalibration(review)));
  return estimateMisfit(
    known.map(({ elapsedDays, retrievability, recalled, certain: _, ...calibration }) => ({
      elapsedDays,
      expected: calibrateRecall(toCalibration(calibration), retrievability),
      recalled,
    })),
  );
}
