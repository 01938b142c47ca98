// `npm run worker`: runs the queued jobs, in addition to the server's own worker or instead of it (WORKER=off).
import type { Logger } from "pino";
import { allJobs } from "#all-jobs.ts";
import { createContext } from "#create-context.ts";
import { startInfrastructure } from "#infrastructure.ts";
import { createJobHandlers } from "#job-handlers.ts";
import { pairWithHandlers } from "#platform/jobs/job.ts";
import { startWorker } from "#platform/jobs/queue.ts";
import { listenForMetrics } from "#platform/metrics/metrics-page.ts";
import type { Config } from "#platform/process/config.ts";
import { runProcess, type Stoppable } from "#platform/process/lifecycle.ts";
import { systemClock } from "#platform/time/clock.ts";

async function start(config: Config, log: Logger, started: Stoppable[]): Promise<void> {
  const { connectionString, ...parts } = await startInfrastructure(config, log, started);
  const appUrl = () => config.appUrl ?? `http://localhost:${config.port}`;
  const ctx = await createContext({ ...parts, config, clock: systemClock, log, appUrl });
  const work = pairWithHandlers(allJobs, createJobHandlers(ctx));
  await listenForMetrics(ctx, started);
  const { outages } = parts.database;
  const worker = await startWorker({ connectionString, work, clock: systemClock, log, outages });
  started.push({ stop: worker.close, timeoutMs: 5_000 });
  process.stdout.write("Repasa: working\n");
}

await runProcess(start);
