import { getConstructionPlans, type JobWithMetadata, PgBoss, type Queue } from "pg-boss";
import type { Logger } from "pino";
import { listenOn, onPool, within } from "#platform/db/job-connections.ts";
import type { Outages } from "#platform/db/outages.ts";
import { type ConnectionString, type Database, openDatabase, type Queryable } from "#platform/db/pool.ts";
import type { Clock } from "#platform/time/clock.ts";
import {
  type Enqueue,
  type JobHandler,
  type JobKind,
  type KindTables,
  listKinds,
  PermanentFailure,
  type Work,
} from "./job.ts";
import { createQueueClock } from "./queue-clock.ts";

export const DEAD_LETTERS = "dead-letters";

const AN_HOUR = 3600;
const A_DAY = 24 * AN_HOUR;
const HEARTBEAT_SECONDS = 20;
const MESSAGE_LENGTH = 500;

/** The data that pg-boss stores for us. `askedAt` is the time of enqueueing by our own clock, which tests can set. */
type Payload = { askedAt: string; data: object };
export type StoredJob = JobWithMetadata<Partial<Payload>>;

/** Creates or updates the queues in the database. Several servers may call it at once. */
export async function installQueues(connectionString: string, tables: KindTables): Promise<void> {
  const kinds = listKinds(tables);
  const boss = new PgBoss({ connectionString, max: 1, supervise: false, schedule: false });
  const errors: Error[] = [];
  boss.on("error", (error) => errors.push(error));
  await boss.start();
  try {
    const known = new Set((await boss.getQueues()).map(({ name }) => name));
    const install = (name: string, options: Omit<Queue, "name">) =>
      known.has(name) ? boss.updateQueue(name, options) : boss.createQueue(name, options);
    await install(DEAD_LETTERS, { retentionSeconds: 90 * A_DAY, deleteAfterSeconds: A_DAY });
    for (const kind of kinds) {
      await install(kind.name, {
        retryLimit: kind.retryLimit,
        retryDelay: kind.retryDelay,
        retryBackoff: true,
        retryDelayMax: kind.retryDelayMax,
        expireInSeconds: kind.expireInSeconds,
        heartbeatSeconds: HEARTBEAT_SECONDS,
        deleteAfterSeconds: AN_HOUR,
        // No job is worth doing after a week: its mail would be out of date, and the state that it reads has been read since.
        retentionSeconds: 7 * A_DAY,
        notify: true,
        // A failed job of cron loses nothing: the next one does the same work.
        ...(kind.cron === null && { deadLetter: DEAD_LETTERS }),
      });
      if (kind.cron !== null) await boss.schedule(kind.name, kind.cron);
    }
    await unscheduleOthers(boss, kinds);
  } finally {
    await boss.stop({ graceful: false });
  }
  if (errors[0]) throw errors[0];
}

/** Removes the schedules of kinds that have lost their cron or no longer exist: pg-boss would keep them. */
async function unscheduleOthers(boss: PgBoss, kinds: readonly JobKind<object>[]): Promise<void> {
  const scheduled = new Set(kinds.filter(({ cron }) => cron !== null).map(({ name }) => name));
  for (const { name, key } of await boss.getSchedules()) {
    if (!scheduled.has(name)) await boss.unschedule(name, key);
  }
}

/** Returns a value that differs whenever `installQueues` would install something else; tests key their template database with it. */
export function queueShape(tables: KindTables): unknown {
  return [listKinds(tables), getConstructionPlans()];
}

/** Logs errors of the queue. During an outage of the database each worker reports one at every poll. */
function logErrors(boss: PgBoss, { outages }: Database, log: Logger): void {
  boss.on("error", (reported) => {
    // Workers report a plain object with the properties of an error.
    const error = Object.assign(new Error(reported.message), reported);
    if (!outages.note(error)) log.warn({ err: error }, "the job queue has a problem");
  });
}

export type JobQueue = { readonly boss: PgBoss; readonly enqueue: Enqueue; close(): Promise<void> };

export async function openQueue(database: Database, clock: Clock, log: Logger): Promise<JobQueue> {
  const boss = new PgBoss({
    db: onPool(database),
    supervise: false,
    schedule: false,
    migrate: false,
  });
  logErrors(boss, database, log);
  await boss.start();
  return {
    boss,
    enqueue: (db, kind, data) => insertJobs(boss, clock, db, kind, data),
    close: () => boss.stop({ graceful: false, close: false }),
  };
}

/** Enqueues for a process that rarely does so and has only the connection of the caller's transaction. */
export function createRareEnqueue(clock: Clock): Enqueue {
  return async (db, kind, data) => {
    const boss = new PgBoss({ db: within(db), supervise: false, schedule: false, migrate: false });
    // The statement that failed has failed the transaction, too.
    boss.on("error", () => {});
    await boss.start();
    try {
      await insertJobs(boss, clock, db, kind, data);
    } finally {
      await boss.stop({ graceful: false, close: false });
    }
  };
}

