// The product's scheduler as a plug-in of the scheduler lab: replayed review logs and simulated learners tell what a
// change to it does to prediction and to study time. It holds no scheduling of its own.
import { IDENTITY_CALIBRATION, saysForgotten } from "@repasa/scheduler/calibration.ts";
import { fold } from "@repasa/scheduler/fold.ts";
import { forecastExam, forecastIfStopped } from "@repasa/scheduler/forecast.ts";
import { NEW_LEARNER } from "@repasa/scheduler/learner.ts";
import { createModel } from "@repasa/scheduler/memory.ts";
import { misfitOf } from "@repasa/scheduler/misfit.ts";
import { gradeOf } from "@repasa/scheduler/rating.ts";
import { refit } from "@repasa/scheduler/refit.ts";
import { NEW_CARD, predictedRecall, rateAs } from "@repasa/scheduler/schedule.ts";
import { DEFAULT_SETTINGS } from "@repasa/scheduler/settings.ts";

const DAY = 86_400_000;
const RECENT_REVIEWS = 3000; // as the server

const dayAt = (time) => Math.floor(time / DAY);

/** What the product's log keeps and the lab's history does not: what each answer counted as, and figures over all. */
function createRecord() {
  const record = { grades: [], scored: 0, foretold: [], pressed: { first: [0, 0, 0, 0], recalled: [0, 0, 0] } };
  const add = ({ grade, scored, elapsedDays, predictedRecall: expected }, isKnown) => {
    record.grades.push(grade);
    if (scored) record.scored++;
    if (scored && isKnown) record.foretold.push({ elapsedDays, expected, recalled: grade !== 1 });
    const counted = grade ?? 2;
    if (elapsedDays === null) record.pressed.first[counted - 1]++;
    else if (counted > 1) record.pressed.recalled[counted - 2]++;
  };
  return { record, add };
}

function forecast(
  states,
  now,
  at,
  { study = true, newPerDay = 0, attendance = 1 },
  learner,
  { scored, foretold, pressed },
) {
  const misfit = misfitOf(foretold.slice(-RECENT_REVIEWS));
  const today = dayAt(now);
  if (!study) {
    const cards = states.map((schedule, i) => ({ schedule, day: dayAt(at[i]) }));
    return forecastIfStopped(cards, today, learner, scored, misfit);
  }
  const cards = states.map((schedule, i) => ({ id: schedule.id ?? i, schedule, folderId: 1 }));
  const seconds = { review: 8, newCard: 8 };
  const ahead = { cards, today, examDay: dayAt(at), learner, plan: {}, newCardsOn: () => newPerDay, attendance };
  return forecastExam({ ...ahead, pressed, scored, misfit, seconds }).expected;
}

/**
 * One learner. Times are milliseconds such that `floor(time / 86400000)` is the learner's study day.
 *
 * @param {{ desiredRetention?: number, w?: readonly number[], examAt?: number }} [options] Settings and weights are by default
 *   the product's.
 */
export default function create({ desiredRetention = DEFAULT_SETTINGS.desiredRetention, w, examAt } = {}) {
  const examDay = examAt === undefined ? undefined : dayAt(examAt);
  const unfitted = w ? createModel(w) : NEW_LEARNER.model;
  const { record, add } = createRecord();
  let learner = { ...NEW_LEARNER, settings: { ...DEFAULT_SETTINGS, desiredRetention }, model: unfitted };
  let replayed = 0;

  const gradeNow = (difficulty, recalled) => {
    const answerResult = recalled === undefined ? null : recalled ? "correct" : "incorrect";
    return gradeOf({ difficulty, answerResult }, saysForgotten(learner.calibration));
  };

  return {
    name: "Repasa",

    // A copy, because the lab writes a mark of its own on it.
    newCard: () => ({ ...NEW_CARD }),

    review(card, difficulty, now, { recalled, load, replay = false, due } = {}) {
      const grade = replay ? record.grades[replayed++] : gradeNow(difficulty, recalled);
      const outcome = rateAs(card, grade, dayAt(now), learner, { load, examDay });
      if (!replay) {
        add(outcome.entry, saysForgotten(learner.calibration));
        learner = { ...learner, calibration: outcome.calibration };
      }
      // In a replay the day that was decided then stands.
      if (due !== undefined) return { state: { ...outcome.card, dueDay: dayAt(due) }, due };
      return { state: outcome.card, due: now + outcome.entry.intervalDays * DAY };
    },

    recall: (card, now) => predictedRecall(card, dayAt(now), learner),

    forecast: (states, now, at, x = {}) => forecast(states, now, at, x, learner, record),

    fit(history) {
      const log = history.map(({ cardId, now }, i) => ({ cardId, day: dayAt(now), grade: record.grades[i] }));
      const fitted = refit(log);
      if (fitted === null || (fitted.weights === null && learner.model === unfitted)) return false;
      const model = fitted.weights === null ? unfitted : createModel(fitted.weights);
      const { calibration } = fold(log, { ...learner, model, calibration: IDENTITY_CALIBRATION });
      learner = { ...learner, model, calibration };
      replayed = 0;
      record.foretold = [];
      return true;
    },
  };
}
