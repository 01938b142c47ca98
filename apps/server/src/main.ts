import path from "node:path";
import type { Logger } from "pino";
import { createApp } from "#app.ts";
import { systemClock } from "#clock.ts";
import { readConfig } from "#config.ts";
import { startEmbeddedCluster } from "#db/embedded-cluster.ts";
import { migrate } from "#db/migrate.ts";
import { openDatabase } from "#db/pool.ts";
import { createLog } from "#log.ts";
import { openOutbox } from "#mail/outbox.ts";
import { listenError, StartupError } from "#startup-error.ts";

const SHUTDOWN_MS = 9_000;

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);

  // What has been started, in the order of starting: it is ended in reverse.
  const started: (() => Promise<void>)[] = [];
  let ending: Promise<void> | undefined;
  const end = () => {
    ending ??= (async () => {
      for (const stop of started.reverse()) await stop();
    })();
    return ending;
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void exitAfter(end, log));

  try {
    const connectionString = config.databaseUrl ?? (await embeddedDatabase());
    await migrate({ connectionString, clock: systemClock, logger: log });
    const database = openDatabase({ connectionString, logger: log });
    started.push(database.close);
    const sendMail = openOutbox(path.join(config.dataDir, "outbox"), "Repasa <no-reply@repasa.example>", (file) =>
      log.info({ file }, "no mail server is configured: the message was written to a file"),
    );
    const app = await createApp({ config, database, clock: systemClock, log, sendMail });
    started.push(() => app.close());
    await app.listen({ host: config.host, port: config.port }).catch((error) => {
      throw listenError(error, config.host, config.port);
    });
    process.stdout.write(`Repasa: ${config.appUrl ?? app.listeningOrigin.replace("127.0.0.1", "localhost")}\n`);
  } catch (error) {
    await end();
    throw error;
  }

  async function embeddedDatabase(): Promise<string> {
    const cluster = await startEmbeddedCluster({ dataDir: config.dataDir, logger: log });
    started.push(cluster.stop);
    return cluster.connectionString;
  }
}

/** Ends what is in flight and then the process; what cannot be ended in time is left. */
async function exitAfter(end: () => Promise<void>, log: Logger): Promise<never> {
  setTimeout(() => process.exit(1), SHUTDOWN_MS).unref();
  try {
    await end();
    process.exit(0);
  } catch (error) {
    log.error({ err: error }, "the server did not end cleanly");
    process.exit(1);
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof StartupError ? error.message : (error as Error).stack}\n`);
  process.exit(1);
});
