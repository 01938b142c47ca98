import path from "node:path";
import type { Logger } from "pino";
import { systemClock } from "#clock.ts";
import type { Config } from "#config.ts";
import { findDatabase } from "#db/find-database.ts";
import { migrate } from "#db/migrate.ts";
import { type ConnectionString, type Database, openDatabase } from "#db/pool.ts";
import { isPooled, preparePooler } from "#db/pooler.ts";
import { openReplica } from "#db/replica.ts";
import { grantToApp } from "#db/roles.ts";
import type { Enqueue } from "#jobs/job.ts";
import { installQueues, openQueue } from "#jobs/queue.ts";
import type { Stoppable } from "#lifecycle.ts";
import type { SendMail } from "#mail/mail.ts";
import { openMailFolder } from "#mail/mail-folder.ts";
import { openSmtp } from "#mail/smtp.ts";
import { loadTraceKey } from "#traces.ts";

export type Infrastructure = {
  connectionString: ConnectionString;
  database: Database;
  replica: Database | undefined;
  enqueue: Enqueue;
  sendMail: SendMail;
  traceKey: Uint8Array;
};

export async function startInfrastructure(config: Config, log: Logger, started: Stoppable[]): Promise<Infrastructure> {
  const found = await findDatabase(config, log);
  const { ownerUrl, appUrlNow: connectionString } = found;
  started.push({ stop: found.stop, timeoutMs: 7_000 });
  const pooled = await throughPooler(config, log);
  await migrate({ connectionString: ownerUrl, clock: systemClock, logger: log });
  await installQueues(ownerUrl);
  await grantToApp(found);
  const database = openDatabase({
    connectionString: found.requestsUrlNow,
    directUrl: connectionString,
    logger: log,
    maxConnections: config.databasePoolSize,
    pooled,
  });
  started.push({ stop: database.close, timeoutMs: 1_000 });
  const queue = await openQueue(database, systemClock, log);
  started.push({ stop: queue.close, timeoutMs: 1_000 });
  return {
    connectionString,
    database,
    replica: openReads(config, database, log, started),
    enqueue: queue.enqueue,
    sendMail: openMail(config, log, started),
    traceKey: await loadTraceKey(config.dataDir, log),
  };
}

async function throughPooler({ databaseUrl, databaseDirectUrl }: Config, log: Logger): Promise<boolean> {
  if (databaseUrl === null || !(await isPooled(databaseUrl))) return false;
  await preparePooler(databaseUrl, databaseDirectUrl, log);
  return true;
}

function openReads(
  { databaseReadUrl: connectionString, databasePoolSize: maxConnections }: Config,
  primary: Database,
  logger: Logger,
  started: Stoppable[],
): Database | undefined {
  if (connectionString === null) return undefined;
  const replica = openReplica({ connectionString, primary, logger, maxConnections });
  started.push({ stop: replica.close, timeoutMs: 1_000 });
  return replica;
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
