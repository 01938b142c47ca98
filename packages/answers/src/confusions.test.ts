import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listConfusedPairs } from "#confusions.ts";

const confused = fc
  .tuple(fc.integer({ min: 1, max: 5 }), fc.integer({ min: 6, max: 9 }), fc.boolean())
  .map(([one, other, turned]) => (turned ? { cardId: other, otherId: one } : { cardId: one, otherId: other }));

describe("confused pairs", () => {
  it("count both directions, begin with the card that was asked when they were confused, and need two answers", () => {
    const answers = [
      { cardId: 3, otherId: 4 },
      { cardId: 2, otherId: 1 },
      { cardId: 1, otherId: 2 },
      { cardId: 1, otherId: 2 },
      { cardId: 5, otherId: 6 },
      { cardId: 6, otherId: 5 },
    ];
    expect(listConfusedPairs(answers)).toEqual([
      { cardId: 1, otherId: 2, times: 3 },
      { cardId: 5, otherId: 6, times: 2 },
    ]);
  });

  it("contain every repeated answer once, most often first", () => {
    fc.assert(
      fc.property(fc.array(confused, { maxLength: 40 }), (answers) => {
        const pairs = listConfusedPairs(answers);
        for (const { cardId, otherId, times } of pairs) {
          const both = answers.filter(
            (one) => [one.cardId, one.otherId].sort().join() === [cardId, otherId].sort().join(),
          );
          expect(times).toBe(both.length);
          expect(2 * both.filter((one) => one.cardId === cardId).length).toBeGreaterThanOrEqual(times);
        }
        const single = new Set(answers.map((one) => [one.cardId, one.otherId].sort().join())).size - pairs.length;
        expect(pairs.reduce((sum, { times }) => sum + times, 0)).toBe(answers.length - single);
        expect(pairs.map(({ times }) => times)).toEqual(pairs.map(({ times }) => times).sort((a, b) => b - a));
      }),
    );
  });
});
