// @vitest-environment node
import type { Card } from "@repasa/contract/cards.ts";

import { createWeek, DATE } from "@repasa/study-queue/testing/weeks.ts";
import { describe, expect, it } from "vitest";
import { sampleCard } from "#testing/sample-data.ts";
import { answerReviewQueue } from "./ahead.queue.ts";
import { type StoredWeek, WeekOnDevice } from "./ahead.week.ts";

const TOMORROW = "2026-03-11";

const week = createWeek({
  rated: [
    { id: 1, dueIn: 0, stability: 2 },
    { id: 2, dueIn: -1, stability: 50, folderId: 2 },
    { id: 3, dueIn: 1 },
  ],
  fresh: [{ id: 7 }, { id: 8, folderId: 2 }],
});

const row = (id: number, changes: Partial<Card> = {}) =>
  sampleCard({ id, folderId: 1, front: `carta ${id}`, groupId: null, suspended: false, ...changes });

const rows = new Map(
  [
    row(1, { nextReviewDate: DATE }),
    row(2, { folderId: 2, nextReviewDate: "2026-03-09" }),
    row(3, { nextReviewDate: TOMORROW }),
    row(7, { nextReviewDate: null, createdAt: "2026-03-01T10:00:00.000Z" }),
    row(8, { folderId: 2, nextReviewDate: null, createdAt: "2026-03-02T10:00:00.000Z" }),
  ].map((card) => [card.id, card]),
);

const describeDevice = (changed: Partial<StoredWeek> = {}) =>
  new WeekOnDevice({ week, rows, ratings: [], undone: [], date: DATE, ...changed });
const device = describeDevice();
const listIds = (...args: Parameters<typeof answerReviewQueue>) => answerReviewQueue(...args).cards.map(({ id }) => id);

describe("answerReviewQueue", () => {
  it("answers the pending cards with their texts and the intervals of their buttons", () => {
    const { cards, total, next } = answerReviewQueue(device, {});
    expect(cards.map(({ id, front }) => [id, front])).toEqual([
      [1, "carta 1"],
      [2, "carta 2"],
      [7, "carta 7"],
      [8, "carta 8"],
    ]);
    expect([total, next]).toEqual([4, null]);
    expect(cards[2]).toEqual({ ...rows.get(7), nextIntervals: { hard: 1, medium: 3, easy: 7 }, recall: null });
  });

  it("answers the cards of a folder, and some cards", () => {
    expect(listIds(device, { folderId: 2 })).toEqual([2, 8]);
    expect(listIds(device, { cardIds: [7, 3] })).toEqual([7, 3]);
  });

  it("answers the cards to practise in a folder that the device knows", () => {
    expect(listIds(device, { folderId: 1, practice: "begun" })).toEqual([1, 3]);
    expect(listIds(device, { folderId: 1, practice: "true" })).toEqual([1, 7, 3]);
  });

  it("follows the ratings that were given on the device, and the date", () => {
    const answer = { difficulty: "hard", answerResult: "incorrect" } as const;
    const forgotten = { reviewId: "r", cardId: 7, at: 0, date: DATE, ...answer };
    const ratings = [forgotten];
    expect(listIds(describeDevice({ ratings }), {})).toEqual([1, 2, 8]);
    expect(listIds(describeDevice({ ratings, date: TOMORROW }), {})).toEqual([7, 1, 3, 2, 8]);
  });

  it("says which cards were not recalled the last time, here or elsewhere", () => {
    const listForgotten = (changed: Partial<StoredWeek>) =>
      answerReviewQueue(describeDevice(changed), {}).cards.flatMap(({ id, forgotten }) => (forgotten ? [id] : []));
    const hard = createWeek({ rated: [{ id: 1, dueIn: 0, stability: 0.1 }] });
    const hardlyKnown = { ...hard, rated: { ...hard.rated, difficulty: ["hard" as const] } };
    expect(listForgotten({})).toEqual([]);
    expect(listForgotten({ week: hardlyKnown })).toEqual([1]);
    const twice = { ...hardlyKnown, rated: { ...hardlyKnown.rated, reviewCount: [2] } };
    const withEase = (easeFactor: number) => new Map([[1, row(1, { nextReviewDate: DATE, easeFactor })]]);
    expect(listForgotten({ week: twice, rows: withEase(30) })).toEqual([1]);
    expect(listForgotten({ week: twice, rows: withEase(110) })).toEqual([]);
    const rating = {
      reviewId: "r",
      cardId: 7,
      at: 0,
      date: DATE,
      difficulty: "hard",
      answerResult: "incorrect",
    } as const;
    expect(listForgotten({ ratings: [rating], date: TOMORROW })).toEqual([7]);
  });

  it("answers portions, whose cursors are those of the server", () => {
    const first = answerReviewQueue(device, { limit: 3 });
    expect(first.cards.map(({ id }) => id)).toEqual([1, 2, 7]);
    expect(first).toMatchObject({ total: 4, next: `1_${Date.parse("2026-03-01T10:00:00Z")}_7_${DATE}` });
    expect(answerReviewQueue(device, { limit: 3, after: first.next as string })).toMatchObject({
      cards: [{ id: 8 }],
      total: 4,
      next: null,
    });
    const afterRated = answerReviewQueue(device, { limit: 1 }).next as string;
    expect(afterRated).toBe(`0_-2.5_1_${DATE}`);
    expect(listIds(device, { after: afterRated })).toEqual([2, 7, 8]);
  });

  it("starts again with a cursor of another date, and ends after the last card", () => {
    expect(listIds(device, { after: "0_-2.5_1_2026-03-09" })).toEqual([1, 2, 7, 8]);
    expect(answerReviewQueue(device, { limit: 5, after: `2_0_1_${DATE}` })).toEqual({
      cards: [],
      total: 4,
      next: null,
    });
  });

  it("leaves out cards that were deleted or suspended on the device, and asks those that were created there", () => {
    const changed = new Map(rows);
    changed.delete(1);
    changed.set(2, row(2, { suspended: true }));
    changed.set(99, row(99, { nextReviewDate: null }));
    expect(listIds(describeDevice({ rows: changed }), {})).toEqual([7, 8, 99]);
  });
});
