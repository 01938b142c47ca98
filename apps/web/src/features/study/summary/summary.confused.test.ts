// @vitest-environment node
import type { Confusions } from "@repasa/contract/study.ts";
import { expect, it } from "vitest";
import type { SessionRating } from "#features/study/study.state.ts";
import { findSessionPair } from "#features/study/summary/summary.confused.ts";
import { sampleQueuedCard } from "#testing/sample-reviews.ts";

const mode = "study";
const deck = [1, 2].map((id) => sampleQueuedCard({ id, front: `Pregunta ${id}` }));

const rated = (reviewId: string, cardId: number, other?: number): SessionRating => ({
  cardId,
  reviewId,
  choice: "forgotten",
  mode: "type",
  confused: other === undefined ? undefined : { id: other, question: `Otra ${other}` },
});

const knownAs = (...confusions: [reviewId: string, cardId: number, otherId: number][]): Confusions => ({
  confusions: confusions.map(([reviewId, cardId, otherId]) => {
    return { reviewId, date: "2026-01-01", cardId, folderId: 7, otherId };
  }),
  cards: [],
});

it("is the pair of the session that was confused most often, in it and before, each answer counted once", () => {
  const known = knownAs(["b", 1, 9], ["x", 9, 1], ["y", 1, 9], ["z", 2, 8]);
  const pair = findSessionPair({ mode, deck, ratings: [rated("a", 2, 8), rated("b", 1, 9), rated("c", 2)] }, known);
  expect(pair).toEqual({ ids: [1, 9], questions: ["Pregunta 1", "Otra 9"], times: 3 });
});

it("is one that the session itself has confused twice, although nothing is known of before", () => {
  const ratings = [rated("a", 1, 2), rated("b", 2, 1)];
  expect(findSessionPair({ mode, deck, ratings }, undefined)).toMatchObject({ ids: [2, 1], times: 2 });
  expect(findSessionPair({ mode, deck, ratings: ratings.slice(1) }, undefined)).toBeUndefined();
});

it("is none that the session did not confuse", () => {
  const known = knownAs(["x", 1, 2], ["y", 1, 2], ["z", 2, 1]);
  expect(findSessionPair({ mode, deck, ratings: [rated("a", 1, 9), rated("b", 2)] }, known)).toBeUndefined();
});

it("is none at the end of a session of the pair, which leads to nothing else", () => {
  const ratings = [rated("a", 1, 2), rated("b", 2, 1)];
  expect(findSessionPair({ mode: "confused", deck, ratings }, undefined)).toBeUndefined();
});
