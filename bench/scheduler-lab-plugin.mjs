// The product's scheduler as a plug-in of the scheduler lab, which measures by replayed review logs and simulated
// learners how a change affects prediction and study time. The plug-in contains no scheduling of its own.
import { IDENTITY_CALIBRATION } from "@repasa/scheduler/calibration.ts";
import { fold } from "@repasa/scheduler/fold.ts";
import { forecastExam, forecastIfStopped } from "@repasa/scheduler/forecast.ts";
import { meansRecalled, NEW_LEARNER } from "@repasa/scheduler/learner.ts";
import { createModel } from "@repasa/scheduler/memory.ts";
import { estimateMisfit } from "@repasa/scheduler/misfit.ts";
import { gradeAnswer } from "@repasa/scheduler/rating.ts";
import { refit } from "@repasa/scheduler/refit.ts";
import { NEW_CARD, predictRecall, rate } from "@repasa/scheduler/schedule.ts";
import { DEFAULT_SCHEDULE_SETTINGS } from "../apps/server/src/features/schedule/schedule.defaults.ts";

const DAY = 86_400_000;
const RECENT_REVIEWS = 3000; // the same number as on the server

const dayAt = (time) => Math.floor(time / DAY);

/** Creates a record of what is in the product's log but not in the lab's history: the grade of each answer, and totals. */
function createRecord() {
  const record = { grades: [], scored: 0, predicted: [], pressed: { first: [0, 0, 0, 0], recalled: [0, 0, 0] } };
  const add = ({ grade, scored, elapsedDays, predictedRecall: expected }, isKnown) => {
    record.grades.push(grade);
    if (scored) record.scored++;
    if (scored && isKnown) record.predicted.push({ elapsedDays, expected, recalled: grade !== 1 });
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
  { scored, predicted, pressed },
) {
  const misfit = estimateMisfit(predicted.slice(-RECENT_REVIEWS));
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
 * Creates a learner. Times are milliseconds such that `floor(time / 86400000)` is the learner's study day.
 *
 * @param {{ desiredRetention?: number, w?: readonly number[], examAt?: number }} [options] By default, settings and weights
 *   are those of the product.
 */
export default function create({ desiredRetention = DEFAULT_SCHEDULE_SETTINGS.desiredRetention, w, examAt } = {}) {
  const examDay = examAt === undefined ? undefined : dayAt(examAt);
  const unfitted = w ? createModel(w) : NEW_LEARNER.model;
  const { record, add } = createRecord();
  let learner = { ...NEW_LEARNER, settings: { ...DEFAULT_SCHEDULE_SETTINGS, desiredRetention }, model: unfitted };
  let replayed = 0;

  const gradeNow = (difficulty, recalled) => {
    const answerResult = recalled === undefined ? null : recalled ? "correct" : "incorrect";
    return gradeAnswer({ difficulty, answerResult }, meansRecalled(learner));
  };

  return {
    name: "Repasa",

    // The card is copied, because the lab adds a property to it.
    newCard: () => ({ ...NEW_CARD }),

    review(card, difficulty, now, { recalled, load, replay = false, due } = {}) {
      const grade = replay ? record.grades[replayed++] : gradeNow(difficulty, recalled);
      const outcome = rate(card, grade, dayAt(now), learner, { load, examDay });
      if (!replay) {
        add(outcome.entry, meansRecalled(learner));
        learner = { ...learner, calibration: outcome.calibration };
      }
      // A replay retains the due day of the log.
      if (due !== undefined) return { state: { ...outcome.card, dueDay: dayAt(due) }, due };
      return { state: outcome.card, due: now + outcome.entry.intervalDays * DAY };
    },

    recall: (card, now) => predictRecall(card, dayAt(now), learner),

    forecast: (states, now, at, x = {}) => forecast(states, now, at, x, learner, record),

    fit(history) {
      const log = history.map(({ cardId, now }, i) => ({ cardId, day: dayAt(now), grade: record.grades[i] }));
      const fitted = refit(log);
      if (fitted === null || (fitted.weights === null && learner.model === unfitted)) return false;
      const model = fitted.weights === null ? unfitted : createModel(fitted.weights);
      const { calibration } = fold(log, { ...learner, model, calibration: IDENTITY_CALIBRATION });
      learner = { ...learner, model, calibration };
      replayed = 0;
      record.predicted = [];
      return true;
    },
  };
}
