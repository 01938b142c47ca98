import { getConstructionPlans, type JobWithMetadata, PgBoss, type Queue } from "pg-boss";
import type { Logger } from "pino";
import type { Clock } from "#clock.ts";
import { onPool, within } from "#db/job-connections.ts";
import type { Database } from "#db/pool.ts";
import { type AllJobHandlers, allJobs } from "./all-jobs.ts";
import { type Enqueue, HopelessJob, type JobHandler, type JobKind } from "./job.ts";

/** Where work lies that failed for good, until an operator looks (`npm run jobs`). */
export const DEAD_LETTERS = "dead-letters";

const AN_HOUR = 3600;
const A_DAY = 24 * AN_HOUR;
const HEARTBEAT_SECONDS = 20;
const MESSAGE_LENGTH = 500;

const kinds = Object.values(allJobs).flatMap((table): JobKind<object>[] => Object.values(table));

/** How pg-boss keeps a piece of work: its data, and when it was asked for by our own clock. */
type Parcel = { askedAt: string; data: object };
export type StoredJob = JobWithMetadata<Partial<Parcel>>;

/** Makes or brings up to date what the queues need in the database. Several servers may call it at once. */
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
        retryLimit: kind.retries,
        retryDelay: kind.pause,
        retryBackoff: true,
        retryDelayMax: kind.longestPause,
        expireInSeconds: kind.patience,
        heartbeatSeconds: HEARTBEAT_SECONDS,
        deleteAfterSeconds: AN_HOUR,
        // Work that nobody can see to in a week: its mails would be wrong by then.
        retentionSeconds: 7 * A_DAY,
        notify: true,
        // What the clock brings comes again by itself.
        ...(kind.cron === null && { deadLetter: DEAD_LETTERS }),
      });
      if (kind.cron !== null) await boss.schedule(kind.name, kind.cron);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
  if (errors[0]) throw errors[0];
}

/** What `installQueues` makes, for who keeps a database that it made. */
export function queueShape(): unknown {
  return [kinds, getConstructionPlans()];
}

export type JobQueue = { readonly boss: PgBoss; readonly enqueue: Enqueue; close(): Promise<void> };

/** Asks for work, on the connections of the app itself; doing it is a worker's. */
export async function openQueue(database: Database, clock: Clock, log: Logger): Promise<JobQueue> {
  const boss = new PgBoss({
    db: onPool(database),
    supervise: false,
    schedule: false,
    migrate: false,
  });
  boss.on("error", (error) => log.warn({ err: error }, "the job queue has a problem"));
  await boss.start();
  return {
    boss,
    enqueue: async (db, kind, data) => {
      const askedAt = clock.now().toISOString();
      const jobs = data.map((one): { data: Parcel } => ({ data: { askedAt, data: one } }));
      await boss.insert(kind.name, jobs, { db: within(db) });
    },
    close: () => boss.stop({ graceful: false, close: false }),
  };
}

export type WorkerOptions = {
  connectionString: string;
  handlers: AllJobHandlers;
  clock: Clock;
  log: Logger;
  /** How often it looks for the work of workers that died, 1 second at least. */
  supervisionSeconds?: number;
  /** How often it looks for work whose next try has come, 2 seconds at least; of new work it is told. */
  lookSeconds?: number;
};

/** Does the work of all kinds, until closed; any number of workers may share it, on any number of machines. */
export async function startWorker(options: WorkerOptions): Promise<{ close(): Promise<void> }> {
  const { connectionString, handlers, clock, log, supervisionSeconds = 15, lookSeconds = 10 } = options;
  const boss = new PgBoss({
    connectionString,
    application_name: "repasa-jobs",
    max: 4,
    migrate: false,
    // New work is told, not looked for: a mail leaves at once, and an idle worker asks for nothing.
    useListenNotify: true,
    superviseIntervalSeconds: supervisionSeconds,
    monitorIntervalSeconds: supervisionSeconds,
  });
  boss.on("error", (error) => log.warn({ err: error }, "the job queue has a problem"));
  boss.on("warning", ({ message }) => log.warn(`job queue: ${message}`));
  await boss.start();
  for (const [kind, handle] of pairs(handlers)) {
    await boss.work(
      kind.name,
      {
        batchSize: kind.batch,
        localConcurrency: kind.concurrency,
        // A full batch is followed by the next at once; batches of one would wait for the clock.
        pollingIntervalSeconds: 2,
        notifyPollingIntervalSeconds: lookSeconds,
        burstWhenBatchFull: true,
        includeMetadata: true,
        perJobResults: true,
      },
      (jobs: StoredJob[]) => Promise.all(jobs.map((job) => perform(job, kind, handle, clock, log))),
    );
  }
  return { close: () => boss.stop({ graceful: true, timeout: 4_000 }) };
}

/** The kinds of work with their handlers. */
export function pairs(handlers: AllJobHandlers): [JobKind<object>, JobHandler<object>][] {
  return Object.entries(allJobs).flatMap(([feature, table]) => {
    const own = handlers[feature as keyof AllJobHandlers] as Record<string, JobHandler<object>>;
    // Each pair is right by the type of AllJobHandlers; what a loop over both loses is which pair it is.
    return Object.entries<JobKind<object>>(table).map(([name, kind]) => [kind, own[name] as JobHandler<object>]);
  });
}

type Outcome = { id: string; status: "completed" | "failed" | "deadletter"; output?: { message: string } };

/** Makes one try. What is kept of a failure is its first line: the rest may hold people's data. */
export async function perform(
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
    const hopeless = error instanceof HopelessJob;
    const last = hopeless || job.retryCount >= kind.retries;
    log[last ? "error" : "warn"]({ err: error, job: kind.name, id, tries: job.retryCount + 1 }, "a job failed");
    const message = String(error instanceof Error ? error.message : error).split("\n", 1)[0] ?? "";
    return {
      id: job.id,
      status: hopeless ? "deadletter" : "failed",
      output: { message: message.slice(0, MESSAGE_LENGTH) },
    };
  }
}
