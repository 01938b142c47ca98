import type { PgBoss } from "pg-boss";
import type { Logger } from "pino";
import { type AllJobHandlers, allJobs } from "#all-jobs.ts";
import { pairWithHandlers } from "#platform/jobs/job.ts";
import { attemptJob, type StoredJob } from "#platform/jobs/queue.ts";
import type { Clock } from "#platform/time/clock.ts";

/** To ask each of forty kinds for its jobs takes 20 ms of processor time. */
const SELECT_WAITING = "SELECT DISTINCT name FROM pgboss.job WHERE state < 'active'";

/** Runs all waiting jobs, or those of one kind, once each: also those that wait for a retry, and those that these jobs enqueue. */
export async function runJobs(
  boss: PgBoss,
  handlers: AllJobHandlers,
  clock: Clock,
  log: Logger,
  only?: string,
): Promise<void> {
  const work = pairWithHandlers(allJobs, handlers).filter(([{ name }]) => only === undefined || name === only);
  const failures: { name: string; id: string; output: object }[] = [];
  for (let found = true; found; ) {
    found = false;
    const { rows } = await boss.getDb().executeSql(SELECT_WAITING, []);
    const waiting = new Set(rows.map(({ name }) => name));
    for (const [kind, handle] of work.filter(([{ name }]) => waiting.has(name))) {
      const jobs: StoredJob[] = await boss.fetch(kind.name, {
        batchSize: 1000,
        includeMetadata: true,
        ignoreStartAfter: true,
      });
      for (const job of jobs) {
        found = true;
        const { id, status, output = {} } = await attemptJob(job, kind, handle, clock, log);
        if (status === "completed") await boss.complete(kind.name, id);
        else failures.push({ name: kind.name, id, output });
      }
    }
  }
  // Not earlier, because failed jobs would be fetched again.
  for (const { name, id, output } of failures) await boss.fail(name, id, output);
}
