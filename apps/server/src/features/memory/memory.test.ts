import { randomUUID } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import type { Preferences } from "@repasa/contract/account.ts";
import type { Memory } from "@repasa/contract/progress.ts";
import type { QueuedCard } from "@repasa/contract/study.ts";
import { DEFAULT_WEIGHTS } from "@repasa/scheduler/memory.ts";
import { simulateLog } from "@repasa/scheduler/testing/simulated-log.ts";
import { indexTeachingReviews } from "@repasa/scheduler/training.ts";
import { expect, it } from "vitest";
import type { OwnerId } from "#platform/db/owner.ts";
import { expectFold } from "#testing/expect-fold.ts";
import { writeLog } from "#testing/memory-log.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";
import { testContext } from "#testing/test-context.ts";
import { memoryJobs } from "./memory.jobs.ts";
import { parseLives, selectReviewsOfCompleteLives } from "./memory.log.ts";
import { selectLog, selectMemory, selectOwnersToRefit, tryToLockFitting } from "./memory.queries.ts";
import { updateWeights, writeFolded } from "./memory.refit.ts";
import { foldInThread } from "./memory.threads.ts";

const server = await sharedTestApp();
const { pool } = server.database;
const ctx = testContext(server.database);

/** The weights of a learner who remembers cards for longer than the default weights predict. */
const STRONG = DEFAULT_WEIGHTS.map((weight, i) => ({ 2: 12, 3: 60, 8: 1.2, 9: 0.3, 20: 0.4 })[i] ?? weight);

async function studentWith(reviews: number, weights = STRONG): Promise<TestClient> {
  const student = await server.register(`${randomUUID()}@repasa.example`);
  await writeLog(pool, student.userId, simulateLog(reviews, { weights, seed: 2 }));
  return student;
}

const learn = () => server.runHandler("memory", "learn");
const memoryOf = async (student: TestClient) => (await student.get<Memory>("/api/user/memory")).body;
const learnerOf = async ({ userId }: TestClient) =>
  (await pool.query("SELECT * FROM user_scheduling WHERE user_id = $1", [userId])).rows[0];
const isSelectedToLearn = async ({ userId }: TestClient) =>
  (await selectOwnersToRefit(ctx.db, null, 1_000_000)).includes(userId as OwnerId);
const dueDays = async ({ userId }: TestClient) =>
  (await pool.query("SELECT id, next_review_at, interval FROM cards WHERE user_id = $1 ORDER BY id", [userId])).rows;

