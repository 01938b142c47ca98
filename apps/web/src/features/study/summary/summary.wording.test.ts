// @vitest-environment node
import { describe, expect, it } from "vitest";
import { computeStudyTime, describeDay, describeTomorrow } from "#features/study/summary/summary.wording.ts";
import { sampleStats } from "#testing/sample-data.ts";

describe("the wording of the summary", () => {
  it.each([
    [{ cardsDueToday: 0, currentStreak: 1, longestStreak: 1 }, "Día completo."],
    [{ cardsDueToday: 0, currentStreak: 4, longestStreak: 4 }, "Día completo. Es tu récord."],
    [{ cardsDueToday: 3, currentStreak: 4, longestStreak: 9 }, "Hoy ya cuenta."],
    [{ cardsDueToday: 3, currentStreak: 4, longestStreak: 4 }, "Hoy ya cuenta. Es tu récord."],
  ])("%j is: %s", (stats, text) => {
    expect(describeDay(sampleStats(stats))).toBe(text);
  });

  it.each([
    [{ status: "future", asked: 14 }, "Mañana te esperan 14 cartas."],
    [{ status: "future", asked: 1 }, "Mañana te espera 1 carta."],
    [{ status: "future", asked: 0 }, "Mañana no te espera ninguna carta."],
    [{ status: "break", asked: undefined }, "Mañana descansas."],
  ] as const)("%j is: %s", (day, text) => {
    expect(describeTomorrow(day)).toBe(text);
  });

  it("adds up the times of all ratings, of which earlier versions stored none", () => {
    expect(computeStudyTime([{ durationMs: 4000 }, {}, { durationMs: 500 }])).toBe(4500);
  });
});
