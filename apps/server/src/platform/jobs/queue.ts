import { getConstructionPlans, type JobWithMetadata, PgBoss, type Queue } from "pg-boss";
import type { Logger } from "pino";
import { type AllJobHandlers, allJobs } from "#all-jobs.ts";
import { listenOn, onPool, within } from "#platform/db/job-connections.ts";
import type { Outages } from "#platform/db/outages.ts";
import { type ConnectionString, type Database, openDatabase } from "#platform/db/pool.ts";
import type { Clock } from "#platform/time/clock.ts";
import { type Enqueue, type JobHandler, type JobKind, PermanentFailure } from "./job.ts";
import { createQueueClock } from "./queue-clock.ts";

export const DEAD_LETTERS = "dead-letters";

const AN_HOUR = 3600;
const A_DAY = 24 * AN_HOUR;
const HEARTBEAT_SECONDS = 20;
const MESSAGE_LENGTH = 500;

const kinds = Object.values(allJobs).flatMap((table): JobKind<object>[] => Object.values(table));

/** What pg-boss stores for us. `askedAt` is by our own clock, which a test can move. */
type Payload = { askedAt: string; data: object };
export type StoredJob = JobWithMetadata<Partial<Payload>>;

/** Creates or updates the queues in the database. Several servers may call it at once. */
export async function installQueues(connectionString: string): Promise<void> {
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
        // No kind is worth doing after a week: its mail would be wrong, and its state has been read since.
        retentionSeconds: 7 * A_DAY,
        notify: true,
        // Of what cron enqueues nothing is lost: the next turn does the same work.
        ...(kind.cron === null && { deadLetter: DEAD_LETTERS }),
      });
      if (kind.cron !== null) await boss.schedule(kind.name, kind.cron);
    }
    await unscheduleOthers(boss);
  } finally {
    await boss.stop({ graceful: false });
  }
  if (errors[0]) throw errors[0];
}

/** pg-boss keeps a schedule until it is told otherwise, also when its kind has lost its cron or is gone. */
async function unscheduleOthers(boss: PgBoss): Promise<void> {
  const scheduled = new Set(kinds.filter(({ cron }) => cron !== null).map(({ name }) => name));
  for (const { name, key } of await boss.getSchedules()) {
    if (!scheduled.has(name)) await boss.unschedule(name, key);
  }
}

/** Changes whenever `installQueues` would make something else; tests key their template database with it. */
export function queueShape(): unknown {
  return [kinds, getConstructionPlans()];
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
    enqueue: async (db, kind, data) => {
      const askedAt = clock.now().toISOString();
      const jobs = data.map((one) => ({ data: { askedAt, data: one } satisfies Payload, ...groupOf(kind, one) }));
      await boss.insert(kind.name, jobs, { db: within(db) });
    },
    close: () => boss.stop({ graceful: false, close: false }),
  };
}

type WorkerOptions = {
  connectionString: ConnectionString;
  handlers: AllJobHandlers;
  clock: Clock;
  log: Logger;
  /** The watch of the process's other pool on the same database. */
  outages?: Outages;
  /** How often it looks for the jobs of workers that died, 1 second at least. */
  supervisionSeconds?: number;
  /** How often it looks for jobs to retry, 2 seconds at least; of new ones it is notified. */
  pollSeconds?: number;
  /** How long a statement may take. When the connection has fallen silent, that long passes before there is a new one. */
  statementTimeoutMs?: number;
};

/** Does jobs of all kinds until closed. Any number of workers may run, on any number of machines. */
export async function startWorker(options: WorkerOptions): Promise<{ close(): Promise<void> }> {
  const { connectionString, handlers, clock, log, supervisionSeconds = 15, pollSeconds = 10 } = options;
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
    // A mail leaves at once, and an idle worker does not query.
    useListenNotify: true,
    superviseIntervalSeconds: supervisionSeconds,
    monitorIntervalSeconds: supervisionSeconds,
  });
  logErrors(boss, database, log);
  boss.on("warning", ({ message }) => log.warn(`job queue: ${message}`));
  await boss.start();
  for (const [kind, handle] of kindsWithHandlers(handlers)) {
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

function groupOf(kind: JobKind<object>, data: object) {
  return kind.onePerAccount && "userId" in data ? { group: { id: String(data.userId) } } : {};
}

export function kindsWithHandlers(handlers: AllJobHandlers): [JobKind<object>, JobHandler<object>][] {
  return Object.entries(allJobs).flatMap(([feature, table]) => {
    const own = handlers[feature as keyof AllJobHandlers] as Record<string, JobHandler<object>>;
    // AllJobHandlers has checked that the pairs match; a loop over both loses that.
    return Object.entries<JobKind<object>>(table).map(([name, kind]) => [kind, own[name] as JobHandler<object>]);
  });
}

type Outcome = { id: string; status: "completed" | "failed" | "deadletter"; output?: { message: string } };

/** Of a failure only the first line is kept: the rest may hold personal data. */
export async function attemptJob(
  job: StoredJob,
  kind: JobKind<object>,
  handle: JobHandler<object>,
  clock: Clock,
  log: Logger,
): Promise<Outcome> {
  const id = job.sourceRootId ?? job.id;
  const askedAt = new Date(job.data?.askedAt ?? job.createdOn);
  try {
    await handle(job.data?.data ?? {}, { id, now: clock.now(), askedAt, ...(job.signal && { signal: job.signal }) });
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
