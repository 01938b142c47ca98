import { randomUUID } from "node:crypto";
import type { Card } from "@repasa/contract/cards.ts";
import type { CardHistory, QueuedCard, ReviewResult, StudySession } from "@repasa/contract/study.ts";
import { addDays } from "@repasa/scheduler/local-dates.ts";
import { describe, expect, it } from "vitest";
import { ana, folderId, registerBeforeEach, registerNext } from "#testing/student-with-folder.ts";
import { sharedTestApp } from "#testing/test-app.ts";

const DAY = 86_400_000;
const NOON = "2026-03-10T12:00:00.000Z";

const server = await sharedTestApp();
registerBeforeEach(server, NOON);

async function newCard(front = "H₂O", client = ana, folder = folderId): Promise<Card> {
  const answer = await client.post<Card>(`/api/folders/${folder}/cards`, { front, back: "agua" });
  expect(answer.status).toBe(201);
  return answer.body;
}

type Rating = { difficulty: string; answerResult?: string; reviewId?: string; waitedMs?: number; durationMs?: number };
const rate = (card: Card, rating: Rating | string, client = ana, timeZone = "UTC") =>
  client.post<ReviewResult>(
    `/api/cards/${card.id}/review`,
    typeof rating === "string" ? { difficulty: rating, answerResult: "correct" } : rating,
    { timeZone },
  );
const undo = (card: Card, reviewId: string, client = ana) =>
  client.delete<ReviewResult>(`/api/cards/${card.id}/reviews/${reviewId}`);
const queue = async (query = "", timeZone = "UTC") =>
  (await ana.get<QueuedCard[]>(`/api/cards/review${query}`, { timeZone })).body;
const readCard = async (card: Card) =>
  (await ana.get<Card[]>(`/api/folders/${card.folderId}/cards`)).body.find(({ id }) => id === card.id);
const log = async () =>
  (await server.database.pool.query("SELECT * FROM reviews WHERE user_id = $1 ORDER BY id", [ana.userId])).rows;
const calibration = async () =>
  (
    await server.database.pool.query(
      "SELECT calibration_a AS a, calibration_b AS b, hard_since_forgotten AS hard FROM user_scheduling WHERE user_id = $1",
      [ana.userId],
    )
  ).rows[0];

