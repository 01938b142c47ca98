import { setTimeout as delay } from "node:timers/promises";
import pino from "pino";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { type AllJobHandlers, allJobs } from "#all-jobs.ts";
import { openNetwork } from "#testing/silent-network.ts";
import { createTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { type JobRun, PermanentFailure, pairWithHandlers } from "./job.ts";
import { DEAD_LETTERS, installQueues, type JobQueue, openQueue, startWorker } from "./queue.ts";

const NOW = new Date("2026-03-10T12:00:00Z");
const clock = { now: () => NOW };
const log = pino({ level: "silent" });
const { notice, verification } = allJobs.auth;

let database: TestDatabase;
let queue: JobQueue;
const workers: { close(): Promise<void> }[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  queue = await openQueue(database.db, clock, log);
});
beforeEach(() => queue.boss.deleteAllJobs());
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.close()));
});
afterAll(async () => {
  await queue.close();
  await database.drop();
});

type Notice = Parameters<AllJobHandlers["auth"]["notice"]>[0];
const noticeTo = (to: string): Notice => ({ userId: 1 as Notice["userId"], to, notice: "password_changed" });

/** Starts a worker with the given handlers for notices and for reading imports, and no others. */
async function workWith(
  handleNotice: AllJobHandlers["auth"]["notice"],
  options: Partial<Parameters<typeof startWorker>[0]> = {},
  handleReading: AllJobHandlers["imports"]["read"] = async () => {},
): Promise<void> {
  const nothing = async () => {};
  const handlers = Object.fromEntries(
    Object.entries(allJobs).map(([feature, table]) => [
      feature,
      Object.fromEntries(Object.keys(table).map((name) => [name, nothing])),
    ]),
  ) as unknown as AllJobHandlers;
  workers.push(
    await startWorker({
      connectionString: database.connectionString,
      work: pairWithHandlers(allJobs, {
        ...handlers,
        auth: { ...handlers.auth, notice: handleNotice },
        imports: { ...handlers.imports, read: handleReading },
      }),
      clock,
      log,
      supervisionSeconds: 1,
      ...options,
    }),
  );
}

const jobsOf = (name: string) => queue.boss.findJobs<{ data: unknown }>(name);

it("runs a job at once, with its data and the time at which it was enqueued", async () => {
  const done: [unknown, JobRun][] = [];
  await workWith(async (data, run) => void done.push([data, run]));
  const enqueuedAt = performance.now();
  await queue.enqueue(database.db.orm, notice, [noticeTo("ana@example.com")]);
  await vi.waitFor(() => expect(done).toHaveLength(1), { interval: 10 });
  // The worker was notified: by polling it would find the job only every ten seconds.
  expect(performance.now() - enqueuedAt).toBeLessThan(9000);
  const run = { id: expect.any(String), now: NOW, enqueuedAt: NOW, signal: expect.any(AbortSignal) };
  expect(done[0]).toEqual([noticeTo("ana@example.com"), run]);
});

it("enqueues nothing when the transaction is rolled back", async () => {
  const failing = database.db.orm.transaction(async (transaction) => {
    await queue.enqueue(transaction, notice, [noticeTo("ana@example.com")]);
    throw new Error("no");
  });
  await expect(failing).rejects.toThrow("no");
  expect(await jobsOf(notice.name)).toEqual([]);
});

it("runs each job once when several workers share the queue", async () => {
  const done: string[] = [];
  const handle = async ({ to }: Notice) => {
    await delay(1);
    done.push(to);
  };
  await workWith(handle);
  await workWith(handle);
  const addresses = Array.from({ length: 60 }, (_, number) => `${number}@example.com`);
  await queue.enqueue(database.db.orm, notice, addresses.map(noticeTo));
  await vi.waitFor(() => expect(done).toHaveLength(60));
  expect(new Set(done).size).toBe(60);
});

it("reads one import of an account at a time, and serves other accounts before its next one", async () => {
  const { read } = allJobs.imports;
  const readingOf = (userId: number, importId: string) => ({ userId: userId as Notice["userId"], importId });
  const started: string[] = [];
  const held = Promise.withResolvers<void>();
  await workWith(
    async () => {},
    {},
    async ({ userId, importId }) => {
      started.push(importId);
      if (userId === 1) await held.promise;
    },
  );
  await queue.enqueue(database.db.orm, read, [readingOf(1, "first")]);
  await vi.waitFor(() => expect(started).toEqual(["first"]), { interval: 10 });
  const more = ["second", "third", "fourth", "fifth"].map((importId) => readingOf(1, importId));
  await queue.enqueue(database.db.orm, read, more);
  await queue.enqueue(database.db.orm, read, [readingOf(2, "other")]);
  await vi.waitFor(() => expect(started).toEqual(["first", "other"]), { interval: 10 });
  held.resolve();
  await vi.waitFor(() => expect(started).toHaveLength(6), { timeout: 60_000, interval: 10 });
  await vi.waitFor(async () => {
    expect((await jobsOf(read.name)).map(({ state }) => state)).toEqual(Array(6).fill("completed"));
  });
});

