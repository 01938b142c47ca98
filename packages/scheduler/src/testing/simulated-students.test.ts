import { describe, expect, it } from "vitest";
import { DEFAULT_WEIGHTS } from "#memory.ts";
import { type Course, PRESSES, simulateCourse } from "#testing/simulated-students.ts";

const course: Course = {
  weights: DEFAULT_WEIGHTS,
  press: PRESSES.honest,
  cards: 60,
  newPerDay: 10,
  days: 60,
  seed: 1,
};

describe("simulateCourse", () => {
  it("gives the same result for the same seed, and another for another", () => {
    const result = simulateCourse(course);
    expect(simulateCourse(course)).toEqual(result);
    expect(simulateCourse({ ...course, seed: 2 }).answers).not.toEqual(result.answers);
  });

  it("introduces new cards, reviews them when they are due, and studies nothing while the learner is away", () => {
    const { answers } = simulateCourse({ ...course, attends: (day) => day < 3 || day >= 50 });
    expect(answers.slice(0, 2)).toEqual([10, expect.any(Number)]);
    expect(answers[1]).toBeGreaterThanOrEqual(10);
    expect(answers.slice(3, 50).every((count) => count === 0)).toBe(true);
    expect(answers[50]).toBe(40); // the 30 cards that fell due meanwhile, and 10 new ones
  });

  it("predicts the recall of who types as well as that of who presses the buttons honestly", () => {
    const measure = (press: Course["press"]) =>
      [1, 2, 3, 4].reduce((sum, seed) => sum + simulateCourse({ ...course, days: 120, seed, press }).loss / 4, 0);
    const flipped = measure(PRESSES.honest);
    expect(measure(PRESSES["types the answers"])).toBeLessThan(flipped + 0.005);
    expect(measure(PRESSES["never admits a failure"])).toBeGreaterThan(flipped + 0.03);
  });

  it("makes a learner known by their answers alone: who never admits a failure recalls fewer cards in the end", () => {
    const honest = simulateCourse(course);
    expect(honest.recall).toBeGreaterThan(0.9);
    expect(honest.learner.calibration.hardSinceForgotten).not.toBeNull();
    const silent = simulateCourse({ ...course, days: 120, press: PRESSES["never admits a failure"] });
    expect(silent.learner.calibration.hardSinceForgotten).toBeNull();
    expect(silent.recall).toBeLessThan(honest.recall - 0.05);
  });
});