describe("rating a card", () => {
  it.each([
    ["hard", 1],
    ["medium", 3],
    ["easy", 7],
  ])("%s for the first time makes it due in %i days", async (difficulty, days) => {
    const card = await newCard();
    const answer = await rate(card, { difficulty, answerResult: "correct", durationMs: 4200 });
    expect(answer.status).toBe(200);
    expect(answer.body.card).toEqual({
      ...card,
      difficulty,
      reviewCount: 1,
      interval: days,
      easeFactor: 250,
      lastReviewedAt: NOON,
      nextReviewAt: new Date(Date.parse(NOON) + days * DAY).toISOString(),
      nextReviewDate: addDays("2026-03-10", days),
    });
    expect(await readCard(card)).toEqual(answer.body.card);
    const [row] = await log();
    expect(row).toMatchObject({
      card_id: card.id,
      folder_id: folderId,
      difficulty,
      answer_result: "correct",
      due_before: null,
      practice: false,
      local_date: "2026-03-10",
      time_zone: "UTC",
      duration_ms: 4200,
      undone_at: null,
    });
  });

  it("adds its duration to the activity of the day", async () => {
    const card = await newCard();
    await rate(card, { difficulty: "hard", durationMs: 4200 });
    await rate(card, { difficulty: "easy", durationMs: 800 });
    await rate(card, { difficulty: "easy" });
    expect((await ana.get("/api/user/activity")).body).toEqual([{ date: "2026-03-10", count: 3, durationMs: 5000 }]);
  });

  it("logs a card that was not recalled with grade 1, and makes it due tomorrow", async () => {
    const card = await newCard();
    const answer = await rate(card, { difficulty: "hard", answerResult: "incorrect" });
    expect(answer.body.card).toMatchObject({ difficulty: "hard", interval: 1 });
    expect((await log())[0]).toMatchObject({ answer_result: "incorrect", grade: 1 });
  });

  it("makes it due at the same time of day across a change to summer time", async () => {
    server.clock.set("2026-03-28T21:30:00Z");
    const card = await newCard();
    const answer = await rate(card, "hard", ana, "Europe/Madrid");
    expect(answer.body.card.nextReviewAt).toBe("2026-03-29T20:30:00.000Z");
  });

  it("counts for the local date: two ratings, just before and just after the beginning of a day, are a day apart", async () => {
    const card = await newCard();
    server.clock.set("2026-03-11T02:59:30Z");
    await rate(card, "hard", ana, "Europe/Madrid");
    server.clock.set("2026-03-11T03:00:30Z");
    await rate(card, "hard", ana, "Europe/Madrid");
    const rows = await log();
    expect(rows.map((row) => row.local_date)).toEqual(["2026-03-10", "2026-03-11"]);
    expect(rows[1]?.retrievability).toBeGreaterThan(0);
  });

  it("accepts the specification's call, and rejects unknown difficulties", async () => {
    const card = await newCard();
    expect((await rate(card, { difficulty: "medium", answerResult: "correct" })).status).toBe(200);
    for (const difficulty of ["good", "", "EASY", null, 3]) {
      const answer = await ana.post(`/api/cards/${card.id}/review`, { difficulty, answerResult: "correct" });
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({
        issues: [{ path: "difficulty", message: "La dificultad debe ser easy, medium o hard" }],
      });
    }
    expect(await log()).toHaveLength(1);
  });

  it("gives the same 404 for a card that does not exist and for one of another user", async () => {
    const card = await newCard();
    const otherUser = await server.register();
    const foreign = await rate(card, "easy", otherUser);
    const missing = await otherUser.post("/api/cards/999999/review", { difficulty: "easy" });
    expect(foreign.status).toBe(404);
    expect(foreign.body).toEqual(missing.body);
    expect((await otherUser.get(`/api/cards/review?folderId=${folderId}`)).status).toBe(404);
    expect(await log()).toHaveLength(0);
  });

  it("dates a rating that was sent late to when it was given, but never before the card's last review", async () => {
    const card = await newCard();
    server.clock.advance(2 * DAY);
    await rate(card, { difficulty: "easy", waitedMs: DAY });
    expect((await log())[0]).toMatchObject({ local_date: "2026-03-11" });
    await rate(card, { difficulty: "easy", waitedMs: 20 * DAY });
    expect((await log())[1]?.reviewed_at).toEqual(new Date("2026-03-11T12:00:00Z"));
  });

  it("dates a rating to when it was given although its card, made without a network, reached the server later", async () => {
    const card = await newCard();
    await rate(card, { difficulty: "easy", answerResult: "correct", waitedMs: 2 * DAY });
    expect((await log())[0]).toMatchObject({ local_date: "2026-03-08" });
  });

  it("logs the study session, if it is one of the user's", async () => {
    const session = (await ana.post<StudySession>("/api/study-sessions", { folderId, cardsStudied: 0 })).body;
    const otherUser = await server.register();
    const foreign = (await otherUser.post<StudySession>("/api/study-sessions", { folderId: null })).body;
    const card = await newCard();
    await ana.post(`/api/cards/${card.id}/review`, { difficulty: "hard", studySessionId: session.id });
    await ana.post(`/api/cards/${card.id}/review`, { difficulty: "hard", studySessionId: foreign.id + 1000 });
    expect((await log()).map((row) => row.study_session_id)).toEqual([session.id, null]);
  });
});

describe("a rating that is sent twice", () => {
  it("is logged once, and gets the same response", async () => {
    const card = await newCard();
    const rating = { difficulty: "easy", reviewId: randomUUID() };
    const first = await rate(card, rating);
    server.clock.advance(5 * DAY);
    const again = await rate(card, rating);
    expect(again.body).toEqual(first.body);
    expect(await log()).toHaveLength(1);
  });

  it("is logged once when the calls are concurrent", async () => {
    const card = await newCard();
    const rating = { difficulty: "easy", reviewId: randomUUID() };
    const answers = await Promise.all(Array.from({ length: 8 }, () => rate(card, rating)));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    expect(await log()).toHaveLength(1);
  });

  it("is rejected for another card", async () => {
    const [one, other] = [await newCard(), await newCard()];
    const reviewId = randomUUID();
    await rate(one, { difficulty: "easy", reviewId });
    expect((await rate(other, { difficulty: "easy", reviewId })).status).toBe(409);
    expect((await readCard(other))?.reviewCount).toBe(0);
  });

  it("is accepted with the id of another user's review", async () => {
    const reviewId = randomUUID();
    const card = await newCard();
    const eva = await server.register();
    const folder = (await eva.post<{ id: number }>("/api/folders", { name: "Otra" })).body.id;
    const hers = await newCard("x", eva, folder);
    expect((await rate(card, { difficulty: "easy", reviewId })).status).toBe(200);
    expect((await rate(hers, { difficulty: "hard", reviewId }, eva)).status).toBe(200);
  });

  it("must have a UUID as its id", async () => {
    const card = await newCard();
    expect((await rate(card, { difficulty: "easy", reviewId: "1" })).status).toBe(400);
  });
});

