import type { Card } from "@repasa/contract/cards.ts";
import {
  type CardHistory,
  type LoggedMode,
  loggedMode,
  type Rating,
  type ReviewResult,
} from "@repasa/contract/study.ts";
import { isCertain } from "@repasa/study-queue/ratings.ts";
import { expect, it } from "vitest";
import { isCertainAnswer } from "#features/schedule/schedule.queries.ts";
import { arrayParam } from "#platform/db/array-params.ts";
import { sql } from "#platform/db/drizzle.cjs";
import { expectFold } from "#testing/expect-fold.ts";
import { ana, folderId, registerBeforeEach } from "#testing/student-with-folder.ts";
import { PASSWORD, sharedTestApp } from "#testing/test-app.ts";

// Three buttons alone do not show whether a card was recalled: for a user who has never pressed "No la recordé", a Difícil
// does not count as recalled.

const DAY = 86_400_000;
const HARD: Rating = { difficulty: "hard", answerResult: "correct" };
const FORGOTTEN: Rating = { difficulty: "hard", answerResult: "incorrect" };

const server = await sharedTestApp();
registerBeforeEach(server, "2026-03-10T12:00:00Z");

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

it("logs the answer as it was given, and the grade that it counts as", async () => {
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

it("counts Difícil as recalled once the learner has used 'No la recordé'", async () => {
  const [before, after] = [await newCard(), await newCard()];
  await rate(before, HARD);
  expect(await hardSinceForgotten()).toBeNull();
  await rate(await newCard(), FORGOTTEN);
  await rate(after, HARD);
  expect(await hardSinceForgotten()).toBe(1);
  expect(await stabilityOf(after)).toBeGreaterThan(3 * (await stabilityOf(before)));
});

it("learns nothing about Difícil from typed answers, whose result is certain", async () => {
  const type = (card: Card, rating: Rating) => rate(card, { ...rating, mode: "type" });
  const [typed, turned] = [await newCard(), await newCard()];
  await type(typed, HARD);
  await rate(turned, HARD);
  const failure = await type(await newCard(), FORGOTTEN);
  await rate(await newCard(), HARD);
  expect((await log()).map(({ grade }) => grade)).toEqual([2, null, 1, null]);
  expect(await hardSinceForgotten()).toBeNull();
  expect(await stabilityOf(typed)).toBeGreaterThan(3 * (await stabilityOf(turned)));

  await rate(turned, FORGOTTEN);
  await rate(turned, HARD);
  await type(typed, HARD);
  await type(typed, FORGOTTEN);
  expect(await hardSinceForgotten()).toBe(1);
  await expectFold(server.database.pool, ana.userId);
  expect((await log()).map(({ grade }) => grade).slice(4)).toEqual([1, 2, 2, 1]);
  const [first] = await query("SELECT card_id FROM reviews WHERE user_id = $1 ORDER BY id OFFSET 2");
  await ana.delete(`/api/cards/${first?.card_id}/reviews/${failure}`);
  expect(await hardSinceForgotten()).toBe(1);
  await expectFold(server.database.pool, ana.userId);
});

it("keeps how a typed answer changed the calibration alone when it is undone days later", async () => {
  const [one, two] = [await newCard(), await newCard()];
  for (const card of [one, two]) await rate(card, { difficulty: "easy", answerResult: "correct" });
  server.clock.set("2026-03-17T12:00:00Z");
  await ana.post("/api/auth/login", { email: ana.email, password: PASSWORD });
  const wrong = await rate(one, { ...FORGOTTEN, mode: "type" });
  await rate(two, { ...HARD, mode: "type" });
  await expectFold(server.database.pool, ana.userId);
  await undo(one, wrong);
  await expectFold(server.database.pool, ana.userId);
  expect(await hardSinceForgotten()).toBeNull();
});

it("agrees in SQL and on devices on which ways of answering are certain", async () => {
  const { rows } = await server.database.orm.execute<{ mode: LoggedMode; certain: boolean }>(sql`
    select mode, ${isCertainAnswer} as certain from unnest(${arrayParam([...loggedMode.options])}::text[]) as mode`);
  expect(rows).toEqual(loggedMode.options.map((mode) => ({ mode, certain: isCertain(mode) })));
  expect(rows.filter(({ certain }) => certain).length).toBe(2);
});

it("clears the count when the only 'No la recordé' is undone, whatever was rated in the meantime", async () => {
  const [one, two] = [await newCard(), await newCard()];
  const forgotten = await rate(one, FORGOTTEN);
  const hard = await rate(two, HARD);
  await rate(await newCard(), { difficulty: "easy" });
  expect(await hardSinceForgotten()).toBe(1);
  await undo(one, forgotten);
  expect(await hardSinceForgotten()).toBeNull();
  await undo(two, hard);
  expect(await hardSinceForgotten()).toBeNull();
});

it("counts again from the log when an answer in the middle of it is undone", async () => {
  const cards = await Promise.all(Array.from({ length: 4 }, newCard));
  const [one, two, three, four] = cards as [Card, Card, Card, Card];
  await rate(one, FORGOTTEN);
  const hard = await rate(two, HARD);
  const forgotten = await rate(three, FORGOTTEN);
  // The count is the same as after `hard` was rated, although it was reset in between.
  await rate(four, HARD);
  expect(await hardSinceForgotten()).toBe(1);
  await undo(two, hard);
  expect(await hardSinceForgotten()).toBe(1);
  await undo(three, forgotten);
  expect(await hardSinceForgotten()).toBe(1);
});

it("lowers the calibration after a Difícil without a known result", async () => {
  const calibration = async () =>
    (await query("SELECT calibration_b AS b FROM user_scheduling WHERE user_id = $1"))[0].b;
  const card = await newCard();
  await rate(card, { difficulty: "easy" });
  server.clock.advance(7 * DAY);
  await rate(card, HARD);
  expect(await calibration()).toBeLessThan(0);
});

it("learns how often the learner presses Difícil for recalled cards, and forgets it byte for byte when that is undone", async () => {
  const learned = async () =>
    (
      await query(
        `SELECT calibration_a, calibration_b, hard_since_forgotten, recalled_count, hard_recalled_count, recalled_in_a_row
        FROM user_scheduling WHERE user_id = $1`,
      )
    )[0];
  const [one, two, three] = [await newCard(), await newCard(), await newCard()];
  for (const card of [one, two, three]) await rate(card, { difficulty: "easy" });
  server.clock.advance(7 * DAY);
  await rate(one, { difficulty: "medium" });
  const before = await learned();
  expect(before).toMatchObject({ recalled_count: 1, hard_recalled_count: 0, recalled_in_a_row: 1 });
  const hard = await rate(two, HARD);
  const after = await learned();
  expect(after.hard_recalled_count).toBeGreaterThan(0);
  expect(after.hard_recalled_count).toBeLessThan(1);
  expect(after.recalled_in_a_row).toBe(0);
  await undo(two, hard);
  expect(await learned()).toEqual(before);

  const again = await rate(two, HARD);
  await rate(three, { difficulty: "medium" });
  await undo(two, again);
  expect(await learned()).toMatchObject({ recalled_count: 2, hard_recalled_count: 0, recalled_in_a_row: 2 });
});
