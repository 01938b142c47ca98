// @vitest-environment node
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { choosePairs, isFinished, MOST_PAIRS, pickTile, startPairs } from "#features/study/pairs/pairs.tiles.ts";
import { sampleCard } from "#testing/sample-data.ts";

const cardsOf = (...texts: [front: string, back: string][]) =>
  texts.map(([front, back], index) => sampleCard({ id: index + 1, front, back }));

const capitals = cardsOf(
  ["Perú", "Lima"],
  ["Chile", "Santiago"],
  ["Cuba", "La Habana"],
  ["Italia", "Roma"],
  ["Francia", "París"],
  ["España", "Madrid"],
  ["Portugal", "Lisboa"],
);

describe("choosePairs", () => {
  it("takes six cards at random", () => {
    const pairs = choosePairs(capitals, null, Math.random);
    expect(new Set(pairs.map(({ id }) => id)).size).toBe(MOST_PAIRS);
  });

  it("leaves out long texts, gaps, siblings, and answers that fit two questions", () => {
    const cards = [
      ...cardsOf(
        ["Perú", "Lima"],
        ["Capital peruana", "lima"],
        ["Larga", "una respuesta con más de seis palabras en ella"],
      ),
      sampleCard({ id: 4, front: "{{c1::a}}", variant: "c1", groupId: "g", format: "markdown" }),
      sampleCard({ id: 5, front: "perro", back: "dog", groupId: "p" }),
      sampleCard({ id: 6, front: "dog", back: "perro", groupId: "p", variant: "reverse" }),
    ];
    const pairs = choosePairs(cards, null, Math.random);
    expect(pairs).toHaveLength(2);
    expect(pairs.map(({ answer }) => answer.toLowerCase()).filter((answer) => answer === "lima")).toHaveLength(1);
  });
});

describe("a round of pairs", () => {
  const pairs = choosePairs(capitals.slice(0, 3), null, Math.random);
  const [one = 0, two = 0] = pairs.map(({ id }) => id);

  it("finds a pair by its two tiles in either order, and counts a miss", () => {
    let state = startPairs(pairs, Math.random);
    state = pickTile(pickTile(state, { side: "question", id: one }), { side: "answer", id: two });
    expect(state).toMatchObject({ misses: 1, found: [], selected: null });
    expect(state.missed).toHaveLength(2);
    state = pickTile(pickTile(state, { side: "answer", id: one }), { side: "question", id: one });
    expect(state).toMatchObject({ misses: 1, found: [one], missed: [] });
    expect(pickTile(state, { side: "answer", id: one })).toBe(state);
  });

  it("changes the selected tile within a side", () => {
    const first = pickTile(startPairs(pairs, Math.random), { side: "question", id: one });
    expect(pickTile(first, { side: "question", id: two }).selected).toEqual({ side: "question", id: two });
    expect(pickTile(first, { side: "question", id: one }).selected).toBeNull();
  });

  it("is finished once all pairs are found, whatever else was picked", () => {
    const tile = fc.record({
      side: fc.constantFrom("question" as const, "answer" as const),
      id: fc.constantFrom(...pairs.map(({ id }) => id)),
    });
    fc.assert(
      fc.property(fc.array(tile), (picked) => {
        let state = picked.reduce(pickTile, startPairs(pairs, Math.random));
        if (state.selected) state = pickTile(state, state.selected);
        for (const { id } of pairs) {
          state = pickTile(pickTile(state, { side: "question", id }), { side: "answer", id });
        }
        expect(isFinished(state)).toBe(true);
        expect(new Set(state.found).size).toBe(state.found.length);
      }),
    );
  });
});
