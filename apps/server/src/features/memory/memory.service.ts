import type { Memory } from "@repasa/contract/progress.ts";
import { calibratedRecall, saysForgotten } from "@repasa/scheduler/calibration.ts";
import { misfitOf } from "@repasa/scheduler/misfit.ts";
import { refitDueAt } from "@repasa/scheduler/refit.ts";
import { teachingPlaces } from "@repasa/scheduler/training.ts";
import type { Context } from "#context.ts";
import { parseWeights } from "#features/schedule/schedule.state.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { memoryJobs } from "./memory.jobs.ts";
import { livesIn } from "./memory.log.ts";
import {
  selectFolded,
  selectLearned,
  selectLog,
  selectLogWithout,
  selectNewestLog,
  selectScoredReviews,
  updateFolded,
  updateMemories,
} from "./memory.queries.ts";
import type { Folded } from "./memory.thread.ts";
import { foldInThread } from "./memory.threads.ts";

/** What was learned of a user's memory, or how much is missing for that. */
export async function readMemory(ctx: Context, owner: OwnerId): Promise<Memory> {
  const { wanted: on, own, refit } = await selectLearned(ctx.db, owner);
  const needed = refitDueAt(null);
  if (refit === null) return { on, reviews: await countTeaching(ctx, owner), needed, learned: null };
  const { fittedAt, learnedFrom, gapBefore, gapAfter } = refit;
  const learned = { at: fittedAt.toISOString(), own, before: gapBefore, after: gapAfter };
  return { on, reviews: learnedFrom, needed, learned };
}

/** More would have been learned from, if they taught. */
const COUNTED_REVIEWS = 5_000;

async function countTeaching(ctx: Context, owner: OwnerId): Promise<number> {
  const { reviews, whole } = livesIn(await selectNewestLog(ctx.db, owner, COUNTED_REVIEWS));
  // Of a part of the log all lives count, since most of them began before it.
  const isPart = reviews.length >= COUNTED_REVIEWS;
  return teachingPlaces(isPart ? reviews : reviews.filter(({ cardId }) => whole.has(cardId))).teaching;
}

/** Has it looked at soon whose weights are to be fitted or forgotten; in a transaction, if that commits. */
export async function askToLearn(ctx: Context, db: Queryable): Promise<void> {
  await ctx.enqueue(db, memoryJobs.learn, [{}]);
}

/**
 * The log up to a review folded without another, under the weights that `weights` is in the database: the memory of a
 * card, null if nothing of it is left, and the calibration.
 */
export async function foldWithout(
  ctx: Context,
  owner: OwnerId,
  weights: string | null,
  log: { through: number; without: number; cardId: number },
) {
  const text = await selectLogWithout(ctx.db, owner, log.through, log.without);
  const folded = await foldInThread(text, weights === null ? null : parseWeights(weights));
  const at = folded.cardIds.indexOf(log.cardId);
  const memory = {
    stability: folded.stabilities[at] as number,
    memoryDifficulty: folded.difficulties[at] as number,
    easeFactor: folded.easeFactors[at] as number,
  };
  return { memory: at === -1 ? null : memory, a: folded.a, b: folded.b };
}

/** All that stands of the log, folded under the weights that `weights` is in the database. */
export async function foldLog(db: Queryable, owner: OwnerId, weights: string | null) {
  return foldInThread(await selectLog(db, owner), weights === null ? null : parseWeights(weights));
}

/**
 * Folds the whole log again under the current weights, after reviews older than the last fold were added or removed. Does nothing
 * for a learner whose log was never folded. The caller has to recompute the calibration from the log afterwards.
 *
 * @param cardIds The cards whose logs have changed, which are locked. All others keep their memory.
 */
export async function refoldLog(db: Queryable, owner: OwnerId, cardIds: ReadonlySet<number>): Promise<void> {
  const stored = await selectFolded(db, owner);
  if (stored?.foldedThrough == null) return;
  const folded = await foldLog(db, owner, stored.weights);
  await updateMemories(db, owner, onlyOf(folded, cardIds));
  await updateFolded(db, owner, { foldedThrough: stored.through, foldedA: folded.a, foldedB: folded.b });
}

function onlyOf(folded: Folded, wanted: ReadonlySet<number>): Folded {
  const of = (column: readonly number[]) => column.filter((_, index) => wanted.has(folded.cardIds[index] as number));
  const { cardIds, stabilities, difficulties, easeFactors } = folded;
  const columns = { stabilities: of(stabilities), difficulties: of(difficulties), easeFactors: of(easeFactors) };
  return { ...folded, ...columns, cardIds: of(cardIds) };
}

/** More reviews tell hardly more. */
const FORETOLD_REVIEWS = 3000;

/** How far predictions for the learner lie off between kinds of reviews, from those of which it is known how they ended. */
export async function misfitFor(ctx: Context, owner: OwnerId): Promise<number> {
  const scored = await selectScoredReviews(ctx.db, owner, FORETOLD_REVIEWS);
  const told = scored.filter(({ hardSinceForgotten = null }) => saysForgotten({ hardSinceForgotten }));
  return misfitOf(
    told.map(({ elapsedDays, retrievability, recalled, calibrationA: a, calibrationB: b }) => ({
      elapsedDays,
      expected: calibratedRecall({ a, b }, retrievability),
      recalled,
    })),
  );
}
