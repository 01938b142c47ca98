import { randomUUID } from "node:crypto";
import type { Card } from "@repasa/contract/cards.ts";
import type { CardHistory, ReviewResult } from "@repasa/contract/study.ts";
import { DEFAULT_MODEL } from "@repasa/scheduler/memory.ts";
import fc from "fast-check";
import { beforeEach, expect, it } from "vitest";
import { createCard, registerWithFolder } from "#testing/card-calls.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const server = await sharedTestApp();
let ana: TestClient;
let card: Card;

beforeEach(async () => {
  const [client, folderId] = await registerWithFolder(server, "2026-03-10T12:00:00Z");
  ana = client;
  card = await createCard(ana, folderId);
});

async function history(timeZone = "UTC"): Promise<CardHistory> {
  const answer = await ana.get<CardHistory>(`/api/cards/${card.id}/history`, { timeZone });
  expect(answer.status).toBe(200);
  return answer.body;
}

async function rate(at: string, difficulty: string, answerResult = "correct", timeZone = "UTC"): Promise<ReviewResult> {
  server.clock.set(at);
  const answer = await ana.post<ReviewResult>(
    `/api/cards/${card.id}/review`,
    { difficulty, answerResult },
    { timeZone },
  );
  expect(answer.status).toBe(200);
  return answer.body;
}

it("has no reviews and no recall for a new card", async () => {
  expect(await history()).toEqual({ card, reviews: [], recall: null, stability: null, nextReviewAt: null });
});

it("lists all reviews with their results, the newest first, and marks an undone one", async () => {
  const first = await rate("2026-03-10T12:00:00Z", "easy");
  // Practice, four days early; at 23:30 in São Paulo it is still the 13th.
  const second = await rate("2026-03-14T02:30:00Z", "medium", "correct", "America/Sao_Paulo");
  const undone = await rate("2026-03-14T08:00:00Z", "hard", "incorrect");
  await ana.delete(`/api/cards/${card.id}/reviews/${undone.reviewId}`);

  const { card: present, reviews, nextReviewAt } = await history();
  expect(present).toEqual(second.card);
  expect(nextReviewAt).toBe(second.card.nextReviewAt);
  expect(reviews).toEqual([
    {
      reviewId: undone.reviewId,
      reviewedAt: "2026-03-14T08:00:00.000Z",
      date: "2026-03-14",
      difficulty: "hard",
      answerResult: "incorrect",
      interval: undone.card.interval,
      practice: true,
      mode: "flip",
      hints: 0,
      undone: true,
    },
    {
      reviewId: second.reviewId,
      reviewedAt: "2026-03-14T02:30:00.000Z",
      date: "2026-03-13",
      difficulty: "medium",
      answerResult: "correct",
      interval: second.card.interval,
      practice: true,
      mode: "flip",
      hints: 0,
      undone: false,
    },
    {
      reviewId: first.reviewId,
      reviewedAt: "2026-03-10T12:00:00.000Z",
      date: "2026-03-10",
      difficulty: "easy",
      answerResult: "correct",
      interval: 7,
      practice: false,
      mode: "flip",
      hints: 0,
      undone: false,
    },
  ]);
  expect(undone.card.interval).toBe(1);
});

it("says how each card was answered, and refuses other ways", async () => {
  const url = `/api/cards/${card.id}/review`;
  for (const mode of ["type", "choose", "flip", undefined]) {
    server.clock.advance(86_400_000);
    expect((await ana.post(url, { difficulty: "medium", answerResult: "correct", mode })).status).toBe(200);
  }
  expect((await history()).reviews.map(({ mode }) => mode)).toEqual(["flip", "flip", "choose", "type"]);
  for (const mode of ["typed", "", null, 1]) {
    expect(await ana.post(url, { difficulty: "medium", mode })).toMatchObject({
      status: 400,
      body: { code: "validation_failed", message: "El modo debe ser flip, type o choose" },
    });
  }
  expect((await history()).reviews).toHaveLength(4);
});

it("has the recall of today, which decreases by the model from the stability", async () => {
  await rate("2026-03-10T12:00:00Z", "medium");
  const { recall, stability } = await history();
  expect(recall).toBeGreaterThan(0.99);
  expect(stability).toBeCloseTo(2.3065, 2);
  const later: number[] = [];
  for (const date of ["2026-03-11", "2026-03-12", "2026-03-20", "2026-03-31"]) {
    server.clock.set(`${date}T12:00:00Z`);
    later.push((await history()).recall as number);
  }
  expect(later).toEqual([...later].sort((a, b) => b - a));
  const recallAfter = (days: number) =>
    DEFAULT_MODEL.recallAfter({ stability: stability as number, difficulty: 5 }, days);
  expect(later).toEqual([1, 2, 10, 21].map((days) => expect.closeTo(recallAfter(days), 6)));
});

