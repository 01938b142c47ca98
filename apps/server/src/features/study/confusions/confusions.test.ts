import { randomUUID } from "node:crypto";
import type { Card } from "@repasa/contract/cards.ts";
import type { Confusions, ReviewResult } from "@repasa/contract/study.ts";
import { beforeEach, describe, expect, it } from "vitest";
import { createCard, createFolder } from "#testing/card-calls.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const NOW = "2026-03-10T12:00:00Z";
const app = await sharedTestApp({ now: NOW });

const WRONG = { difficulty: "hard", answerResult: "incorrect", mode: "type" } as const;

let ana: TestClient;
let folderId: number;
let cards: Card[];

beforeEach(async () => {
  app.clock.set(NOW);
  ana = await app.register();
  folderId = (await createFolder(ana)).id;
  cards = [];
  for (const front of ["Perú", "Chile", "Bolivia"])
    cards.push(await createCard(ana, folderId, { front, back: `R ${front}` }));
});

const idOf = (place: number) => cards[place]?.id as number;

async function confuse(asked: number, given: number, rating: object = {}) {
  const { status, body } = await ana.post<ReviewResult>(`/api/cards/${idOf(asked)}/review`, {
    ...WRONG,
    confusedWith: idOf(given),
    ...rating,
  });
  expect(status).toBe(200);
  return body.reviewId;
}

async function readConfusions(client = ana): Promise<Confusions> {
  const { status, body } = await client.get<Confusions>("/api/confusions");
  expect(status).toBe(200);
  return body;
}

const listPairs = async () => (await readConfusions()).confusions.map(({ cardId, otherId }) => [cardId, otherId]);

describe("an answer that is another card's", () => {
  it("is listed with its date, the newest first, and the questions of repeated pairs", async () => {
    await confuse(2, 0, { mode: "choose" });
    const first = await confuse(0, 1);
    app.clock.advance(86_400_000);
    const second = await confuse(1, 0);
    const { confusions, cards: asked } = await readConfusions();
    expect(confusions.slice(0, 2)).toEqual([
      { reviewId: second, date: "2026-03-11", cardId: idOf(1), folderId, otherId: idOf(0) },
      { reviewId: first, date: "2026-03-10", cardId: idOf(0), folderId, otherId: idOf(1) },
    ]);
    expect(confusions).toHaveLength(3);
    expect(asked).toEqual([
      { id: idOf(0), front: "Perú", format: "plain", variant: null },
      { id: idOf(1), front: "Chile", format: "plain", variant: null },
    ]);
  });

  it("has its questions in any folder, however many pairs of other folders were confused more often", async () => {
    const other = await createFolder(ana, { name: "Otra" });
    const moved = { action: "move", cardIds: [idOf(0), idOf(1)], folderId: other.id };
    expect(await ana.post("/api/cards/batch", moved)).toMatchObject({ status: 200 });
    for (let pair = 0; pair < 21; pair++) {
      const front = "x".repeat(pair === 0 ? 9000 : 1);
      const [one, two] = [await createCard(ana, folderId, { front, back: "a" }), await createCard(ana, folderId)];
      for (let time = 0; time < 3; time++) {
        await ana.post(`/api/cards/${one.id}/review`, { ...WRONG, confusedWith: two.id });
      }
    }
    for (const [asked, given] of [
      [0, 1],
      [1, 0],
    ] as const)
      await confuse(asked, given);
    const { cards: asked } = await readConfusions();
    expect(asked).toHaveLength(44);
    expect(asked.map(({ id }) => id)).toEqual(expect.arrayContaining([idOf(0), idOf(1)]));
    expect(Math.max(...asked.map(({ front }) => front.length))).toBe(1000);
  });

  it("counts once if it is sent twice, alone or in a list, and leaves the schedule as any wrong answer does", async () => {
    const reviewId = randomUUID();
    await confuse(0, 1, { reviewId });
    await confuse(0, 1, { reviewId });
    const rating = { ...WRONG, confusedWith: idOf(1), cardId: idOf(0), reviewId };
    expect(await ana.post("/api/reviews", { ratings: [rating] })).toMatchObject({
      body: { results: [{ status: 200 }] },
    });
    expect(await listPairs()).toEqual([[idOf(0), idOf(1)]]);
    const plain = await ana.post<ReviewResult>(`/api/cards/${idOf(2)}/review`, WRONG);
    const { body } = await ana.get<{ card: Card }>(`/api/cards/${idOf(0)}/history`);
    const { nextReviewAt, difficulty, reviewCount } = plain.body.card;
    expect(body.card).toMatchObject({ nextReviewAt, difficulty, reviewCount });
  });

  it("is gone with its undo", async () => {
    const reviewId = await confuse(0, 1);
    await ana.delete(`/api/cards/${idOf(0)}/reviews/${reviewId}`);
    expect(await readConfusions()).toEqual({ confusions: [], cards: [] });
  });

  it("is gone while either card is deleted, and follows a card to another folder", async () => {
    await confuse(0, 1);
    await confuse(2, 0);
    await ana.delete(`/api/cards/${idOf(1)}`);
    expect(await listPairs()).toEqual([[idOf(2), idOf(0)]]);
    const other = await createFolder(ana, { name: "Otra" });
    const moved = { action: "move", cardIds: [idOf(2)], folderId: other.id };
    expect(await ana.post("/api/cards/batch", moved)).toMatchObject({ status: 200 });
    expect((await readConfusions()).confusions).toMatchObject([{ folderId: other.id }]);
    await ana.delete(`/api/folders/${folderId}`);
    expect(await listPairs()).toEqual([]);
  });

  it("is ignored with a card that is not the user's own, and if the card was recalled", async () => {
    const bea = await app.register();
    const foreign = await createCard(bea, (await createFolder(bea)).id, { front: "x", back: "y" });
    await confuse(0, 1, { confusedWith: foreign.id });
    await confuse(0, 1, { confusedWith: 999_999_999 });
    await confuse(0, 0);
    await confuse(0, 1, { answerResult: "correct" });
    expect(await listPairs()).toEqual([]);
    await confuse(0, 1);
    expect(await listPairs()).toHaveLength(1);
    expect((await readConfusions(bea)).confusions).toEqual([]);
  });

  it("is forgotten after 60 days", async () => {
    await confuse(0, 1);
    for (let month = 1; month <= 2; month++) {
      app.clock.advance(30 * 86_400_000);
      // Keeps the session.
      await ana.get("/api/folders");
    }
    expect(await listPairs()).toHaveLength(1);
    app.clock.advance(86_400_000);
    expect(await listPairs()).toEqual([]);
  });

  it("is refused with what is no id", async () => {
    for (const confusedWith of [0, -1, "1", null, 1.5]) {
      const { status } = await ana.post(`/api/cards/${idOf(0)}/review`, { ...WRONG, confusedWith });
      expect(status).toBe(400);
    }
  });
});
