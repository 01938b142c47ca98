import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimate } from "#estimate.ts";
import { type Students, simulateTests, USUAL_STUDENTS as usual } from "#testing/students.ts";

describe("estimate", () => {
  it("returns Wilson's interval with the correction for a finite population", () => {
    // z is 1.6449, and n is 20 times 139/120 because of the population.
    const { share, low, high } = estimate({ right: 16, of: 20, cards: 140 });
    expect([share, low, high].map((value) => value.toFixed(3))).toEqual(["0.800", "0.636", "0.902"]);
    // In a population without end it is Wilson's interval.
    const wide = estimate({ right: 16, of: 20, cards: 1e12 });
    expect([wide.low, wide.high].map((value) => value.toFixed(3))).toEqual(["0.622", "0.907"]);
  });

  it("is certain if all cards were asked and none was guessed", () => {
    expect(estimate({ right: 3, of: 4, cards: 4 })).toEqual({ share: 0.75, low: 0.75, high: 0.75 });
    expect(estimate({ right: 1, of: 1, cards: 1 })).toEqual({ share: 1, low: 1, high: 1 });
  });

  it("corrects choices for guessing", () => {
    const choices = (right: number, of: number) => estimate({ right, of, cards: 1000, choices: { right, of } });
    expect(choices(20, 20).share).toBe(1);
    expect(choices(14, 20).share).toBeCloseTo(0.6, 10);
    expect(choices(5, 20).share).toBe(0);
    expect(choices(2, 20)).toMatchObject({ share: 0, low: 0 });
    // Four questions of ten were chosen, and three of these are right: 5 of 6, and (3 - 1) / 0.75 of 4.
    const mixed = estimate({ right: 8, of: 10, cards: 1000, choices: { right: 3, of: 4 } });
    expect(mixed.share).toBeCloseTo((5 + 2 / 0.75) / 10, 10);
    // A guess remains uncertain even if all cards were asked.
    const all = estimate({ right: 14, of: 20, cards: 20, choices: { right: 14, of: 20 } });
    expect(all.high - all.low).toBeGreaterThan(0.1);
  });

  it("says nothing without questions", () => {
    expect(estimate({ right: 0, of: 0, cards: 10 })).toEqual({ share: 0, low: 0, high: 1 });
  });

  it("has its share within its interval, and both from 0 to 1", () => {
    const results = fc
      .tuple(fc.nat(100), fc.nat(100), fc.nat(100), fc.nat(1000))
      .map(([typed, chosen, share, more]) => {
        const choices = { right: Math.round((chosen * share) / 100), of: chosen };
        const right = choices.right + Math.round((typed * share) / 100);
        return { right, of: typed + chosen, cards: typed + chosen + more, choices };
      });
    fc.assert(
      fc.property(results, (one) => {
        const { share, low, high } = estimate(one);
        expect(low).toBeGreaterThanOrEqual(0);
        expect(high).toBeLessThanOrEqual(1);
        expect(share).toBeGreaterThanOrEqual(low - 1e-9);
        expect(share).toBeLessThanOrEqual(high + 1e-9);
      }),
    );
  });
});

describe("estimate of a stratified sample", () => {
  it.each<[string, Students]>([
    ["20 of 140 cards", usual],
    ["50 of 1000 cards", { ...usual, cards: 1000, questions: 50 }],
    ["20 of 40 cards", { ...usual, cards: 40 }],
    ["20 of 140 cards by choosing", { ...usual, choices: 1 }],
    ["40 of 60 cards by choosing", { ...usual, cards: 60, questions: 40, choices: 1 }],
    ["30 of 140 cards, half by choosing", { ...usual, questions: 30, choices: 0.5 }],
    ["100 of 300 cards", { ...usual, cards: 300, questions: 100 }],
  ])("covers the truth 87 to 93 %% of the time for 500 students, without bias: %s", (_, students) => {
    const { coverage, error } = simulateTests(students);
    expect(coverage).toBeGreaterThan(0.87);
    expect(coverage).toBeLessThan(0.93);
    expect(Math.abs(error)).toBeLessThan(0.01);
  });
});
