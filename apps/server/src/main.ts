import type { Logger } from "pino";
import { allJobs } from "#all-jobs.ts";
import { createApp } from "#app.ts";
import { startInfrastructure } from "#infrastructure.ts";
import { listen } from "#platform/db/listen.ts";
import { createSessionMemory } from "#platform/http/session-memory.ts";
import { pairWithHandlers } from "#platform/jobs/job.ts";
import { startWorker } from "#platform/jobs/queue.ts";
import { listenForMetrics } from "#platform/metrics/metrics-page.ts";
import type { Config } from "#platform/process/config.ts";
import { runProcess, type Stoppable } from "#platform/process/lifecycle.ts";
import { listenError } from "#platform/process/startup-error.ts";
import { systemClock } from "#platform/time/clock.ts";

async function start(config: Config, log: Logger, started: Stoppable[]): Promise<void> {
  const { connectionString, ...parts } = await startInfrastructure(config, log, started);
  const sessions = createSessionMemory(systemClock);
  const listening = listen(connectionString, sessions.listener);
  started.push({ stop: listening.close, timeoutMs: 1_000 });
  const { app, ctx, jobHandlers } = await createApp({ ...parts, config, clock: systemClock, log, sessions });
  const serving: (() => Promise<unknown>)[] = [() => app.close()];
  started.push({ stop: () => Promise.all(serving.map((stop) => stop())), timeoutMs: 5_000 });
  const { host, port } = config;
  await app.listen({ host, port, listenTextResolver: (address) => `listening at ${address}` }).catch((error) => {
    throw listenError(error, host, port);
  });
  await listenForMetrics(ctx, started);
  if (config.worker) {
    const { outages } = parts.database;
    const work = pairWithHandlers(allJobs, jobHandlers);
    const worker = await startWorker({ connectionString, work, clock: systemClock, log, outages });
    serving.push(worker.close);
  }
  process.stdout.write(`Repasa: ${config.appUrl ?? app.listeningOrigin.replace("127.0.0.1", "localhost")}\n`);
}

await runProcess(start);
