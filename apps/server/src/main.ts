import path from "node:path";
import type { Logger } from "pino";
import { createApp } from "#app.ts";
import { systemClock } from "#clock.ts";
import { type Config, readConfig } from "#config.ts";
import { startEmbeddedCluster } from "#db/embedded-cluster.ts";
import { migrate } from "#db/migrate.ts";
import { openDatabase } from "#db/pool.ts";
import { createLog } from "#log.ts";
import { openOutbox } from "#mail/outbox.ts";
import { listenError, StartupError } from "#startup-error.ts";

/** How to end something that was started, and how long that may take. */
type Ending = { end: () => Promise<unknown>; milliseconds: number };

const EXIT_MS = 9_500;
const SENDER = "Repasa <no-reply@repasa.example>";

/** Starts everything, the database first; what has been started so far stands in `started`, to be ended in reverse. */
async function start(config: Config, log: Logger, started: Ending[]): Promise<void> {
  let connectionString = config.databaseUrl;
  if (connectionString === null) {
    const cluster = await startEmbeddedCluster({ dataDir: config.dataDir, logger: log });
    started.push({ end: cluster.stop, milliseconds: 7_000 });
    connectionString = cluster.connectionString;
  }
  await migrate({ connectionString, clock: systemClock, logger: log });
  const database = openDatabase({ connectionString, logger: log });
  started.push({ end: database.close, milliseconds: 1_000 });
  const sendMail = openOutbox(path.join(config.dataDir, "outbox"), SENDER, (file) =>
    log.info({ file }, "no mail server is configured: the message was written to a file"),
  );
  const app = await createApp({ config, database, clock: systemClock, log, sendMail });
  started.push({ end: () => app.close(), milliseconds: 4_000 });
  const { host, port } = config;
  await app.listen({ host, port, listenTextResolver: (address) => `listening at ${address}` }).catch((error) => {
    throw listenError(error, host, port);
  });
  process.stdout.write(`Repasa: ${config.appUrl ?? app.listeningOrigin.replace("127.0.0.1", "localhost")}\n`);
}

async function stop(started: Ending[], log: Logger): Promise<void> {
  for (const { end, milliseconds } of started.reverse()) {
    const late = new Promise((resolve) => setTimeout(resolve, milliseconds, "late"));
    const outcome = await Promise.race([end(), late]).catch((error) => log.error({ err: error }, "could not end"));
    if (outcome === "late") log.warn("something in flight took too long and was left");
  }
}

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  const started: Ending[] = [];
  const starting = start(config, log, started);

  let stopping = false;
  const stopAndExit = async () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), EXIT_MS);
    // A start that is under way is let finish: half of it could not be ended.
    const code = await starting.then(() => 0).catch(() => 1);
    await stop(started, log);
    process.exit(code);
  };
  process.on("SIGTERM", stopAndExit);
  process.on("SIGINT", stopAndExit);

  try {
    await starting;
  } catch (error) {
    report(error);
    await stopAndExit();
  }
}

function report(error: unknown): void {
  process.stderr.write(`${error instanceof StartupError ? error.message : (error as Error).stack}\n`);
}

main().catch((error: unknown) => {
  report(error);
  process.exit(1);
});
