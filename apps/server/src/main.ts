import type { Logger } from "pino";
import { createApp } from "#app.ts";
import { systemClock } from "#clock.ts";
import type { Config } from "#config.ts";
import { layFoundations } from "#foundations.ts";
import { startWorker } from "#jobs/queue.ts";
import { type Ending, live } from "#lifecycle.ts";
import { listenError } from "#startup-error.ts";

async function start(config: Config, log: Logger, started: Ending[]): Promise<void> {
  const { connectionString, ...parts } = await layFoundations(config, log, started);
  const { app, jobHandlers } = await createApp({ ...parts, config, clock: systemClock, log });
  started.push({ end: () => app.close(), milliseconds: 4_000 });
  const { host, port } = config;
  await app.listen({ host, port, listenTextResolver: (address) => `listening at ${address}` }).catch((error) => {
    throw listenError(error, host, port);
  });
  if (config.worker) {
    const worker = await startWorker({ connectionString, handlers: jobHandlers, clock: systemClock, log });
    started.push({ end: worker.close, milliseconds: 5_000 });
  }
  process.stdout.write(`Repasa: ${config.appUrl ?? app.listeningOrigin.replace("127.0.0.1", "localhost")}\n`);
}

await live(start);
