// The product's scheduler as a plug-in of the scheduler lab: replayed review logs and simulated learners tell what a
// change to it does to prediction and to study time. It holds no scheduling of its own.
import { NEW_LEARNER } from "@repasa/scheduler/learner.ts";
import { createModel } from "@repasa/scheduler/memory.ts";
import { NEW_CARD, predictedRecall, rate } from "@repasa/scheduler/schedule.ts";
import { DEFAULT_SETTINGS } from "@repasa/scheduler/settings.ts";

const DAY = 86_400_000;

/**
 * One learner. Times are milliseconds such that `floor(time / 86400000)` is the learner's study day.
 *
 * @param {{ desiredRetention?: number, w?: readonly number[], examAt?: number }} [options] Settings and weights are by default
 *   the product's.
 */
export default function create({ desiredRetention = DEFAULT_SETTINGS.desiredRetention, w, examAt } = {}) {
  const dayAt = (time) => Math.floor(time / DAY);
  const examDay = examAt === undefined ? undefined : dayAt(examAt);
  let learner = {
    ...NEW_LEARNER,
    settings: { ...DEFAULT_SETTINGS, desiredRetention },
    model: w ? createModel(w) : NEW_LEARNER.model,
  };

  return {
    name: "Repasa",

    // A copy, because the lab writes a mark of its own on it.
    newCard: () => ({ ...NEW_CARD }),

    review(card, difficulty, now, { recalled, load, replay = false } = {}) {
      const answerResult = recalled === undefined ? null : recalled ? "correct" : "incorrect";
      const outcome = rate(card, { difficulty, answerResult }, dayAt(now), learner, { load, examDay });
      if (!replay) learner = { ...learner, calibration: outcome.calibration };
      return { state: outcome.card, due: now + outcome.entry.intervalDays * DAY };
    },

    recall: (card, now) => predictedRecall(card, dayAt(now), learner),
  };
}
