import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { sample, spreadSiblings } from "#sample.ts";
import { createGenerator } from "#testing/generator.ts";

const recall = fc.option(fc.oneof(fc.double({ min: 0, max: 1, noNaN: true }), fc.constantFrom(0, 0.5, 0.9, 1)));

describe("sample", () => {
  it("draws as many different cards as wanted, and a share of each stratum in proportion to its size", () => {
    fc.assert(
      fc.property(
        fc.array(recall, { maxLength: 200 }),
        fc.integer({ min: 1, max: 100 }),
        fc.nat(),
        (recalls, n, seed) => {
          const cards = recalls.map((one, id) => ({ id, recall: one }));
          const drawn = sample(cards, n, createGenerator(seed));
          const size = Math.min(n, cards.length);
          expect(drawn.length).toBe(size);
          expect(new Set(drawn).size).toBe(size);
          const stratumOf = (card: { recall: number | null }) =>
            card.recall === null ? "new" : Math.min(9, Math.floor(card.recall * 10));
          for (const stratum of new Set(cards.map(stratumOf))) {
            const quota = (cards.filter((card) => stratumOf(card) === stratum).length * size) / cards.length;
            const count = drawn.filter((card) => stratumOf(card) === stratum).length;
            expect(Math.abs(count - quota)).toBeLessThan(1);
          }
        },
      ),
      { numRuns: 500 },
    );
  });

  it("draws each card with the same probability, also those of small strata", () => {
    const cards = Array.from({ length: 30 }, (_, id) => ({
      id,
      recall: id < 17 ? 0.95 : id < 20 ? 0.1 : id < 29 ? 0.55 : null,
    }));
    const counts = cards.map(() => 0);
    const random = createGenerator(7);
    const rounds = 20_000;
    for (let round = 0; round < rounds; round++) {
      for (const { id } of sample(cards, 7, random)) counts[id] = (counts[id] ?? 0) + 1;
    }
    // Five standard errors.
    for (const count of counts) expect(Math.abs(count / rounds - 7 / 30)).toBeLessThan(0.015);
  });

  it("returns them in random order", () => {
    const cards = Array.from({ length: 10 }, (_, id) => ({ id, recall: id / 10 }));
    const firsts = Array.from({ length: 100 }, (_, seed) => sample(cards, 10, createGenerator(seed))[0]?.id);
    expect(new Set(firsts).size).toBeGreaterThan(7);
  });

  it("draws nothing of nothing", () => {
    expect(sample([], 20, createGenerator(1))).toEqual([]);
  });
});

describe("spreadSiblings", () => {
  const anyGroup = fc.constantFrom(null, null, "a", "b", "c");
  const toCards = (groups: readonly (string | null)[]) => groups.map((groupId, id) => ({ id, groupId }));
  const placesOf = (cards: readonly { groupId: string | null }[], groupId: string) =>
    cards.flatMap((card, place) => (card.groupId === groupId ? [place] : []));

  it("keeps all cards, and the order of those without siblings", () => {
    fc.assert(
      fc.property(fc.array(anyGroup, { maxLength: 40 }), (groups) => {
        const cards = toCards(groups);
        const spread = spreadSiblings(cards);
        expect(spread.toSorted((a, b) => a.id - b.id)).toEqual(cards);
        const alone = (card: { groupId: string | null }) => card.groupId === null;
        expect(spread.filter(alone)).toEqual(cards.filter(alone));
      }),
    );
  });

  it("asks siblings as far apart as the others allow", () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 5 }), fc.nat(60), fc.nat(), (siblings, others, seed) => {
        const groups = Array.from({ length: siblings + others }, (_, at) => (at < siblings ? "a" : null));
        const cards = toCards(groups).map((card) => ({ ...card, recall: null }));
        const places = placesOf(spreadSiblings(sample(cards, 100, createGenerator(seed))), "a");
        const apart = places.slice(1).map((place, at) => place - (places[at] as number));
        expect(Math.min(...apart)).toBeGreaterThanOrEqual(Math.floor(others / siblings));
      }),
    );
    const pairs = toCards(["a", "a", "b", "c", "b", "c"]);
    expect(spreadSiblings(pairs).map(({ groupId }) => groupId)).toEqual(["a", "b", "c", "a", "b", "c"]);
  });
});
