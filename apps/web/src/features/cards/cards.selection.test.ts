import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { describeBatch, readBatches, recentBatches, removeBatch, storeBatch } from "#features/cards/cards.batches.ts";
import { countOccurrences, findReplaceable } from "#features/cards/cards.replacing.ts";
import {
  extendSelection,
  NOTHING_CHOSEN,
  type Selection,
  selectAllCards,
  selectChosen,
  toggleCard,
} from "#features/cards/cards.selection.ts";
import { countTagUses } from "#features/cards/cards.tags.ts";
import { sampleCard } from "#testing/sample-data.ts";

const ids = (selection: Selection) => [...(selection?.ids ?? [])].sort((a, b) => a - b);

describe("a selection of cards", () => {
  it("selects and deselects a card", () => {
    expect(ids(toggleCard(null, 3))).toEqual([3]);
    expect(ids(toggleCard(toggleCard(null, 3), 3))).toEqual([]);
    expect(toggleCard(toggleCard(null, 3), 3)).not.toBeNull();
  });

  it("extends over a range in either direction, and retains earlier cards", () => {
    const listed = [9, 8, 7, 6, 5, 4];
    const begun = toggleCard(toggleCard(null, 4), 8);
    expect(ids(extendSelection(begun, 6, listed))).toEqual([4, 6, 7, 8]);
    expect(ids(extendSelection(extendSelection(begun, 6, listed), 9, listed))).toEqual([4, 6, 7, 8, 9]);
    expect(ids(extendSelection(NOTHING_CHOSEN, 7, listed))).toEqual([7]);
    expect(ids(extendSelection(begun, 100, listed))).toEqual([4, 8, 100]);
  });

  it("contains at most as many cards as one call accepts, and only listed ones", () => {
    const listed = Array.from({ length: 6000 }, (_, index) => index + 1);
    expect(ids(selectAllCards(listed))).toHaveLength(5000);
    const cards = [{ id: 1 }, { id: 2 }];
    expect(selectChosen(toggleCard(toggleCard(null, 2), 77), cards)).toEqual([{ id: 2 }]);
    expect(selectChosen(null, cards)).toEqual([]);
  });

  it("is unchanged after toggling a card twice", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(50)), fc.nat(50), (before, id) => {
        const begun: Selection = { ids: new Set(before), anchor: null };
        expect(ids(toggleCard(toggleCard(begun, id), id))).toEqual(ids(begun));
      }),
    );
  });
});

describe("a text to replace", () => {
  it("is counted case-sensitively, in both sides", () => {
    const cards = [
      sampleCard({ id: 1, front: "El Sol y el sol", back: "sol" }),
      sampleCard({ id: 2, front: "Luna", back: "Satélite" }),
    ];
    expect(findReplaceable(cards, "sol")).toMatchObject({ cards: [{ id: 1 }], places: 2 });
    expect(findReplaceable(cards, "")).toEqual({ cards: [], places: 0 });
    expect(countOccurrences("aaaa", "aa")).toBe(2);
  });
});

describe("tags of cards", () => {
  it("are equal if only case or accents differ, most frequent first", () => {
    const cards = [{ tags: ["Óptica"] }, { tags: ["optica", "luz"] }];
    expect(countTagUses(cards)).toEqual([
      { tag: "Óptica", cards: 2 },
      { tag: "luz", cards: 1 },
    ]);
  });
});

describe("a batch that can be undone", () => {
  const now = new Date("2026-03-01T12:00:00Z");
  const at = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString();

  it("is stored for a day, for its user only", () => {
    storeBatch(1, { id: "a", action: "move", cards: 3, at: at(25) });
    storeBatch(1, { id: "b", action: "tag", cards: 1, at: at(2) });
    storeBatch(2, { id: "c", action: "delete", cards: 9, at: at(1) });
    const ofFirst = () => recentBatches(readBatches(1), now).map(({ id }) => id);
    expect(ofFirst()).toEqual(["b"]);
    removeBatch(1, "b");
    expect(ofFirst()).toEqual([]);
    expect(recentBatches("no JSON", now)).toEqual([]);
    expect([describeBatch("move", 1), describeBatch("untag", 12)]).toEqual([
      "1 carta movida",
      "12 cartas sin la etiqueta",
    ]);
  });
});