it("has a higher recall and stability for a learner who recalls more than the model predicts", async () => {
  await rate("2026-03-10T12:00:00Z", "medium");
  server.clock.set("2026-03-15T12:00:00Z");
  const before = await history();
  await server.database.pool.query("UPDATE user_scheduling SET calibration_b = 0.5 WHERE user_id = $1", [ana.userId]);
  const after = await history();
  expect(after.recall).toBeGreaterThan((before.recall as number) + 0.02);
  expect(after.stability).toBeGreaterThan(1.3 * (before.stability as number));
});

it("answers 404 for a card that is deleted or belongs to another user, and 401 without a session", async () => {
  const eva = await server.register();
  expect(await eva.get(`/api/cards/${card.id}/history`)).toMatchObject({
    status: 404,
    body: { code: "not_found", message: "La carta no existe" },
  });
  await rate("2026-03-10T12:00:00Z", "medium");
  await ana.delete(`/api/cards/${card.id}`);
  expect((await ana.get(`/api/cards/${card.id}/history`)).status).toBe(404);
  expect((await server.visitor().get(`/api/cards/${card.id}/history`)).status).toBe(401);
});

it("answers 200, 400 or 404 for any id", async () => {
  const id = fc.oneof(
    fc.constantFrom("0", "-1", "1e99", "99999999999999999999", "NaN", "%00", "%", `${card.id} `, `0${card.id}`),
    fc.bigInt().map(String),
    fc.string({ unit: "binary", minLength: 1 }).map((part) => encodeURIComponent(part.toWellFormed())),
  );
  await fc.assert(
    fc.asyncProperty(id, async (any) => {
      expect([200, 400, 404]).toContain((await ana.get(`/api/cards/${any}/history`)).status);
    }),
    { numRuns: 100 },
  );
});

it("counts the hints of a typed answer, and refuses what contradicts them", async () => {
  const url = `/api/cards/${card.id}/review`;
  const forgotten = { difficulty: "hard", answerResult: "incorrect" } as const;
  const recalled = { difficulty: "hard", answerResult: "correct" } as const;
  const taken = [
    { ...recalled, mode: "type", hints: 2 },
    { ...forgotten, mode: "type", hints: 3 },
    { ...recalled, mode: "type" },
    { difficulty: "easy", mode: "type", hints: 0 },
    { difficulty: "medium", mode: "flip", hints: 0 },
  ];
  for (const rating of taken) expect(await ana.post(url, rating)).toMatchObject({ status: 200 });
  const refused = [
    [{ ...recalled, mode: "type", hints: 4 }, "Las pistas van de 0 a 3"],
    [{ ...recalled, mode: "type", hints: -1 }, "Las pistas van de 0 a 3"],
    [{ ...recalled, hints: 1 }, "Solo hay pistas al escribir la respuesta"],
    [{ ...forgotten, mode: "choose", hints: 1 }, "Solo hay pistas al escribir la respuesta"],
    [{ difficulty: "medium", mode: "type", hints: 1 }, "Con pistas, la dificultad es hard"],
    [{ difficulty: "easy", answerResult: "correct", mode: "type", hints: 2 }, "Con pistas, la dificultad es hard"],
    [{ ...recalled, mode: "type", hints: 3 }, "Con 3 pistas, el resultado es incorrect"],
  ] as const;
  for (const [rating, message] of refused) {
    expect(await ana.post(url, rating)).toMatchObject({ status: 400, body: { code: "validation_failed", message } });
  }
  for (const hints of [-1, 1.5, "1", null]) {
    expect(await ana.post(url, { ...recalled, mode: "type", hints })).toMatchObject({ status: 400 });
  }
  const ids = [randomUUID(), randomUUID()];
  const listed = await ana.post("/api/reviews", {
    ratings: [
      { ...recalled, mode: "type", hints: 1, cardId: card.id, reviewId: ids[0] },
      { ...recalled, mode: "type", hints: 3, cardId: card.id, reviewId: ids[1] },
    ],
  });
  expect(listed.body).toMatchObject({
    results: [{ status: 200 }, { status: 400, message: "Con 3 pistas, el resultado es incorrect" }],
  });
  expect((await history()).reviews.map(({ hints }) => hints)).toEqual([1, 0, 0, 0, 3, 2]);
});

it("moves a card after hints as after any typed answer, and as forgotten after the last step", async () => {
  const rated = async (rating: object) => {
    const one = await createCard(ana, card.folderId, { front: "f", back: "b" });
    await ana.post(`/api/cards/${one.id}/review`, { difficulty: "medium" });
    server.clock.advance(5 * 86_400_000);
    const { body } = await ana.post<ReviewResult>(`/api/cards/${one.id}/review`, { mode: "type", ...rating });
    return [body.card.interval, body.card.difficulty];
  };
  const [hinted, plain] = [
    { difficulty: "hard", answerResult: "correct", hints: 2 },
    { difficulty: "hard", answerResult: "correct" },
  ];
  expect(await rated(hinted)).toEqual(await rated(plain));
  const lost = { difficulty: "hard", answerResult: "incorrect" };
  expect(await rated({ ...lost, hints: 3 })).toEqual(await rated(lost));
});
