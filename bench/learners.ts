import { type Course, MEMORIES, PRESSES, simulateCourse } from "@repasa/scheduler/testing/simulated-students.ts";
import { atLeast, atMost, type Row } from "./row.ts";

const SEEDS = [1, 2, 3, 4, 5];

/** The goals after half a year: the least share of cards that is known, and the most minutes of study. */
const GOALS: Record<keyof typeof PRESSES, readonly [known: number, minutes: number]> = {
  honest: [0.935, 570],
  "honest, often Difícil": [0.935, 720],
  "three buttons": [0.935, 560],
  "three buttons, often Difícil": [0.935, 3350],
  "three buttons, Difícil for failures alone": [0.93, 480],
  "never admits a failure": [0.77, 310],
};

function simulateHalfAYear(press: Course["press"]) {
  const usual = { press, cards: 500, newPerDay: 20, days: 180 };
  const attends: Course["attends"] = (_day, random) => random() < 0.9;
  const runs = Object.values(MEMORIES).flatMap((weights) =>
    SEEDS.map((seed) => simulateCourse({ ...usual, attends, weights, seed })),
  );
  const average = (figures: number[]) => figures.reduce((sum, figure) => sum + figure, 0) / figures.length;
  return { known: average(runs.map(({ recall }) => recall)), minutes: average(runs.map(({ minutes }) => minutes)) };
}

/** Simulates half a year of learners who press buttons in their own ways, each with several kinds of memory. */
export async function measureLearners(): Promise<Row[]> {
  return Object.entries(GOALS).flatMap(([name, [least, most]]) => {
    const { known, minutes } = simulateHalfAYear(PRESSES[name as keyof typeof PRESSES]);
    return [atLeast(`${name}: share known`, known, least, 3), atMost(`${name}: minutes`, minutes, most)];
  });
}
