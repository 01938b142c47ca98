import path from "node:path";
import type { Logger } from "pino";
import { systemClock } from "#clock.ts";
import type { Config } from "#config.ts";
import { startEmbeddedCluster } from "#db/embedded-cluster.ts";
import { migrate } from "#db/migrate.ts";
import { type Database, openDatabase } from "#db/pool.ts";
import type { Enqueue } from "#jobs/job.ts";
import { installQueues, openQueue } from "#jobs/queue.ts";
import type { Stoppable } from "#lifecycle.ts";
import type { SendMail } from "#mail/mail.ts";
import { openMailFolder } from "#mail/mail-folder.ts";
import { openSmtp } from "#mail/smtp.ts";

export type Infrastructure = { connectionString: string; database: Database; enqueue: Enqueue; sendMail: SendMail };

export async function startInfrastructure(config: Config, log: Logger, started: Stoppable[]): Promise<Infrastructure> {
  let connectionString = config.databaseUrl;
  if (connectionString === null) {
    const cluster = await startEmbeddedCluster({ dataDir: config.dataDir, logger: log });
    started.push({ stop: cluster.stop, timeoutMs: 7_000 });
    connectionString = cluster.connectionString;
  }
  await migrate({ connectionString, clock: systemClock, logger: log });
  await installQueues(connectionString);
  const database = openDatabase({ connectionString, logger: log });
  started.push({ stop: database.close, timeoutMs: 1_000 });
  const queue = await openQueue(database, systemClock, log);
  started.push({ stop: queue.close, timeoutMs: 1_000 });
  return { connectionString, database, enqueue: queue.enqueue, sendMail: openMail(config, log, started) };
}

function openMail(config: Config, log: Logger, started: Stoppable[]): SendMail {
  if (config.smtpUrl === null) {
    return openMailFolder(path.join(config.dataDir, "outbox"), config.mailFrom, (file) =>
      log.info({ file }, "no mail server is configured: the message was written to a file"),
    );
  }
  const { send, close } = openSmtp({ url: config.smtpUrl, from: config.mailFrom });
  started.push({ stop: close, timeoutMs: 1_000 });
  return send;
}
