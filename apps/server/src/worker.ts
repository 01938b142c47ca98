// `npm run worker`: does the work that waits in the queues, beside the server or in place of its own worker (WORKER=off).
import type { Logger } from "pino";
import { systemClock } from "#clock.ts";
import type { Config } from "#config.ts";
import { createContext } from "#create-context.ts";
import { layFoundations } from "#foundations.ts";
import { startWorker } from "#jobs/queue.ts";
import { type Ending, live } from "#lifecycle.ts";
import { createServices } from "#services.ts";

async function start(config: Config, log: Logger, started: Ending[]): Promise<void> {
  const { connectionString, ...parts } = await layFoundations(config, log, started);
  const appUrl = () => config.appUrl ?? `http://localhost:${config.port}`;
  const { jobHandlers } = createServices(await createContext({ ...parts, config, clock: systemClock, log, appUrl }));
  const worker = await startWorker({ connectionString, handlers: jobHandlers, clock: systemClock, log });
  started.push({ end: worker.close, milliseconds: 5_000 });
  process.stdout.write("Repasa: working\n");
}

await live(start);
