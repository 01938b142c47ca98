import { randomUUID } from "node:crypto";
import type { Folder } from "@repasa/contract/folders.ts";
import type { QueuedCard, QueuePortion, Rating, ReviewResult } from "@repasa/contract/study.ts";
import { addDays } from "@repasa/scheduler/local-dates.ts";
import { createRandom } from "@repasa/scheduler/testing/simulated-log.ts";
import { afterAll, describe, expect, it } from "vitest";
import type { OwnerId } from "#platform/db/owner.ts";
import { signInElsewhere } from "#testing/auth-calls.ts";
import { createTestApp, sharedTestApp, type TestClient } from "#testing/test-app.ts";
import { testContext } from "#testing/test-context.ts";
import { findShown, MAX_REMEMBERED, rememberShown } from "./study.shown.ts";

const TODAY = "2026-03-10";
const server = await sharedTestApp({ now: `${TODAY}T12:00:00Z` });
const otherServer = await createTestApp({ beside: server });
afterAll(() => otherServer.close());

/** Registers a student with new cards in a folder, which may have an exam in 20 days. */
async function createStudent(cards: number, { hasExam }: { hasExam: boolean }): Promise<TestClient> {
  server.clock.set(`${TODAY}T12:00:00Z`);
  const student = await server.register(`${randomUUID()}@repasa.example`);
  const folder = (await student.post<Folder>("/api/folders", { name: "Botánica" })).body.id;
  await server.database.pool.query(
    `INSERT INTO cards (user_id, folder_id, front, back, created_at, updated_at)
    SELECT $1, $2, 'a', 'b', '2026-03-01Z', '2026-03-01Z' FROM generate_series(1, $3)`,
    [student.userId, folder, cards],
  );
  if (hasExam) await student.post("/api/exams", { name: "Final", date: addDays(TODAY, 20), folderIds: [folder] });
  return student;
}

async function rate(student: TestClient, { id }: Pick<QueuedCard, "id">, rating: Rating): Promise<ReviewResult> {
  const answer = await student.post<ReviewResult>(`/api/cards/${id}/review`, rating);
  expect(answer.status).toBe(200);
  return answer.body;
}

const readQueue = async (student: TestClient, query = "") =>
  (await student.get<QueuedCard[]>(`/api/cards/review?${query}`)).body;

const random = createRandom(7);

function chooseRating(): Rating {
  const drawn = random();
  if (drawn < 0.15) return { difficulty: "hard", answerResult: "incorrect" };
  return { difficulty: drawn < 0.25 ? "hard" : drawn < 0.75 ? "medium" : "easy", answerResult: "correct" };
}

type Study = { asked: QueuedCard[]; ratedBy: TestClient };

/** Rates cards without saying what their buttons showed. Counts the ratings, and those that gave another interval. */
async function studyAll({ asked, ratedBy }: Study, seen: { all: number; other: number }) {
  for (const card of asked) {
    const rating = chooseRating();
    const { card: rated } = await rate(ratedBy, card, rating);
    seen.all++;
    if (rated.interval !== card.nextIntervals[rating.difficulty]) seen.other++;
  }
}

async function readPortions(student: TestClient): Promise<QueuedCard[]> {
  const cards: QueuedCard[] = [];
  for (let after: string | null = ""; after !== null; ) {
    const from = after === "" ? "" : `&after=${encodeURIComponent(after)}`;
    const portion: QueuePortion = (await student.get<QueuePortion>(`/api/cards/review?limit=25${from}`)).body;
    cards.push(...portion.cards);
    after = portion.next;
  }
  return cards;
}

describe("a rating without an interval", () => {
  it("gives the one that the last queue showed, in any order, in portions, again on one day and before an exam", async () => {
    const student = await createStudent(70, { hasExam: true });
    const seen = { all: 0, other: 0 };
    for (let day = 0; day < 26; day++) {
      server.clock.set(`${addDays(TODAY, day)}T12:00:00Z`);
      const queue = day % 2 === 0 ? await readQueue(student) : await readPortions(student);
      await studyAll({ asked: queue.toReversed(), ratedBy: student }, seen);
      const again = queue.slice(0, 12).map(({ id }) => id);
      if (again.length > 0) {
        await studyAll({ asked: await readQueue(student, `cardIds=${again}`), ratedBy: student }, seen);
      }
    }
    expect(seen.all).toBeGreaterThan(400);
    expect(seen.other).toBe(0);
  });

  it("gives the shown one again after it was undone, and the promised one after the card was reset", async () => {
    const student = await createStudent(30, { hasExam: false });
    for (const card of await readQueue(student)) await rate(student, card, { difficulty: "easy" });
    server.clock.set(`${addDays(TODAY, 7)}T12:00:00Z`);
    const [first, ...others] = (await readQueue(student)) as [QueuedCard, ...QueuedCard[]];
    const { reviewId } = await rate(student, first, { difficulty: "medium" });
    for (const card of others) await rate(student, card, { difficulty: "medium" });
    await student.delete(`/api/cards/${first.id}/reviews/${reviewId}`);
    const { card } = await rate(student, first, { difficulty: "easy" });
    expect(card.interval).toBe(first.nextIntervals.easy);
    expect(card.interval).toBeGreaterThan(7);
    await student.post("/api/cards/batch", { cardIds: [first.id], action: "reset" });
    expect((await rate(student, first, { difficulty: "easy" })).card.interval).toBe(7);
  });

  it("is given a day by the present load on a server that did not show the queue", async () => {
    const student = await createStudent(40, { hasExam: true });
    const elsewhere = await signInElsewhere(otherServer, student);
    const seen = { all: 0, other: 0 };
    for (let day = 0; day < 14; day++) {
      server.clock.set(`${addDays(TODAY, day)}T12:00:00Z`);
      await studyAll({ asked: (await readQueue(student)).toReversed(), ratedBy: elsewhere }, seen);
    }
    expect(seen.other).toBeGreaterThan(0);
    expect(seen.other).toBeLessThan(seen.all / 2);
  });
});

