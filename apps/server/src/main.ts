import type { Logger } from "pino";
import { createApp } from "#app.ts";
import { systemClock } from "#clock.ts";
import type { Config } from "#config.ts";
import { startInfrastructure } from "#infrastructure.ts";
import { startWorker } from "#jobs/queue.ts";
import { runProcess, type Stoppable } from "#lifecycle.ts";
import { listenError } from "#startup-error.ts";

async function start(config: Config, log: Logger, started: Stoppable[]): Promise<void> {
  const { connectionString, ...parts } = await startInfrastructure(config, log, started);
  const { app, jobHandlers } = await createApp({ ...parts, config, clock: systemClock, log });
  started.push({ stop: () => app.close(), timeoutMs: 4_000 });
  const { host, port } = config;
  await app.listen({ host, port, listenTextResolver: (address) => `listening at ${address}` }).catch((error) => {
    throw listenError(error, host, port);
  });
  if (config.worker) {
    const worker = await startWorker({ connectionString, handlers: jobHandlers, clock: systemClock, log });
    started.push({ stop: worker.close, timeoutMs: 5_000 });
  }
  process.stdout.write(`Repasa: ${config.appUrl ?? app.listeningOrigin.replace("127.0.0.1", "localhost")}\n`);
}

await runProcess(start);
