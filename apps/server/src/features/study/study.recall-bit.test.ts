import type { Card } from "@repasa/contract/cards.ts";
import type { CardHistory, Rating, ReviewResult } from "@repasa/contract/study.ts";
import { beforeEach, expect, it } from "vitest";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

// Three buttons alone do not say whether a card was recalled: who never presses "No la recordé" is not believed that it was.

const DAY = 86_400_000;
const HARD: Rating = { difficulty: "hard", answerResult: "correct" };
const FORGOTTEN: Rating = { difficulty: "hard", answerResult: "incorrect" };

const server = await sharedTestApp();
let ana: TestClient;
let folderId: number;

beforeEach(async () => {
  server.clock.set("2026-03-10T12:00:00Z");
  ana = await server.register();
  folderId = (await ana.post<{ id: number }>("/api/folders", { name: "Química" })).body.id;
});

const newCard = async () =>
  (await ana.post<Card>(`/api/folders/${folderId}/cards`, { front: "H₂O", back: "agua" })).body;

async function rate(card: Card, rating: Rating): Promise<string> {
  const answer = await ana.post<ReviewResult>(`/api/cards/${card.id}/review`, rating);
  expect(answer.status).toBe(200);
  return answer.body.reviewId;
}

const undo = (card: Card, reviewId: string) => ana.delete(`/api/cards/${card.id}/reviews/${reviewId}`);
const query = async (text: string) => (await server.database.pool.query(text, [ana.userId])).rows;
const log = () => query("SELECT answer_result, grade FROM reviews WHERE user_id = $1 ORDER BY id");
const hardSinceForgotten = async () =>
  (await query("SELECT hard_since_forgotten AS hard FROM user_scheduling WHERE user_id = $1"))[0]?.hard;
const stabilityOf = async (card: Card) =>
  (await ana.get<CardHistory>(`/api/cards/${card.id}/history`)).body.stability as number;

it("keeps an answer as it was given, and what it counts as beside it", async () => {
  const card = await newCard();
  for (const rating of [HARD, { difficulty: "hard" }, { difficulty: "medium" }, FORGOTTEN, HARD] as const) {
    await rate(card, rating);
  }
  await rate(card, { difficulty: "hard" });
  expect(await log()).toEqual([
    { answer_result: "correct", grade: null },
    { answer_result: null, grade: null },
    { answer_result: null, grade: 3 },
    { answer_result: "incorrect", grade: 1 },
    { answer_result: "correct", grade: 2 },
    { answer_result: null, grade: null },
  ]);
  const { reviews } = (await ana.get<CardHistory>(`/api/cards/${card.id}/history`)).body;
  expect(reviews.map(({ answerResult }) => answerResult)).toEqual([
    null,
    "correct",
    "incorrect",
    null,
    null,
    "correct",
  ]);
});

it("believes Difícil of a learner who says what was not recalled", async () => {
  const [unsaid, said] = [await newCard(), await newCard()];
  await rate(unsaid, HARD);
  expect(await hardSinceForgotten()).toBeNull();
  await rate(await newCard(), FORGOTTEN);
  await rate(said, HARD);
  expect(await hardSinceForgotten()).toBe(1);
  expect(await stabilityOf(said)).toBeGreaterThan(3 * (await stabilityOf(unsaid)));
});

it("is forgotten by undoing the one answer that told it, whatever was rated meanwhile", async () => {
  const [one, two] = [await newCard(), await newCard()];
  const told = await rate(one, FORGOTTEN);
  const hard = await rate(two, HARD);
  await rate(await newCard(), { difficulty: "easy" });
  expect(await hardSinceForgotten()).toBe(1);
  await undo(one, told);
  expect(await hardSinceForgotten()).toBeNull();
  await undo(two, hard);
  expect(await hardSinceForgotten()).toBeNull();
});

it("counts anew what stands when an answer in the middle is undone", async () => {
  const cards = await Promise.all(Array.from({ length: 4 }, newCard));
  const [one, two, three, four] = cards as [Card, Card, Card, Card];
  await rate(one, FORGOTTEN);
  const hard = await rate(two, HARD);
  const forgotten = await rate(three, FORGOTTEN);
  // As many as when `hard` had been rated: that the count has not moved is no proof that nothing happened since.
  await rate(four, HARD);
  expect(await hardSinceForgotten()).toBe(1);
  await undo(two, hard);
  expect(await hardSinceForgotten()).toBe(1);
  await undo(three, forgotten);
  expect(await hardSinceForgotten()).toBe(1);
});

it("asks no more of the calibration than is known", async () => {
  const calibration = async () =>
    (await query("SELECT calibration_b AS b FROM user_scheduling WHERE user_id = $1"))[0].b;
  const card = await newCard();
  await rate(card, { difficulty: "easy" });
  server.clock.advance(7 * DAY);
  await rate(card, HARD);
  expect(await calibration()).toBeLessThan(0);
});