it("retries a failed job later, and stores the first line of its error", async () => {
  let tries = 0;
  await workWith(async () => {
    tries++;
    throw new Error("the server is away\nparams: ana@example.com");
  });
  await queue.enqueue(database.db.orm, notice, [noticeTo("ana@example.com")]);
  await vi.waitFor(async () => expect((await jobsOf(notice.name))[0]?.state).toBe("retry"));
  const [job] = await jobsOf(notice.name);
  expect(job).toMatchObject({ retryLimit: 24, retryDelay: 10, output: { message: "the server is away" } });
  expect(JSON.stringify(job?.output)).not.toContain("ana@example.com");
  const wait = (job?.startAfter.getTime() ?? 0) - (job?.startedOn.getTime() ?? 0);
  expect(wait).toBeGreaterThanOrEqual(5_000);
  expect(tries).toBe(1);
});

it("moves a permanently failed job to the dead letters, from where it can be retried under the same id", async () => {
  const ids: string[] = [];
  let fails = true;
  await workWith(async (_, { id }) => {
    ids.push(id);
    if (fails) throw new PermanentFailure("550 no such user");
  });
  await queue.enqueue(database.db.orm, notice, [noticeTo("ana@example.com")]);
  await vi.waitFor(async () => expect(await jobsOf(DEAD_LETTERS)).toHaveLength(1));
  expect((await jobsOf(DEAD_LETTERS))[0]).toMatchObject({
    sourceName: notice.name,
    sourceRetryCount: 0,
    sourceOutput: { message: "550 no such user" },
  });
  fails = false;
  expect(await queue.boss.redrive(DEAD_LETTERS)).toBe(1);
  // A redrive notifies no worker, but a new worker looks for jobs at once.
  await workWith(async (_, { id }) => void ids.push(id));
  await vi.waitFor(() => expect(ids).toHaveLength(2));
  expect(ids[1]).toBe(ids[0]);
  expect(await jobsOf(DEAD_LETTERS)).toEqual([]);
});

it("waits for its running jobs when it is closed", async () => {
  let ended = false;
  const [started, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await workWith(async () => {
    started.resolve();
    await held.promise;
    ended = true;
  });
  await queue.enqueue(database.db.orm, notice, [noticeTo("ana@example.com")]);
  await started.promise;
  setTimeout(held.resolve, 300);
  await workers.pop()?.close();
  expect(ended).toBe(true);
  expect((await jobsOf(notice.name))[0]?.state).toBe("completed");
});

it("recovers by itself after the network to its database was silent", async () => {
  const network = await openNetwork(database.connectionString);
  const done: string[] = [];
  const limits = { connectionString: network.connectionString, statementTimeoutMs: 200, pollSeconds: 2 };
  await workWith(async ({ to }) => void done.push(to), limits);
  await queue.enqueue(database.db.orm, notice, [noticeTo("before@example.com")]);
  await vi.waitFor(() => expect(done).toHaveLength(1), { interval: 10 });
  network.silence();
  // The worker polls during the silence.
  await delay(2_500);
  network.heal();
  await queue.enqueue(database.db.orm, notice, [noticeTo("after@example.com")]);
  await vi.waitFor(() => expect(done).toContain("after@example.com"), { interval: 20 });
  await workers.pop()?.close();
  network.close();
}, 40_000);

it("supervises its queues at the same pace when the machine's clock is set back by a month", async () => {
  const warnings: string[] = [];
  const note = ({ name }: Error) => void warnings.push(name);
  const claims = "SELECT max(coalesce(monitor_claim_on, monitor_on)) AS last FROM pgboss.queue";
  const lastClaim = async () => (await database.db.pool.query(claims)).rows[0].last as string;
  await workWith(async () => {});
  process.on("warning", note);
  const [monthAgo, startedAt] = [Date.now() - 31 * 86_400_000, performance.now()];
  vi.spyOn(Date, "now").mockImplementation(() => monthAgo + performance.now() - startedAt);
  try {
    for (let turns = 0; turns < 3; turns++) {
      const before = await lastClaim();
      await expect.poll(lastClaim).not.toBe(before);
    }
    expect(warnings).not.toContain("TimeoutOverflowWarning");
  } finally {
    vi.restoreAllMocks();
    process.off("warning", note);
  }
});

it("can install the queues again, from several servers at once", async () => {
  await Promise.all([1, 2, 3].map(() => installQueues(database.connectionString, allJobs)));
  expect((await queue.boss.getQueue(verification.name))?.retryLimit).toBe(verification.retryLimit);
});

it("unschedules a kind that has lost its cron, and a kind that no longer exists", async () => {
  const cronsOf = async () => (await queue.boss.getSchedules()).map(({ name, cron }) => `${name} ${cron}`).sort();
  const before = await cronsOf();
  await queue.boss.createQueue("auth.gone");
  await queue.boss.schedule("auth.gone", "* * * * *");
  await queue.boss.schedule(notice.name, "* * * * *");
  await installQueues(database.connectionString, allJobs);
  expect(await cronsOf()).toEqual(before);
  expect(before).toContain(`${allJobs.reminders.plan.name} ${allJobs.reminders.plan.cron}`);
});
