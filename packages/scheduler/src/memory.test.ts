import fc from "fast-check";
import { createEmptyCard, fsrs } from "ts-fsrs";
import { describe, expect, it } from "vitest";
import { createModel, DEFAULT_MODEL, DEFAULT_WEIGHTS, type MemoryState } from "#memory.ts";
import type { Grade } from "#rating.ts";
import { anyMemory } from "#testing/arbitraries.ts";

const { daysUntilRecall, firstMemory, nextMemory, recallAfter } = DEFAULT_MODEL;
const anyKnownGrade = fc.constantFrom<Grade>(1, 2, 3, 4);
const step = (memory: MemoryState, days: number, grade: Grade) =>
  nextMemory(memory, days, grade, recallAfter(memory, days));

// An independent implementation of FSRS-6 as published (open-spaced-repetition wiki, "The Algorithm").
const w = [
  0.212, 1.2931, 2.3065, 8.2956, 6.4133, 0.8334, 3.0194, 0.001, 1.8722, 0.1666, 0.796, 1.4835, 0.0614, 0.2629, 1.6483,
  0.6014, 1.8729, 0.5425, 0.0912, 0.0658, 0.1542,
] as const;
const clamp = (x: number, min: number, max: number) => Math.min(max, Math.max(min, x));
const published = {
  recall: (t: number, s: number) => (1 + (0.9 ** (-1 / w[20]) - 1) * (t / s)) ** -w[20],
  next({ stability: s, difficulty: d }: MemoryState, t: number, g: Grade): MemoryState {
    const r = published.recall(t, s);
    let stability: number;
    if (t === 0) {
      const growth = Math.exp(w[17] * (g - 3 + w[18])) * s ** -w[19];
      stability = s * (g === 1 ? growth : Math.max(1, growth));
    } else if (g === 1) {
      const forgotten = w[11] * d ** -w[12] * ((s + 1) ** w[13] - 1) * Math.exp(w[14] * (1 - r));
      stability = Math.min(forgotten, s / Math.exp(w[17] * w[18]));
    } else {
      const bonus = g === 2 ? w[15] : g === 4 ? w[16] : 1;
      stability = s * (1 + Math.exp(w[8]) * (11 - d) * s ** -w[9] * (Math.exp(w[10] * (1 - r)) - 1) * bonus);
    }
    const moved = d - (w[6] * (g - 3) * (10 - d)) / 9;
    const easiest = w[4] - Math.exp(w[5] * 3) + 1;
    return {
      stability: clamp(stability, 0.001, 36_500),
      difficulty: clamp(w[7] * easiest + (1 - w[7]) * moved, 1, 10),
    };
  },
};

describe("createModel", () => {
  const slow = DEFAULT_WEIGHTS.with(2, 9).with(20, 0.3);

  it("creates a model with the given weights, and does not change other models", () => {
    const model = createModel(slow);
    expect(model.weights).toEqual(slow);
    expect(model.firstMemory(3).stability).toBe(9);
    expect(model.recallAfter({ stability: 10, difficulty: 5 }, 100)).toBeLessThan(
      recallAfter({ stability: 10, difficulty: 5 }, 100),
    );
    expect(DEFAULT_MODEL.weights).toEqual(DEFAULT_WEIGHTS);
    expect(firstMemory(3).stability).toBe(2.3065);
  });

  it("moves weights into the bounds of FSRS-6, and freezes them", () => {
    const { weights } = createModel(DEFAULT_WEIGHTS.with(4, 99).with(20, 0));
    expect([weights[4], weights[20]]).toEqual([10, 0.1]);
    expect(() => (weights as number[]).fill(0)).toThrow(TypeError);
  });

  it.each([[[]], [DEFAULT_WEIGHTS.slice(0, 19)], [DEFAULT_WEIGHTS.with(3, Number.NaN)]])("throws for %j", (weights) => {
    expect(() => createModel(weights)).toThrow(RangeError);
  });
});

describe("firstMemory", () => {
  it.each<[Grade, number, number]>([
    [1, 0.212, 6.4133],
    [2, 1.2931, 5.11217071],
    [3, 2.3065, 2.11810397],
    [4, 8.2956, 1],
  ])("returns the published stability and difficulty for grade %i", (grade, stability, difficulty) => {
    expect(firstMemory(grade)).toEqual({ stability, difficulty });
  });
});

describe("recallAfter", () => {
  it("returns 1 on the day of the review and 0.9 after as many days as the stability", () => {
    fc.assert(
      fc.property(anyMemory, (memory) => {
        expect(recallAfter(memory, 0)).toBe(1);
        expect(recallAfter(memory, memory.stability)).toBeCloseTo(0.9, 6);
      }),
    );
  });

  it("never rises with the elapsed days", () => {
    fc.assert(
      fc.property(anyMemory, fc.nat(5000), fc.nat(5000), (memory, days, more) => {
        expect(recallAfter(memory, days + more)).toBeLessThanOrEqual(recallAfter(memory, days));
      }),
    );
  });
});