describe("undoing a review", () => {
  it("restores the card and the calibration exactly", async () => {
    const card = await newCard();
    await rate(card, "medium");
    server.clock.advance(3 * DAY);
    await rate(card, "easy");
    server.clock.advance(20 * DAY);
    const before = { card: await readCard(card), calibration: await calibration() };
    const { reviewId } = (await rate(card, { difficulty: "hard", answerResult: "incorrect" })).body;
    expect(await calibration()).not.toEqual(before.calibration);
    const undone = await undo(card, reviewId);
    expect(undone.status).toBe(200);
    expect(undone.body).toEqual({ card: before.card, reviewId, undone: true });
    expect({ card: await readCard(card), calibration: await calibration() }).toEqual(before);
    expect((await undo(card, reviewId)).body).toEqual(undone.body);
  });

  it("makes a card new again when its only review is undone", async () => {
    const card = await newCard();
    const { reviewId } = (await rate(card, "easy")).body;
    await undo(card, reviewId);
    expect(await readCard(card)).toEqual(card);
    expect((await queue()).map(({ id }) => id)).toEqual([card.id]);
  });

  it("is possible for the card's latest review only, then for the one before it", async () => {
    const card = await newCard();
    const one = (await rate(card, "hard")).body.reviewId;
    const two = (await rate(card, "easy")).body.reviewId;
    const refused = await undo(card, one);
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({ code: "conflict" });
    expect((await undo(card, two)).status).toBe(200);
    expect((await undo(card, one)).status).toBe(200);
    expect(await readCard(card)).toEqual(card);
  });

  it("stays in force when the rating is sent again", async () => {
    const card = await newCard();
    const reviewId = randomUUID();
    await rate(card, { difficulty: "easy", reviewId });
    await undo(card, reviewId);
    const again = await rate(card, { difficulty: "easy", reviewId });
    expect(again.status).toBe(200);
    expect(again.body).toEqual({ card, reviewId, undone: true });
    expect(await readCard(card)).toEqual(card);
  });

  it("leaves the calibration as later reviews of other cards alone would have made it", async () => {
    const [one, two] = [await newCard("1"), await newCard("2")];
    await rate(one, "medium");
    await rate(two, "medium");
    server.clock.advance(10 * DAY);
    const mistaken = (await rate(one, { difficulty: "hard", answerResult: "incorrect" })).body.reviewId;
    await rate(two, "easy");
    const withMistake = await calibration();
    await undo(one, mistaken);
    const undone = await calibration();
    expect(undone).not.toEqual(withMistake);

    // Eva studies the same without the mistake.
    await registerNext(server, NOON);
    const hers = await newCard("2");
    await rate(hers, "medium");
    server.clock.advance(10 * DAY);
    await rate(hers, "easy");
    expect(undone).toEqual(await calibration());
    expect(undone.b).toBeGreaterThan(0);
  });

  it.each(["not-a-uuid", randomUUID(), "%00"])("answers 404 for the review %s", async (reviewId) => {
    expect((await undo(await newCard(), reviewId)).status).toBe(404);
  });

  it("answers 404 for another user's review, and for the review of another card", async () => {
    const [card, other] = [await newCard(), await newCard()];
    const { reviewId } = (await rate(card, "easy")).body;
    expect((await undo(card, reviewId, await server.register())).status).toBe(404);
    expect((await undo(other, reviewId)).status).toBe(404);
    expect((await readCard(card))?.reviewCount).toBe(1);
  });
});

describe("practice", () => {
  it("leaves the due instant of a card rated medium unchanged, and is logged as practice", async () => {
    const card = await newCard();
    const due = (await rate(card, "medium")).body.card.nextReviewAt;
    server.clock.advance(3_600_000);
    const answer = await rate(card, "medium");
    expect(answer.body.card.nextReviewAt).toBe(due);
    expect((await log())[1]).toMatchObject({ practice: true });
  });

  it("makes a card rated hard due tomorrow", async () => {
    const card = await newCard();
    await rate(card, "easy");
    server.clock.advance(DAY);
    expect((await rate(card, "hard")).body.card).toMatchObject({
      interval: 1,
      nextReviewAt: new Date(Date.parse(NOON) + 2 * DAY).toISOString(),
    });
  });
});

