import { fold } from "@repasa/scheduler/fold.ts";
import { type ExamAhead, forecastExam } from "@repasa/scheduler/forecast.ts";
import { NEW_LEARNER } from "@repasa/scheduler/learner.ts";
import { DEFAULT_WEIGHTS } from "@repasa/scheduler/memory.ts";
import { refit } from "@repasa/scheduler/refit.ts";
import { NEW_CARD } from "@repasa/scheduler/schedule.ts";
import { simulatedLog } from "@repasa/scheduler/testing/simulated-log.ts";
import { atMost, type Row } from "./row.ts";

const REVIEWS = 25_000;
const CARDS = 500;
const DAYS = 60;
const WARM_UP_RUNS = 3;
const RUNS = 5;

/** Somebody whose memory differs from the defaults, so that there is something to learn. */
const WEIGHTS = DEFAULT_WEIGHTS.map((weight, i) => ({ 2: 4, 3: 15, 20: 0.25 })[i] ?? weight);

/** Time on the processor, which a busy machine does not stretch. */
function medianMs(work: () => void): number {
  for (let run = 0; run < WARM_UP_RUNS; run++) work();
  const times = Array.from({ length: RUNS }, () => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1000;
  });
  return times.sort((a, b) => a - b)[Math.floor(RUNS / 2)] as number;
}

/** An exam in 60 days over 500 cards, half of which have been met. */
function examAhead(): ExamAhead {
  const log = simulatedLog(3000, { weights: WEIGHTS, seed: 2 }).filter(({ cardId }) => cardId < CARDS / 2);
  const { cards, calibration } = fold(log, NEW_LEARNER);
  const today = Math.max(...log.map(({ day }) => day)) + 1;
  return {
    cards: Array.from({ length: CARDS }, (_, id) => ({ id, folderId: id % 10, schedule: cards.get(id) ?? NEW_CARD })),
    today,
    examDay: today + DAYS,
    learner: { ...NEW_LEARNER, calibration },
    plan: {},
    newCardsOn: () => 10,
    attendance: 0.9,
    pressed: { first: [5, 1, 11, 3], recalled: [10, 80, 10] },
    scored: 2000,
    seconds: { review: 8, newCard: 15 },
  };
}

/** Measures how long it takes on a processor to fit the model to a learner, and to forecast an exam: medians. */
async function benchLearning(): Promise<{ refitMs: number; forecastMs: number }> {
  const log = simulatedLog(REVIEWS, { weights: WEIGHTS, seed: 1 });
  const exam = examAhead();
  return { refitMs: medianMs(() => refit(log)), forecastMs: medianMs(() => forecastExam(exam)) };
}

if (import.meta.main) {
  const { refitMs, forecastMs } = await benchLearning();
  console.log(`refit to ${REVIEWS.toLocaleString("en")} reviews: ${refitMs.toFixed(0)} ms (goal: 1,000)`);
  console.log(`forecast of ${CARDS} cards over ${DAYS} days: ${forecastMs.toFixed(0)} ms`);
}

export async function learningRows(): Promise<Row[]> {
  const { refitMs, forecastMs } = await benchLearning();
  const fitting = "fitting the model to 25,000 reviews, and judging it: time on one core, median";
  return [
    atMost(fitting, refitMs, 1000, "ms"),
    atMost("forecast of an exam in 60 days over 500 cards, likewise", forecastMs, 100, "ms"),
  ];
}
