import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import path from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { DEFAULT_WEIGHTS } from "@repasa/scheduler/memory.ts";
import { simulateLog } from "@repasa/scheduler/testing/simulated-log.ts";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { JobQueue } from "#platform/jobs/queue.ts";
import { expectFold } from "#testing/expect-fold.ts";
import { openQuickQueue } from "#testing/killable-workers.ts";
import { writeLog } from "#testing/memory-log.ts";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { memoryJobs } from "./memory.jobs.ts";

const WEIGHTS = DEFAULT_WEIGHTS.map((weight, i) => ({ 2: 12, 3: 60, 8: 1.2, 9: 0.3, 20: 0.4 })[i] ?? weight);

const REVIEWS = 1600;

let database: TestDatabase;
let queue: JobQueue;
let workers: ChildProcess[];
let userId: number;

beforeEach(async () => {
  database = await createTestDatabase();
  queue = await openQuickQueue(database, memoryJobs.learn);
  workers = [];
  const { rows } = await database.db.pool.query(
    "INSERT INTO users (email, password_hash, created_at, updated_at) VALUES ($1, '-', $2, $2) RETURNING id",
    [`${randomUUID()}@repasa.example`, "2020-01-01Z"],
  );
  userId = rows[0].id;
  await writeLog(database.db.pool, userId, simulateLog(REVIEWS, { weights: WEIGHTS, seed: 2 }));
});

afterEach(async () => {
  await Promise.all(workers.map(kill));
  await queue.close();
  await database.drop();
});

// `npm run test:faults` runs these tests, because they start many processes.
it.runIf(process.env.FAULTS)(
  "leaves old weights with old states when its process is killed before it has written everything",
  async () => {
    const { pool } = database.db;
    // The last write takes long.
    await pool.query(`
    CREATE FUNCTION rest() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN PERFORM pg_sleep(9); RETURN NEW; END';
    CREATE TRIGGER rest BEFORE INSERT ON refits FOR EACH ROW EXECUTE FUNCTION rest()`);
    const worker = await startWorker();
    await queue.enqueue(database.db.orm, memoryJobs.learn, [{}]);
    const resting = async () => {
      const { rows } = await pool.query(
        "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'",
      );
      return rows;
    };
    await expect.poll(resting, { timeout: 40_000, interval: 50 }).toHaveLength(1);
    await kill(worker);
    // The database would notice only after the sleep that the client is gone.
    await pool.query("SELECT pg_terminate_backend($1)", [(await resting())[0].pid]);
    await pool.query("DROP TRIGGER rest ON refits");
    await waitUntilIdle();
    expect(await learner()).toMatchObject({ weights: null, version: REVIEWS });
    await expectFold(pool, userId);
    expect((await pool.query("SELECT FROM refits")).rows).toEqual([]);

    await startWorker();
    await expectLearned();
  },
  120_000,
);

it.runIf(process.env.FAULTS)(
  "leaves weights and states that belong together whenever its process is killed",
  async () => {
    await queue.enqueue(database.db.orm, memoryJobs.learn, [{}]);
    for (const pause of [200, 900]) {
      const worker = await startWorker();
      await delay(pause);
      await kill(worker);
      await waitUntilIdle();
      await expectFold(database.db.pool, userId);
      // The queue does this each hour. The killed worker's job waits until the queue detects that the worker is dead.
      await queue.enqueue(database.db.orm, memoryJobs.learn, [{}]);
    }
    await startWorker();
    await expectLearned();
  },
  120_000,
);

/** Starts a process that runs jobs. */
async function startWorker(): Promise<ChildProcess> {
  const worker = spawn(process.execPath, [path.resolve(import.meta.dirname, "../../testing/mail-worker.ts")], {
    env: {
      PATH: process.env.PATH,
      LOG_LEVEL: "error",
      DATABASE_URL: database.connectionString,
      SMTP_URL: "smtp://localhost:1",
      MAIL_FROM: "Repasa <hola@repasa.example>",
      CLOCK_OFFSET: "0",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  workers.push(worker);
  await new Promise((resolve, reject) => {
    worker.stdout?.once("data", resolve);
    worker.once("close", (code) => reject(new Error(`the worker ended by itself: ${code}`)));
  });
  return worker;
}

async function kill(worker: ChildProcess): Promise<void> {
  if (worker.exitCode !== null || worker.signalCode !== null) return;
  const ended = new Promise((resolve) => worker.once("close", resolve));
  worker.kill("SIGKILL");
  await ended;
}

/** Waits until the database has ended the statements of killed processes. */
async function waitUntilIdle(): Promise<void> {
  const others = async () => {
    const { rows } = await database.db.pool.query(
      `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`,
    );
    return rows.length;
  };
  await expect.poll(others, { interval: 20 }).toBe(0);
}

const learner = async () =>
  (await database.db.pool.query("SELECT weights, version FROM user_scheduling WHERE user_id = $1", [userId])).rows[0];

async function expectLearned(): Promise<void> {
  await expect.poll(async () => (await learner()).weights, { timeout: 60_000, interval: 100 }).toHaveLength(21);
  await expectFold(database.db.pool, userId);
  // One fit was stored, however many were started.
  expect((await learner()).version).toBe(REVIEWS + 1);
}
