// Each task runs in a thread of its own: for 25,000 reviews, fitting takes half a second and folding a fifth of a second.
import type { Calibration } from "@repasa/scheduler/calibration.ts";
import { fold } from "@repasa/scheduler/fold.ts";
import { NEW_LEARNER } from "@repasa/scheduler/learner.ts";
import { createModel, DEFAULT_MODEL, type Weights } from "@repasa/scheduler/memory.ts";
import { isRefitDue, type Refit, refit } from "@repasa/scheduler/refit.ts";
import { indexTeachingReviews } from "@repasa/scheduler/training.ts";
import { answerTasks } from "#platform/concurrency/thread-tasks.ts";
import { type Lives, parseLives, selectReviewsOfCompleteLives } from "./memory.log.ts";

/** `log` is JSON for `parseLives` (memory.log.ts); `learnedFrom` is the number of reviews that the last fit has learned from. */
export type Task = { log: string } & (
  | { what: "learn"; learnedFrom: number | null }
  | { what: "fold"; weights: Weights | null }
);

/** A log folded under weights (null for the default ones): the calibration after it, and the memories of its cards in columns. */
export type Folded = {
  weights: Weights | null;
  calibration: Calibration;
  cardIds: number[];
  stabilities: number[];
  difficulties: number[];
  easeFactors: number[];
};

/** The number of reviews that can be learned from, and the fit if one was due. */
export type Learned = { teaching: number; fit: Refit | null; folded: Folded | null };

function learn(lives: Lives, learnedFrom: number | null): Learned {
  const reviews = selectReviewsOfCompleteLives(lives);
  const { teaching } = indexTeachingReviews(reviews);
  const fit = isRefitDue(teaching, learnedFrom) ? refit(reviews) : null;
  return { teaching, fit, folded: fit && foldUnder(lives, fit.weights) };
}

function foldUnder({ reviews, cardIds, initialStates }: Lives, weights: Weights | null): Folded {
  const model = weights === null ? DEFAULT_MODEL : createModel(weights);
  const { cards, calibration } = fold(reviews, { ...NEW_LEARNER, model }, initialStates);
  const folded: Folded = {
    weights,
    calibration,
    cardIds: [],
    stabilities: [],
    difficulties: [],
    easeFactors: [],
  };
  const present = new Map(cardIds.map((id, life) => [id, cards.get(life)]));
  for (const [id, card] of present) {
    if (!card?.memory) continue;
    const { memory, easeFactor } = card;
    folded.cardIds.push(id);
    folded.stabilities.push(memory.stability);
    folded.difficulties.push(memory.difficulty);
    folded.easeFactors.push(easeFactor);
  }
  return folded;
}

answerTasks((task: Task) => {
  const lives = parseLives(task.log);
  return task.what === "learn" ? learn(lives, task.learnedFrom) : foldUnder(lives, task.weights);
});