describe("the review queue", () => {
  it("contains the cards due by the end of the local day, the least retrievable first, then the new ones", async () => {
    const cards = [];
    for (const front of ["a", "b", "c", "d"]) cards.push(await newCard(front));
    const [a, b, c] = cards as [Card, Card, Card, Card];
    await rate(a, "medium");
    await rate(b, "hard");
    await rate(c, "easy");
    const listQueue = async () => (await queue()).map(({ front, difficulty }) => `${front} ${difficulty}`);
    expect(await listQueue()).toEqual(["d new"]);
    server.clock.set("2026-03-13T04:00:01Z");
    expect(await listQueue()).toEqual(["b hard", "a medium", "d new"]);
  });

  it("contains a card due at 22:00 from the morning on, by the student's local day", async () => {
    server.clock.set("2026-03-10T22:00:00Z");
    const card = await newCard();
    await rate(card, "hard");
    server.clock.set("2026-03-11T04:30:00Z");
    expect(await queue("", "UTC")).toHaveLength(1);
    expect(await queue("", "America/Sao_Paulo")).toHaveLength(0);
    server.clock.set("2026-03-11T07:00:00Z");
    expect(await queue("", "America/Sao_Paulo")).toHaveLength(1);
  });

  it("has the interval of each button, which the rating then gives", async () => {
    const card = await newCard();
    await rate(card, "medium");
    server.clock.advance(4 * DAY);
    const [queued] = await queue();
    expect(queued?.nextIntervals.hard).toBe(1);
    expect(queued?.nextIntervals.medium).toBeGreaterThanOrEqual(3);
    expect(queued?.nextIntervals.easy).toBeGreaterThanOrEqual(7);
    const { card: rated } = (await rate(card, "easy")).body;
    expect(rated.interval).toBe(queued?.nextIntervals.easy);
  });

  it("has the recall of each card today, the same as in its history", async () => {
    const [fresh, rated] = [await newCard(), await newCard()];
    await rate(rated, { difficulty: "medium" });
    server.clock.advance(3 * DAY);
    const [first, second] = await queue();
    const { recall } = (await ana.get<CardHistory>(`/api/cards/${rated.id}/history`)).body;
    expect([first?.id, second?.id]).toEqual([rated.id, fresh.id]);
    expect(first?.recall).toBe(Math.round((recall ?? 0) * 1000) / 1000);
    expect(second?.recall).toBeNull();
  });

  it("can be limited to one folder, and then has all its cards for practice", async () => {
    const card = await newCard();
    await rate(card, "easy");
    const other = (await ana.post<{ id: number }>("/api/folders", { name: "Otra" })).body.id;
    await newCard("x", ana, other);
    expect(await queue(`?folderId=${folderId}`)).toHaveLength(0);
    expect(await queue(`?folderId=${folderId}&practice=true`)).toHaveLength(1);
    expect(await queue(`?folderId=${other}`)).toHaveLength(1);
    expect(await queue()).toHaveLength(1);
  });

  it.each(["0", "-1", "abc", "99999999999999999999", "1e3", "%00"])("answers 404 for the folder %s", async (id) => {
    expect((await ana.get(`/api/cards/review?folderId=${id}`)).status).toBe(404);
  });

  it("has shorter intervals for a higher desired retention", async () => {
    const card = await newCard();
    await rate(card, "easy");
    server.clock.advance(9 * DAY);
    const usual = (await queue())[0]?.nextIntervals.easy as number;
    await ana.put("/api/user/preferences", { desiredRetention: 0.95 });
    expect((await queue())[0]?.nextIntervals.easy).toBeLessThan(usual);
  });
});

describe("study sessions", () => {
  it("are started, updated with counts, and completed", async () => {
    const started = await ana.post<StudySession>("/api/study-sessions", { folderId, cardsStudied: 0 });
    expect(started.status).toBe(201);
    expect(started.body).toEqual({
      id: expect.any(Number),
      folderId,
      cardsStudied: 0,
      easyCount: 0,
      goodCount: 0,
      hardCount: 0,
      startedAt: NOON,
      completedAt: null,
    });
    const path = `/api/study-sessions/${started.body.id}`;
    const counted = await ana.put(path, { cardsStudied: 3, easyCount: 1, goodCount: 1, hardCount: 1 });
    expect(counted.body).toMatchObject({ cardsStudied: 3, easyCount: 1, completedAt: null });
    const completed = await ana.put(path, { completedAt: "2026-03-10T12:05:00Z" });
    expect(completed.body).toMatchObject({ cardsStudied: 3, completedAt: "2026-03-10T12:05:00.000Z" });
    expect((await ana.put(path, {})).body).toEqual(completed.body);
  });

  it("need no folder, and cannot be of another user's folder nor changed by another user", async () => {
    expect((await ana.post("/api/study-sessions", { folderId: null, cardsStudied: 0 })).status).toBe(201);
    const otherUser = await server.register();
    expect((await otherUser.post("/api/study-sessions", { folderId })).status).toBe(404);
    const session = (await ana.post<StudySession>("/api/study-sessions", {})).body;
    expect((await otherUser.put(`/api/study-sessions/${session.id}`, { easyCount: 1 })).status).toBe(404);
  });

  it.each([{ cardsStudied: -1 }, { easyCount: 1.5 }, { hardCount: 1e12 }, { completedAt: "ayer" }])(
    "reject %j",
    async (change) => {
      const session = (await ana.post<StudySession>("/api/study-sessions", {})).body;
      expect((await ana.put(`/api/study-sessions/${session.id}`, change)).status).toBe(400);
    },
  );
});
