import { describe, expect, it } from "vitest";
import { simulateAnkiStudy, simulateArrival } from "#testing/anki-students.ts";
import { MEMORIES } from "#testing/simulated-students.ts";

const STUDY = { today: 20_600, cards: 600, retention: 0.85, days: 150, daysAway: 4 };

describe("simulateAnkiStudy", () => {
  it("reviews cards when Anki asks for them, until the student stops", () => {
    const { cards, due, recall, usual } = simulateAnkiStudy(STUDY);
    const days = cards.flatMap(({ reviews }) => reviews.map(({ day }) => day));
    expect(Math.min(...days)).toBe(20_600 - 154);
    expect(Math.max(...days)).toBe(20_600 - 5);
    expect(due).toBe(cards.filter(({ dueDay }) => dueDay <= 20_600).length);
    expect(Math.abs(recall - 0.85)).toBeLessThan(0.02);
    expect(usual).toBeCloseTo((days.length - 600) / 150, 9);
  });

  it("remembers less than Anki expects if the memory is weaker", () => {
    const weak = simulateAnkiStudy({ ...STUDY, weights: MEMORIES["weak first"] });
    expect(weak.recall).toBeLessThan(simulateAnkiStudy(STUDY).recall - 0.015);
  });
});

describe("simulateArrival", () => {
  it("meets on no morning more cards than were due in Anki, and recalls no less than before", () => {
    for (const weights of Object.values(MEMORIES)) {
      const { due, answers, recalledBefore, recalled } = simulateArrival({ ...STUDY, weights }, 40);
      expect(due).toBeGreaterThan(60);
      expect(Math.max(...answers)).toBeLessThanOrEqual(due);
      expect(recalled).toBeGreaterThan(recalledBefore - 0.02);
    }
  });
});
