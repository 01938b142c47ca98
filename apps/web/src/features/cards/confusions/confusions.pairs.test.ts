// @vitest-environment node
import type { Confusions } from "@repasa/contract/study.ts";
import { expect, it } from "vitest";
import { findFolderPair } from "#features/cards/confusions/confusions.pairs.ts";

const confuse = (cardId: number, folderId: number, otherId: number) => {
  return { reviewId: `${cardId} ${otherId}`, date: "2026-01-20", cardId, folderId, otherId };
};
const cards: Confusions["cards"] = [1, 2, 3, 4].map((id) => {
  return { id, front: `Pregunta ${id}`, format: "plain", variant: null };
});

it("counts a pair of two folders in both directions, as everywhere, and names it in either folder", () => {
  const known = { confusions: [confuse(1, 7, 2), confuse(2, 8, 1)], cards };
  const pair = { ids: [1, 2], questions: ["Pregunta 1", "Pregunta 2"], times: 2 };
  expect(findFolderPair(known, [7])).toEqual(pair);
  expect(findFolderPair(known, [8])).toEqual(pair);
});

it("finds none of other folders", () => {
  const known = { confusions: [confuse(1, 7, 2), confuse(2, 7, 1), confuse(3, 8, 1)], cards };
  expect(findFolderPair(known, [8])).toBeUndefined();
});

it("finds that of any folder of an exam which was confused most often", () => {
  const known = { confusions: [confuse(1, 7, 2), confuse(2, 7, 1), ...[1, 2, 3].map(() => confuse(3, 8, 4))], cards };
  expect(findFolderPair(known, [7, 8])?.ids).toEqual([3, 4]);
  expect(findFolderPair(known, [7, 9])?.ids).toEqual([1, 2]);
});
