// The product's scheduler as a plug-in of the scheduler lab: replayed review logs and simulated learners tell what a
// change to it does to prediction and to study time. It holds no scheduling of its own.
import { IDENTITY_CALIBRATION, saysForgotten } from "@repasa/scheduler/calibration.ts";
import { fold } from "@repasa/scheduler/fold.ts";
import { forecastExam, forecastIfStopped } from "@repasa/scheduler/forecast.ts";
import { NEW_LEARNER } from "@repasa/scheduler/learner.ts";
import { createModel } from "@repasa/scheduler/memory.ts";
import { gradeOf } from "@repasa/scheduler/rating.ts";
import { refit } from "@repasa/scheduler/refit.ts";
import { NEW_CARD, predictedRecall, rateAs } from "@repasa/scheduler/schedule.ts";
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
  const unfitted = w ? createModel(w) : NEW_LEARNER.model;
  let learner = { ...NEW_LEARNER, settings: { ...DEFAULT_SETTINGS, desiredRetention }, model: unfitted };

  // What each answer counted as, in order: the product's log keeps it, the lab's history has the answers alone.
  const grades = [];
  let replayed = 0;

  let scored = 0;
  const pressed = { first: [0, 0, 0, 0], recalled: [0, 0, 0] };

  const gradeNow = (difficulty, recalled) => {
    const answerResult = recalled === undefined ? null : recalled ? "correct" : "incorrect";
    return gradeOf({ difficulty, answerResult }, saysForgotten(learner.calibration));
  };

  const count = (isFirst, grade) => {
    if (isFirst) pressed.first[grade - 1]++;
    else if (grade > 1) pressed.recalled[grade - 2]++;
  };

  return {
    name: "Repasa",

    // A copy, because the lab writes a mark of its own on it.
    newCard: () => ({ ...NEW_CARD }),

    review(card, difficulty, now, { recalled, load, replay = false, due } = {}) {
      const grade = replay ? grades[replayed++] : gradeNow(difficulty, recalled);
      const outcome = rateAs(card, grade, dayAt(now), learner, { load, examDay });
      if (!replay) {
        grades.push(grade);
        if (outcome.entry.scored) scored++;
        count(card.memory === null, grade ?? 2);
        learner = { ...learner, calibration: outcome.calibration };
      }
      return due === undefined
        ? { state: outcome.card, due: now + outcome.entry.intervalDays * DAY }
        : { state: { ...outcome.card, dueDay: dayAt(due) }, due };
    },

    recall: (card, now) => predictedRecall(card, dayAt(now), learner),

    forecast(states, now, at, { study = true, newPerDay = 0, attendance = 1 } = {}) {
      if (!study) {
        const cards = states.map((schedule, i) => ({ schedule, day: dayAt(Array.isArray(at) ? at[i] : at) }));
        return forecastIfStopped(cards, dayAt(now), learner, scored);
      }
      return forecastExam({
        cards: states.map((schedule, i) => ({ id: schedule.id ?? i, schedule, folderId: 1 })),
        today: dayAt(now),
        examDay: dayAt(at),
        learner,
        plan: {},
        newCardsOn: () => newPerDay,
        attendance,
        pressed,
        scored,
        seconds: { review: 8, newCard: 8 },
      }).expected;
    },

    fit(history) {
      const log = history.map(({ cardId, now }, i) => ({ cardId, day: dayAt(now), grade: grades[i] }));
      const fitted = refit(log);
      if (fitted === null || (fitted.weights === null && learner.model === unfitted)) return false;
      const model = fitted.weights === null ? unfitted : createModel(fitted.weights);
      const { calibration } = fold(log, { ...learner, model, calibration: IDENTITY_CALIBRATION });
      learner = { ...learner, model, calibration };
      replayed = 0;
      return true;
    },
  };
}