describe("nextMemory", () => {
  it("follows the published equations", () => {
    fc.assert(
      fc.property(anyMemory, fc.nat(3000), anyKnownGrade, (memory, days, grade) => {
        const actual = step(memory, days, grade);
        const expected = published.next(memory, days, grade);
        expect(Math.abs(actual.stability / expected.stability - 1)).toBeLessThan(1e-4);
        expect(actual.difficulty).toBeCloseTo(expected.difficulty, 6);
      }),
      { numRuns: 500 },
    );
  });

  it("agrees with the library's card scheduler over a year of reviews at noon UTC", () => {
    const library = fsrs({ enable_fuzz: false, learning_steps: [], relearning_steps: [], request_retention: 0.9 });
    // biome-ignore format: one line reads as the sequence it is
    const reviews: [number, Grade][] = [
      [0, 3], [3, 3], [14, 4], [0, 2], [60, 1], [1, 2], [1, 3], [9, 3], [0, 1], [2, 4], [40, 3], [200, 2],
    ];
    let now = Date.UTC(2026, 0, 5, 12);
    let card = createEmptyCard(new Date(now));
    let memory: MemoryState | null = null;
    for (const [days, grade] of reviews) {
      now += days * 86_400_000;
      card = library.next(card, new Date(now), grade).card;
      memory = memory === null ? firstMemory(grade) : step(memory, days, grade);
      expect(memory).toEqual({ stability: card.stability, difficulty: card.difficulty });
    }
  });

  it("returns at least as much stability for a higher grade, and never more than before for Again", () => {
    fc.assert(
      fc.property(anyMemory, fc.nat(3000), (memory, days) => {
        const [again, hard, good, easy] = ([1, 2, 3, 4] as const).map((grade) => step(memory, days, grade).stability);
        expect(again).toBeLessThanOrEqual(Number(hard));
        expect(hard).toBeLessThanOrEqual(Number(good));
        expect(good).toBeLessThanOrEqual(Number(easy));
        expect(again).toBeLessThanOrEqual(memory.stability + 1e-8);
      }),
    );
  });

  it("uses the same-day formula for a second rating on one day, by which a recalled card never weakens", () => {
    const memory = { stability: 5, difficulty: 5 };
    expect(step(memory, 0, 1).stability).toBeCloseTo(1.596818, 6);
    expect(step(memory, 0, 2).stability).toBe(5);
    expect(step(memory, 0, 3).stability).toBe(5);
    expect(step(memory, 0, 4).stability).toBeCloseTo(8.12960956, 6);
  });

  it.each([
    { stability: 0, difficulty: 5 },
    { stability: 0, difficulty: 0 },
    { stability: Number.NaN, difficulty: 5 },
    { stability: 36_501, difficulty: 5 },
    { stability: 5, difficulty: 0.9 },
    { stability: 5, difficulty: 10.1 },
    { stability: 5, difficulty: Number.NaN },
  ])("throws for stability $stability and difficulty $difficulty", (memory) => {
    expect(() => nextMemory(memory, 1, 3, 0.9)).toThrow(RangeError);
    expect(() => recallAfter(memory, 1)).toThrow(RangeError);
  });
});

describe("nextMemory, for a rating that may be an Again or a Hard", () => {
  const stepUnknown = (memory: MemoryState, days: number) => nextMemory(memory, days, null, recallAfter(memory, days));

  it("returns a memory between the two, nearer to Again for a lower expected recall", () => {
    const share = (memory: MemoryState, days: number) => {
      const [again, hard, unknown] = [step(memory, days, 1), step(memory, days, 2), stepUnknown(memory, days)];
      const [low, high] = [Math.log(again.stability), Math.log(hard.stability)];
      return (Math.log(unknown.stability) - low) / (high - low);
    };
    const memory = { stability: 20, difficulty: 5 };
    // After as many days as the stability, 90 % are recalled: the share is 5.4 in 15.4, as in the test of calibrate.
    expect(share(memory, 20)).toBeCloseTo(5.4 / 15.4, 6);
    expect(share(memory, 60)).toBeLessThan(share(memory, 20));
    expect(share(memory, 5)).toBeGreaterThan(share(memory, 20));
  });

  it("returns a memory between the two on every day, rounded to eight decimals", () => {
    fc.assert(
      fc.property(anyMemory, fc.nat(3000), (memory, days) => {
        const [again, hard, unknown] = [step(memory, days, 1), step(memory, days, 2), stepUnknown(memory, days)];
        expect(unknown.stability).toBeGreaterThanOrEqual(again.stability);
        expect(unknown.stability).toBeLessThanOrEqual(hard.stability);
        expect(unknown.difficulty).toBeLessThanOrEqual(again.difficulty);
        expect(unknown.difficulty).toBeGreaterThanOrEqual(hard.difficulty);
        expect(Math.round(unknown.stability * 1e8) / 1e8).toBe(unknown.stability);
      }),
    );
  });

  it("is nearer to Again for a first rating", () => {
    const { stability, difficulty } = firstMemory(null);
    expect(stability).toBeGreaterThan(firstMemory(1).stability);
    expect(stability).toBeLessThan(0.3);
    expect(difficulty).toBeLessThan(firstMemory(1).difficulty);
  });
});

describe("daysUntilRecall", () => {
  it("returns the stability for 90 %", () => {
    expect(daysUntilRecall(12.5, 0.9)).toBeCloseTo(12.5, 6);
  });

  it("is the inverse of recallAfter", () => {
    fc.assert(
      fc.property(anyMemory, fc.double({ min: 0.7, max: 0.975, noNaN: true }), (memory, target) => {
        expect(recallAfter(memory, daysUntilRecall(memory.stability, target))).toBeCloseTo(target, 5);
      }),
    );
  });
});
