import { findCatchUpNumber, suggestCatchUp } from "@repasa/scheduler/backlog.ts";
import { simulateArrival } from "@repasa/scheduler/testing/anki-students.ts";
import { simulateExam } from "@repasa/scheduler/testing/exam-students.ts";
import { createBacklog, createReturn, followPlan } from "@repasa/scheduler/testing/returning-students.ts";
import { type Course, MEMORIES, PRESSES, simulateCourse } from "@repasa/scheduler/testing/simulated-students.ts";
import { atLeast, atMost, type Row } from "./row.ts";
import { sized } from "./size.ts";

const SEEDS = [1, 2, 3, 4, 5].slice(0, sized(5, 1));

/** The goals after half a year: the least share of cards that is known, and the most minutes of study. */
const GOALS: Record<keyof typeof PRESSES, readonly [known: number, minutes: number]> = {
  "types the answers": [0.935, 600],
  honest: [0.935, 570],
  "honest, often Difícil": [0.935, 720],
  "three buttons": [0.935, 560],
  "three buttons, often Difícil": [0.935, 3350],
  "three buttons, Difícil for failures alone": [0.93, 480],
  "never admits a failure": [0.77, 310],
  "types half the cards, three buttons": [0.94, 600],
  "one answer in 40": [0.94, 600],
};

const FORTNIGHTLY_TEST = { every: 14, size: 20 } as const;

const average = (figures: number[]) => figures.reduce((sum, figure) => sum + figure, 0) / figures.length;

function simulateHalfAYear(press: Course["press"], test?: Course["test"]) {
  const usual = { press, test, cards: sized(500, 50), newPerDay: 20, days: sized(180, 10) };
  const attends: Course["attends"] = (_day, random) => random() < 0.9;
  const runs = Object.values(MEMORIES).flatMap((weights) =>
    SEEDS.map((seed) => simulateCourse({ ...usual, attends, weights, seed })),
  );
  const averageOf = (name: "recall" | "minutes" | "loss") => average(runs.map((run) => run[name]));
  return { known: averageOf("recall"), minutes: averageOf("minutes"), loss: averageOf("loss") };
}

/** A student who stopped for 120 days, and catches up by the plan that the product suggests. */
function measureReturn(): Row[] {
  const plans = SEEDS.map((seed) => {
    const returned = createReturn({ cards: 397, away: 120, seed });
    const { days, perDay } = suggestCatchUp(returned.backlog);
    const half = followPlan(returned, perDay, Math.floor(days / 2)).length;
    const today = returned.today + half;
    const needed = findCatchUpNumber(createBacklog(returned, today, returned.backlog.usual), days - half);
    const took = half + followPlan({ ...returned, today }, perDay).length;
    return { change: Math.abs(needed / perDay - 1), late: Math.abs(took - days) };
  });
  const change = average(plans.map((plan) => plan.change));
  const late = average(plans.map((plan) => plan.late));
  return [
    atMost("stops for 120 days: daily number that is needed halfway, off the plan's", 100 * change, 15, "%"),
    atMost("stops for 120 days: end of the plan, off its date", late, 2, "days", 1),
  ];
}

/** A student of Anki with 2,000 cards who returns after three days and goes on here. */
function measureArrival(): Row[] {
  const anki = { today: 20_600, cards: sized(2000, 200), retention: 0.85, days: 200, daysAway: 3 };
  const arrivals = Object.values(MEMORIES).map((weights) => simulateArrival({ ...anki, weights }, 60));
  const busiest = Math.max(...arrivals.map(({ due, answers }) => Math.max(...answers) / due));
  const gain = average(arrivals.map(({ recalled, recalledBefore }) => recalled - recalledBefore));
  return [
    atMost("arrives from Anki: busiest morning, of the cards due in Anki", 100 * busiest, 100, "%"),
    atLeast("arrives from Anki: share recalled, less that of the log", gain, 0, 3),
  ];
}

/** A student who sees all cards for the first time on the evening before the exam. */
function measureEvening(): Row[] {
  const evening = { cards: 60, newPerDay: 60, days: 1, askedOn: 0 };
  const results = Object.values(MEMORIES).flatMap((weights) =>
    [PRESSES.honest, PRESSES["three buttons"]].flatMap((press) =>
      SEEDS.map((seed) => simulateExam({ ...evening, weights, press, seed })),
    ),
  );
  const within = results.filter(({ known, expected: { low, high } }) => low <= known && known <= high);
  const width = average(results.map(({ expected: { low, high } }) => high - low));
  return [
    atLeast("evening before the exam: share of students within the band", within.length / results.length, 0.9, 2),
    atMost("evening before the exam: width of the band", 100 * width, 20, "%"),
  ];
}

/** Simulates learners who press, pause and arrive in their own ways, each with several kinds of memory. */
export async function measureLearners(): Promise<Row[]> {
  const losses: Record<string, number> = {};
  const rows = Object.entries(GOALS).flatMap(([name, [least, most]]) => {
    const { known, minutes, loss } = simulateHalfAYear(PRESSES[name as keyof typeof PRESSES]);
    losses[name] = loss;
    return [atLeast(`${name}: share known`, known, least, 3), atMost(`${name}: minutes`, minutes, most)];
  });
  const compare = (other: keyof typeof PRESSES, most: number) => {
    const difference = (losses["types the answers"] ?? Number.NaN) - (losses[other] ?? Number.NaN);
    return atMost(`types the answers: excess log loss of prediction, less that of "${other}"`, difference, most, "", 4);
  };
  const tested = simulateHalfAYear(PRESSES["three buttons"], FORTNIGHTLY_TEST);
  return [
    ...rows,
    atLeast("a test every 14 days: share known", tested.known, 0.94, 3),
    atMost("a test every 14 days: minutes", tested.minutes, 600),
    compare("three buttons", 0),
    compare("honest", 0.003),
    ...measureReturn(),
    ...measureArrival(),
    ...measureEvening(),
  ];
}