async function insertJobs<Data extends object>(
  boss: PgBoss,
  clock: Clock,
  db: Queryable,
  kind: JobKind<Data>,
  data: readonly Data[],
): Promise<void> {
  const askedAt = clock.now().toISOString();
  const jobs = data.map((one) => ({ data: { askedAt, data: one } satisfies Payload, ...groupOf(kind, one) }));
  await boss.insert(kind.name, jobs, { db: within(db) });
}

type WorkerOptions = {
  connectionString: ConnectionString;
  work: readonly Work[];
  clock: Clock;
  log: Logger;
  /** The outages seen by the other pool of this process on the same database. */
  outages?: Outages;
  /** The interval between searches for jobs of workers that died; at least 1 second. */
  supervisionSeconds?: number;
  /** The interval between searches for jobs to retry, at least 2 seconds; the database notifies workers of new jobs. */
  pollSeconds?: number;
  /** The longest duration of a statement. A connection that has fallen silent is replaced only after that time. */
  statementTimeoutMs?: number;
};

/** Does the jobs of all kinds until it is closed. Any number of workers may run, on any number of machines. */
export async function startWorker(options: WorkerOptions): Promise<{ close(): Promise<void> }> {
  const { connectionString, work, clock, log, supervisionSeconds = 15, pollSeconds = 10 } = options;
  const { statementTimeoutMs = 20_000 } = options;
  const database = openDatabase({
    connectionString,
    logger: log,
    applicationName: "repasa-jobs",
    ...(options.outages && { outages: options.outages }),
    maxConnections: 4,
    connectionTimeoutMs: 5_000,
    statementTimeoutMs,
  });
  const boss = new PgBoss({
    db: { ...onPool(database), listen: listenOn(connectionString, database.outages, log) },
    migrate: false,
    clock: createQueueClock(),
    // Mail is sent at once, and an idle worker does not query.
    useListenNotify: true,
    superviseIntervalSeconds: supervisionSeconds,
    monitorIntervalSeconds: supervisionSeconds,
  });
  logErrors(boss, database, log);
  boss.on("warning", ({ message }) => log.warn(`job queue: ${message}`));
  await boss.start();
  for (const [kind, handle] of work) {
    const attempt = (job: StoredJob) => attemptJob(job, kind, handle, clock, log);
    for (let nth = 0; nth < kind.concurrency; nth++) await startLoop(boss, kind, attempt, pollSeconds);
  }
  return {
    async close() {
      await boss.stop({ graceful: true, timeout: 4_000 });
      await database.close();
    },
  };
}

/** Fetches and runs batches of a kind, one after another. */
async function startLoop(
  boss: PgBoss,
  kind: JobKind<object>,
  attempt: (job: StoredJob) => Promise<Outcome>,
  pollSeconds: number,
): Promise<void> {
  const options = {
    batchSize: kind.batch,
    // pg-boss fetches again at once after a full batch of two or more; after a batch of one it waits for the next poll.
    pollingIntervalSeconds: 2,
    notifyPollingIntervalSeconds: pollSeconds,
    burstWhenBatchFull: true,
    includeMetadata: true as const,
    perJobResults: true as const,
    ...(kind.onePerAccount && { groupConcurrency: 1 }),
  };
  const worker = await boss.work(kind.name, options, async (jobs: StoredJob[]) => {
    const outcomes = await Promise.all(jobs.map(attempt));
    // Further jobs of these accounts were skipped, and no notification follows for them.
    if (kind.onePerAccount) boss.notifyWorker(worker);
    return outcomes;
  });
}

function groupOf(kind: Pick<JobKind<object>, "onePerAccount">, data: object) {
  return kind.onePerAccount && "userId" in data ? { group: { id: String(data.userId) } } : {};
}

type Outcome = { id: string; status: "completed" | "failed" | "deadletter"; output?: { message: string } };

/** Runs a job. Only the first line of an error is stored, because the rest may contain personal data. */
export async function attemptJob(
  job: StoredJob,
  kind: JobKind<object>,
  handle: JobHandler<object>,
  clock: Clock,
  log: Logger,
): Promise<Outcome> {
  const id = job.sourceRootId ?? job.id;
  const enqueuedAt = new Date(job.data?.askedAt ?? job.createdOn);
  try {
    await handle(job.data?.data ?? {}, { id, now: clock.now(), enqueuedAt, ...(job.signal && { signal: job.signal }) });
    return { id: job.id, status: "completed" };
  } catch (error) {
    const isPermanent = error instanceof PermanentFailure;
    const isLast = isPermanent || job.retryCount >= kind.retryLimit;
    log[isLast ? "error" : "warn"]({ err: error, job: kind.name, id, attempts: job.retryCount + 1 }, "a job failed");
    const message = String(error instanceof Error ? error.message : error).split("\n", 1)[0] ?? "";
    return {
      id: job.id,
      status: isPermanent ? "deadletter" : "failed",
      output: { message: message.slice(0, MESSAGE_LENGTH) },
    };
  }
}
