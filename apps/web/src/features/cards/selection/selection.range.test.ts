import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  describeBatch,
  readBatches,
  removeBatch,
  selectRecentBatches,
  storeBatch,
} from "#features/cards/batch/batch.recent.ts";
import {
  EMPTY_SELECTION,
  extendSelection,
  listSelected,
  type Selection,
  selectAllCards,
  toggleCard,
} from "#features/cards/selection/selection.range.ts";
import { countOccurrences, findReplaceable } from "#features/cards/selection/selection.replacing.ts";
import { countTagUses } from "#features/cards/selection/selection.tags.ts";
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
    const earlier = toggleCard(toggleCard(null, 4), 8);
    expect(ids(extendSelection(earlier, 6, listed))).toEqual([4, 6, 7, 8]);
    expect(ids(extendSelection(extendSelection(earlier, 6, listed), 9, listed))).toEqual([4, 6, 7, 8, 9]);
    expect(ids(extendSelection(EMPTY_SELECTION, 7, listed))).toEqual([7]);
    expect(ids(extendSelection(earlier, 100, listed))).toEqual([4, 8, 100]);
  });

  it("contains at most as many cards as one call accepts, and only listed ones", () => {
    const listed = Array.from({ length: 6000 }, (_, index) => index + 1);
    expect(ids(selectAllCards(listed))).toHaveLength(5000);
    const cards = [{ id: 1 }, { id: 2 }];
    expect(listSelected(toggleCard(toggleCard(null, 2), 77), cards)).toEqual([{ id: 2 }]);
    expect(listSelected(null, cards)).toEqual([]);
  });

  it("is unchanged after toggling a card twice", () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(50)), fc.nat(50), (before, id) => {
        const earlier: Selection = { ids: new Set(before), anchor: null };
        expect(ids(toggleCard(toggleCard(earlier, id), id))).toEqual(ids(earlier));
      }),
    );
  });
});

describe("findReplaceable", () => {
  it("counts a text in both sides, case-sensitively", () => {
    const cards = [
      sampleCard({ id: 1, front: "El Sol y el sol", back: "sol" }),
      sampleCard({ id: 2, front: "Luna", back: "Satélite" }),
    ];
    expect(findReplaceable(cards, "sol")).toMatchObject({ cards: [{ id: 1 }], places: 2 });
    expect(findReplaceable(cards, "")).toEqual({ cards: [], places: 0 });
    expect(countOccurrences("aaaa", "aa")).toBe(2);
  });
});

describe("countTagUses", () => {
  it("counts tags that differ only in case or accents as one, the most frequent first", () => {
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

  it("is stored for a day, for its user only, until it is removed", () => {
    storeBatch(1, { id: "a", action: "move", cards: 3, at: at(25) });
    storeBatch(1, { id: "b", action: "tag", cards: 1, at: at(2) });
    storeBatch(2, { id: "c", action: "delete", cards: 9, at: at(1) });
    const recentIdsOfFirstUser = () => selectRecentBatches(readBatches(1), now).map(({ id }) => id);
    expect(recentIdsOfFirstUser()).toEqual(["b"]);
    removeBatch(1, "b");
    expect(recentIdsOfFirstUser()).toEqual([]);
    expect(selectRecentBatches("no JSON", now)).toEqual([]);
    expect([describeBatch("move", 1), describeBatch("untag", 12)]).toEqual([
      "1 carta movida",
      "12 cartas sin la etiqueta",
    ]);
  });
});
