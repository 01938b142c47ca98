import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Preferences } from "@repasa/contract/account.ts";
import type { Memory } from "@repasa/contract/progress.ts";
import type { QueuedCard } from "@repasa/contract/study.ts";
import { DEFAULT_WEIGHTS } from "@repasa/scheduler/memory.ts";
import { simulatedLog } from "@repasa/scheduler/testing/simulated-log.ts";
import { teachingPlaces } from "@repasa/scheduler/training.ts";
import { expect, it } from "vitest";
import type { OwnerId } from "#platform/db/owner.ts";
import { expectFold } from "#testing/expect-fold.ts";
import { writeLog } from "#testing/memory-log.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";
import { testContext } from "#testing/test-context.ts";
import { memoryJobs } from "./memory.jobs.ts";
import { selectMemory, selectOwnersToLearn, tryFittingLock } from "./memory.queries.ts";
import { updateWeights, writeFolded } from "./memory.refit.ts";
import { foldInThread } from "./memory.threads.ts";

const server = await sharedTestApp();
const { pool } = server.database;
const ctx = testContext(server.database);

/** Somebody whose cards stick longer than everybody's weights say. */
const STRONG = DEFAULT_WEIGHTS.map((weight, i) => ({ 2: 12, 3: 60, 8: 1.2, 9: 0.3, 20: 0.4 })[i] ?? weight);

async function studentWith(reviews: number, weights = STRONG): Promise<TestClient> {
  const student = await server.register(`${randomUUID()}@repasa.example`);
  await writeLog(pool, student.userId, simulatedLog(reviews, { weights, seed: 2 }));
  return student;
}

const learn = () => server.runHandler("memory", "learn");
const memoryOf = async (student: TestClient) => (await student.get<Memory>("/api/user/memory")).body;
const learnerOf = async ({ userId }: TestClient) =>
  (await pool.query("SELECT * FROM user_scheduling WHERE user_id = $1", [userId])).rows[0];
const isLookedAt = async ({ userId }: TestClient) =>
  (await selectOwnersToLearn(ctx.db, null, 1_000_000)).includes(userId as OwnerId);
const dueDays = async ({ userId }: TestClient) =>
  (await pool.query("SELECT id, next_review_at, interval FROM cards WHERE user_id = $1 ORDER BY id", [userId])).rows;

it("learns from 1,000 reviews on, and puts the weights into force with states that fold the log; due days stand", async () => {
  const student = await studentWith(1600);
  await expectFold(pool, student.userId);
  const due = await dueDays(student);
  expect(await memoryOf(student)).toMatchObject({ on: true, needed: 1000, learned: null });
  await learn();
  const memory = await memoryOf(student);
  expect(memory).toMatchObject({ on: true, learned: { at: server.clock.now().toISOString(), own: true } });
  expect(memory.reviews).toBeGreaterThanOrEqual(1000);
  const { rows } = await pool.query("SELECT * FROM refits WHERE user_id = $1", [student.userId]);
  expect(rows[0].log_loss_after).toBeLessThan(rows[0].log_loss_before);
  expect(memory).toMatchObject({ reviews: rows[0].learned_from, learned: { after: rows[0].gap_after } });
  expect((await learnerOf(student)).weights).toHaveLength(21);
  await expectFold(pool, student.userId);
  expect(await dueDays(student)).toEqual(due);
});

it("schedules and predicts by the weights from then on", async () => {
  const student = await studentWith(1600);
  const queue = async () => (await student.get<QueuedCard[]>("/api/cards/review")).body;
  const before = await queue();
  await learn();
  const after = await queue();
  const mediumOf = (cards: QueuedCard[], wanted: number) => cards.find(({ id }) => id === wanted)?.nextIntervals.medium;
  const card = after.find(({ id, nextIntervals }) => mediumOf(before, id) !== nextIntervals.medium) as QueuedCard;
  const rated = await student.post<{ card: { interval: number } }>(`/api/cards/${card.id}/review`, {
    difficulty: "medium",
    answerResult: "correct",
  });
  expect(rated.body.card.interval).toBe(card.nextIntervals.medium);
  await expectFold(pool, student.userId);
});

it("looks at a log only when enough was rated since, and learns again at a quarter more", async () => {
  const [few, many] = [await studentWith(700), await studentWith(1050)];
  expect([await isLookedAt(few), await isLookedAt(many)]).toEqual([false, true]);
  await learn();
  // Not all of them teach: as many more ratings as are missing must come first.
  const { reviews, learned } = await memoryOf(many);
  expect(learned).toBeNull();
  expect(await learnerOf(many)).toMatchObject({ version: 1050, refit_check_at: 1050 + 1000 - reviews });
  expect(await isLookedAt(many)).toBe(false);

  const student = await studentWith(1600);
  await learn();
  const first = await memoryOf(student);
  expect(await learnerOf(student)).toMatchObject({
    version: 1601,
    refit_check_at: 1601 + Math.ceil(first.reviews * 1.25) - first.reviews,
  });
  expect(await isLookedAt(student)).toBe(false);
});