describe("a rating with the interval that its button showed", () => {
  it("gives that one before an exam, too, on any server, though more cards are forgotten than was predicted", async () => {
    const student = await createStudent(200, { hasExam: true });
    // Some of these memories are nearly sure, or nearly not sure, to last until the exam.
    await server.database.pool.query(
      `UPDATE cards SET difficulty = 'medium', review_count = 3, interval = 10, stability = 2 + place ^ 1.1,
        memory_difficulty = 3 + place % 5, last_review_date = $2::date - 10, last_reviewed_at = $2::date - 10,
        next_review_date = $2, next_review_at = $2
      FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM cards WHERE user_id = $1) AS numbered
      WHERE user_id = $1 AND cards.id = numbered.id`,
      [student.userId, TODAY],
    );
    const elsewhere = await signInElsewhere(otherServer, student);
    const queue = await readQueue(student);
    const seen = { all: 0, before: 0 };
    for (const [place, card] of queue.entries()) {
      const isForgotten = place % 9 === 0;
      const difficulty = isForgotten ? "hard" : place % 2 === 0 ? "medium" : "easy";
      const interval = card.nextIntervals[difficulty];
      const answerResult = isForgotten ? "incorrect" : "correct";
      const { card: rated } = await rate(elsewhere, card, { difficulty, answerResult, interval });
      expect(rated.interval).toBe(interval);
      if (isForgotten) continue;
      seen.all++;
      if (interval < 20) seen.before++;
    }
    expect(seen.before).toBeGreaterThan(20);
    expect(seen.before).toBeLessThan(seen.all - 20);
  });
});

describe("findShown", () => {
  const owner = 1 as OwnerId;
  const card = { id: 5, reviewCount: 2 };
  const intervals = { hard: 1, medium: 9, easy: 20 };

  it("returns the interval of the last queue for this user, date and state of the card, and otherwise undefined", () => {
    const ctx = testContext(server.database);
    expect(findShown(ctx, owner, TODAY, card, "easy")).toBeUndefined();
    rememberShown(ctx, owner, TODAY, card, { ...intervals, easy: 19 });
    rememberShown(ctx, owner, TODAY, card, intervals);
    expect(findShown(ctx, owner, TODAY, card, "easy")).toBe(20);
    expect(findShown(ctx, owner, TODAY, card, "medium")).toBe(9);
    expect(findShown(ctx, 2 as OwnerId, TODAY, card, "easy")).toBeUndefined();
    expect(findShown(ctx, owner, addDays(TODAY, 1), card, "easy")).toBeUndefined();
    expect(findShown(ctx, owner, TODAY, { ...card, id: 6 }, "easy")).toBeUndefined();
    expect(findShown(ctx, owner, TODAY, { ...card, reviewCount: 3 }, "easy")).toBeUndefined();
    expect(findShown(testContext(server.database), owner, TODAY, card, "easy")).toBeUndefined();
  });

  it("forgets the cards that were shown longest ago", () => {
    const ctx = testContext(server.database);
    for (let id = 1; id <= MAX_REMEMBERED; id++) rememberShown(ctx, owner, TODAY, { ...card, id }, intervals);
    rememberShown(ctx, owner, TODAY, { ...card, id: 1 }, intervals);
    rememberShown(ctx, owner, TODAY, { ...card, id: MAX_REMEMBERED + 1 }, intervals);
    const isKnown = (id: number) => findShown(ctx, owner, TODAY, { ...card, id }, "easy") !== undefined;
    expect([1, 2, 3, MAX_REMEMBERED + 1].map(isKnown)).toEqual([true, false, true, true]);
  });
});