it("fits weights from 1,000 reviews on, and updates the memories to the fold of the log, but no due date", async () => {
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

it("learns nothing from right choices, however many the log has", async () => {
  const [plain, choosing] = [await studentWith(1600), await studentWith(1600)];
  // A day after each review its card was chosen rightly.
  const { rowCount } = await pool.query(
    `INSERT INTO reviews (id, user_id, card_id, review_id, folder_id, difficulty, answer_result, grade, reviewed_at, time_zone,
      local_date, due_before, practice, retrievability, state_before, state_after, mode)
    OVERRIDING SYSTEM VALUE
    SELECT id * 2 + 1, user_id, card_id, gen_random_uuid(), folder_id, 'easy', 'correct', 4, reviewed_at, time_zone,
      local_date + 1, due_before, true, NULL, state_after, state_after, 'choose'
    FROM reviews WHERE user_id = $1`,
    [choosing.userId],
  );
  expect(rowCount).toBe(1600);
  await learn();
  const [one, other] = [await learnerOf(plain), await learnerOf(choosing)];
  expect(one.weights).toHaveLength(21);
  expect(other.weights).toEqual(one.weights);
  for (const name of [
    "calibration_a",
    "calibration_b",
    "hard_since_forgotten",
    "recalled_count",
    "recalled_in_a_row",
  ]) {
    expect(other[name]).toBe(one[name]);
  }
  const [{ learned: from, ...of }, { learned: alsoFrom, ...alsoOf }] = [
    await memoryOf(plain),
    await memoryOf(choosing),
  ];
  expect({ ...from, ...alsoOf }).toEqual({ ...alsoFrom, ...of });
});

it("schedules by the fitted weights from then on", async () => {
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

it("reads a log only when enough cards were rated since, and fits again at a quarter more reviews", async () => {
  const [few, many] = [await studentWith(700), await studentWith(1050)];
  expect([await isSelectedToLearn(few), await isSelectedToLearn(many)]).toEqual([false, true]);
  await learn();
  // Not all reviews can be learned from: the next check is after as many ratings as are missing.
  const { reviews, learned } = await memoryOf(many);
  expect(learned).toBeNull();
  expect(await learnerOf(many)).toMatchObject({ version: 1050, refit_check_at: 1050 + 1000 - reviews });
  expect(await isSelectedToLearn(many)).toBe(false);

  const student = await studentWith(1600);
  await learn();
  const first = await memoryOf(student);
  expect(await learnerOf(student)).toMatchObject({
    version: 1601,
    refit_check_at: 1601 + Math.ceil(first.reviews * 1.25) - first.reviews,
  });
  expect(await isSelectedToLearn(student)).toBe(false);
});

it("returns whether the user's own weights or the default ones are in use", async () => {
  const student = await studentWith(1600);
  await learn();
  expect((await memoryOf(student)).learned?.own).toBe(true);
  await pool.query("UPDATE user_scheduling SET weights = NULL WHERE user_id = $1", [student.userId]);
  expect((await memoryOf(student)).learned?.own).toBe(false);
});

it("resets the weights when the user switches fitting off, and fits them when it is switched on again", async () => {
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
  // Nothing is left to reset.
  expect(await isSelectedToLearn(student)).toBe(false);
  await student.put("/api/user/preferences", { refit: true });
  await server.runJobs(memoryJobs.learn.name);
  expect(await memoryOf(student)).toMatchObject({ on: true, learned: { own: true } });
  await expectFold(pool, student.userId);
});

it("does not fit weights for a user who has switched it off", async () => {
  const student = await studentWith(1600);
  await student.put("/api/user/preferences", { refit: false });
  await server.runJobs(memoryJobs.learn.name);
  expect((await learnerOf(student)).version).toBe(1600);
});

it("folds a log again that was folded by other rules, under the present weights, and fits when that is due", async () => {
  const typing = (count: number) =>
    simulateLog(count, { weights: STRONG, seed: 2 }).map((review, i) => ({ ...review, isCertain: i % 2 === 0 }));
  const [few, off, many] = [await server.register(), await server.register(), await studentWith(1600)];
  await writeLog(pool, few.userId, typing(300));
  await writeLog(pool, off.userId, typing(300));
  await off.put("/api/user/preferences", { refit: false });
  await server.runJobs(memoryJobs.learn.name);
  await learn();
  await expectFold(pool, few.userId);
  const fitted = (await learnerOf(many)).weights;
  const learned = await memoryOf(many);
  // The state before 0040_certain_answers.sql, which counted typed answers like others.
  const outdate = async ({ userId }: TestClient) => {
    await pool.query(
      `UPDATE user_scheduling SET hard_since_forgotten = 3, calibration_b = 1, recalled_count = 500, refit_check_at = 0
      WHERE user_id = $1`,
      [userId],
    );
    await pool.query("UPDATE cards SET stability = stability * 2 WHERE user_id = $1", [userId]);
  };
  for (const student of [few, off, many]) await outdate(student);
  const due = await dueDays(few);
  await learn();
  for (const student of [few, off, many]) {
    await expectFold(pool, student.userId);
    expect(await isSelectedToLearn(student)).toBe(false);
  }
  expect(await dueDays(few)).toEqual(due);
  expect((await learnerOf(few)).weights).toBeNull();
  expect((await learnerOf(many)).weights).toEqual(fitted);
  expect(await memoryOf(many)).toEqual(learned);
  await few.post(`/api/cards/${(await dueDays(few))[0].id}/review`, { difficulty: "medium", answerResult: "correct" });
  await expectFold(pool, few.userId);
});

it("starts over when a card is rated after the log was read", async () => {
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
    const response = await student.post(`/api/cards/${id}/review`, { difficulty: "medium", answerResult: "correct" });
    expect(response.status).toBe(200);
  }
  await learning;
  expect((await memoryOf(student)).learned).not.toBeNull();
  await expectFold(pool, student.userId);
});

it("fits the weights of the other users when one user's log cannot be read", async () => {
  const [broken, sound] = [await studentWith(1600), await studentWith(1600)];
  await pool.query("UPDATE reviews SET local_date = 'infinity' WHERE user_id = $1", [broken.userId]);
  await expect(learn()).rejects.toThrow("1 memories could not be learned");
  expect((await memoryOf(sound)).learned).not.toBeNull();
  await pool.query("DELETE FROM users WHERE id = $1", [broken.userId]);
});

it("waits while another worker fits weights", async () => {
  const student = await studentWith(1600);
  const otherWorker = await pool.connect();
  expect(await tryToLockFitting(otherWorker)).toBe(true);
  const learning = learn();
  await delay(1500);
  expect((await memoryOf(student)).learned).toBeNull();
  otherWorker.release(true);
  await learning;
  expect((await memoryOf(student)).learned).not.toBeNull();
});

it("reads the log with the instant of each review, to the millisecond", async () => {
  const student = await server.register();
  const folder = (await student.post<{ id: number }>("/api/folders", { name: "Química" })).body.id;
  const card = (await student.post<{ id: number }>(`/api/folders/${folder}/cards`, { front: "a", back: "b" })).body.id;
  const instants: number[] = [];
  for (const wait of [0, 1234, 3 * 86_400_000 + 7]) {
    server.clock.advance(wait);
    await student.post(`/api/cards/${card}/review`, { difficulty: "medium", answerResult: "correct" });
    instants.push(server.clock.now().getTime());
  }
  const { reviews } = parseLives(await selectLog(ctx.db, student.userId as OwnerId));
  expect(reviews.map(({ at }) => at)).toEqual(instants);
});

it("returns no reviews and no fit for a user who never studied", async () => {
  const student = await server.register();
  expect(await memoryOf(student)).toEqual({ on: true, reviews: 0, needed: 1000, learned: null });
});

it("counts all reviews that can be learned from before the first fit, however long the log is", async () => {
  const student = await server.register(`${randomUUID()}@repasa.example`);
  const log = simulateLog(9_000, { weights: STRONG, seed: 5 });
  await writeLog(pool, student.userId, log);
  const { teaching } = indexTeachingReviews(log);
  expect(teaching).toBeGreaterThan(6_000);
  expect(await memoryOf(student)).toMatchObject({ reviews: teaching, learned: null });
});

it("counts the same reviews as a fit, with cards that were reset or have older reviews, undone and unknown answers", async () => {
  const student = await server.register(`${randomUUID()}@repasa.example`);
  const owner = student.userId as OwnerId;
  await writeLog(pool, owner, simulateLog(600, { weights: STRONG, seed: 6 }));
  const change = (set: string, every: number) =>
    pool.query(`UPDATE reviews SET ${set} WHERE user_id = $1 AND id % ${every} = 0`, [owner]);
  const counted = async () => {
    const { reviews } = await memoryOf(student);
    const lives = parseLives(await selectLog(ctx.db, owner));
    expect(reviews).toBe(indexTeachingReviews(selectReviewsOfCompleteLives(lives)).teaching);
    return reviews;
  };
  const counts = [await counted()];
  await pool.query(
    `DELETE FROM reviews WHERE user_id = $1 AND card_id % 5 = 0 AND state_before->>'stability' IS NULL`,
    [owner],
  );
  counts.push(await counted());
  await change(`state_before = state_before || '{"stability": null}'`, 17);
  counts.push(await counted());
  await change("undone_at = now()", 13);
  counts.push(await counted());
  await change("practice = true, due_before = NULL", 11);
  counts.push(await counted());
  await change("grade = NULL", 29);
  counts.push(await counted());
  expect(counts).toEqual([...new Set(counts)].toSorted((a, b) => b - a));
  expect(counts.at(-1)).toBeGreaterThan(0);
  await change("grade = NULL", 2);
  const unknown = await counted();
  await change("mode = 'type'", 3);
  expect(await counted()).toBeGreaterThan(unknown);
});