it("keeps what holds for everybody if that foretells better, and says so", async () => {
  const student = await studentWith(1600);
  await learn();
  expect((await memoryOf(student)).learned?.own).toBe(true);
  await pool.query("UPDATE user_scheduling SET weights = NULL WHERE user_id = $1", [student.userId]);
  expect((await memoryOf(student)).learned?.own).toBe(false);
});

it("forgets when it is switched off, and learns when it is switched on again", async () => {
  const student = await studentWith(1600);
  const due = await dueDays(student);
  await learn();
  const { body } = await student.put<Preferences>("/api/user/preferences", { refit: false });
  expect(body.refit).toBe(false);
  await server.runJobs(memoryJobs.learn.name);
  expect(await memoryOf(student)).toMatchObject({ on: false, learned: null });
  expect((await learnerOf(student)).weights).toBeNull();
  await expectFold(pool, student.userId);
  expect(await dueDays(student)).toEqual(due);
  // There is nothing left to forget.
  expect(await isLookedAt(student)).toBe(false);
  await student.put("/api/user/preferences", { refit: true });
  await server.runJobs(memoryJobs.learn.name);
  expect(await memoryOf(student)).toMatchObject({ on: true, learned: { own: true } });
  await expectFold(pool, student.userId);
});

it("does not learn for who does not want it", async () => {
  const student = await studentWith(1600);
  await student.put("/api/user/preferences", { refit: false });
  await server.runJobs(memoryJobs.learn.name);
  expect((await learnerOf(student)).version).toBe(1600);
});

it("lets a rating win that came since the log was read, and tries again", async () => {
  const student = await studentWith(1600);
  const owner = student.userId as OwnerId;
  const stored = await selectMemory(ctx.db, owner);
  if (!stored) throw new Error("nothing was rated");
  const [card] = (await student.get<QueuedCard[]>("/api/cards/review")).body as [QueuedCard];
  await student.post(`/api/cards/${card.id}/review`, { difficulty: "medium", answerResult: "correct" });
  const folded = await foldInThread(stored.log, STRONG);
  expect(await writeFolded(ctx, owner, stored, folded, null)).toBe(false);
  expect((await learnerOf(student)).weights).toBeNull();
  await expectFold(pool, student.userId);

  const queue = (await student.get<QueuedCard[]>("/api/cards/review")).body.slice(0, 12);
  const learning = updateWeights(ctx, owner, server.clock.now());
  for (const { id } of queue) {
    const answer = await student.post(`/api/cards/${id}/review`, { difficulty: "medium", answerResult: "correct" });
    expect(answer.status).toBe(200);
  }
  await learning;
  expect((await memoryOf(student)).learned).not.toBeNull();
  await expectFold(pool, student.userId);
});

it("goes on with the others when one log cannot be learned from", async () => {
  const [broken, sound] = [await studentWith(1600), await studentWith(1600)];
  await pool.query("UPDATE reviews SET local_date = 'infinity' WHERE user_id = $1", [broken.userId]);
  await expect(learn()).rejects.toThrow("1 memories could not be learned");
  expect((await memoryOf(sound)).learned).not.toBeNull();
  await pool.query("DELETE FROM users WHERE id = $1", [broken.userId]);
});

it("learns in one place at a time", async () => {
  const student = await studentWith(1600);
  const elsewhere = await pool.connect();
  expect(await tryFittingLock(elsewhere)).toBe(true);
  const learning = learn();
  await delay(1500);
  expect((await memoryOf(student)).learned).toBeNull();
  elsewhere.release(true);
  await learning;
  expect((await memoryOf(student)).learned).not.toBeNull();
});

it("has nothing to tell of who never studied", async () => {
  const student = await server.register();
  expect(await memoryOf(student)).toEqual({ on: true, reviews: 0, needed: 1000, learned: null });
});

it("counts what teaches in the newest reviews of a long log", async () => {
  const student = await server.register(`${randomUUID()}@repasa.example`);
  const log = simulatedLog(5_300, { weights: STRONG, seed: 5 });
  await writeLog(pool, student.userId, log);
  const { reviews } = await memoryOf(student);
  expect(reviews).toBe(teachingPlaces(log.slice(-5_000)).teaching);
  expect(reviews).toBeLessThan(teachingPlaces(log).teaching);
});
