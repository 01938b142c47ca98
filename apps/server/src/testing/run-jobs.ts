import type { PgBoss } from "pg-boss";
import type { Logger } from "pino";
import type { Clock } from "#clock.ts";
import type { AllJobHandlers } from "#jobs/all-jobs.ts";
import { pairs, perform, type StoredJob } from "#jobs/queue.ts";

/** Does all work that waits, also what must wait for its next try, and what that work asks for; each piece once. */
export async function runJobs(boss: PgBoss, handlers: AllJobHandlers, clock: Clock, log: Logger): Promise<void> {
  const failures: { name: string; id: string; output: object }[] = [];
  for (let found = true; found; ) {
    found = false;
    for (const [kind, handle] of pairs(handlers)) {
      const jobs: StoredJob[] = await boss.fetch(kind.name, {
        batchSize: 1000,
        includeMetadata: true,
        ignoreStartAfter: true,
      });
      for (const job of jobs) {
        found = true;
        const { id, status, output = {} } = await perform(job, kind, handle, clock, log);
        if (status === "completed") await boss.complete(kind.name, id);
        else failures.push({ name: kind.name, id, output });
      }
    }
  }
  // Only now, or they would be found again.
  for (const { name, id, output } of failures) await boss.fail(name, id, output);
}
