import path from "node:path";
import type { Logger } from "pino";
import { allJobs } from "#all-jobs.ts";
import { findDatabase } from "#platform/db/find-database.ts";
import { migrate } from "#platform/db/migrate.ts";
import { type ConnectionString, type Database, openDatabase } from "#platform/db/pool.ts";
import { isPooled, preparePooler } from "#platform/db/pooler.ts";
import { openReplica } from "#platform/db/replica.ts";
import { grantToApp } from "#platform/db/roles.ts";
import type { Enqueue } from "#platform/jobs/job.ts";
import { installQueues, openQueue } from "#platform/jobs/queue.ts";
import { loadTraceKey } from "#platform/logging/traces.ts";
import type { SendMail } from "#platform/mail/mail.ts";
import { openMailFolder } from "#platform/mail/mail-folder.ts";
import { openSmtp } from "#platform/mail/smtp.ts";
import type { Config } from "#platform/process/config.ts";
import type { Stoppable } from "#platform/process/lifecycle.ts";
import { systemClock } from "#platform/time/clock.ts";

export type Infrastructure = {
  connectionString: ConnectionString;
  database: Database;
  replica: Database | undefined;
  enqueue: Enqueue;
  sendMail: SendMail;
  traceKey: Uint8Array;
};

/** Connects to everything that the server and the worker share. Adds what has to be stopped to `started`, in order of its start. */
export async function startInfrastructure(config: Config, log: Logger, started: Stoppable[]): Promise<Infrastructure> {
  const found = await findDatabase(config, log);
  const { ownerUrl, appUrlNow: connectionString } = found;
  started.push({ stop: found.stop, timeoutMs: 7_000 });
  const pooled = await detectPooler(config, log);
  await migrate({ connectionString: ownerUrl, clock: systemClock, logger: log });
  await installQueues(ownerUrl, allJobs);
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
    replica: openReadReplica(config, database, log, started),
    enqueue: queue.enqueue,
    sendMail: openMail(config, log, started),
    traceKey: await loadTraceKey(config.dataDir, log),
  };
}

async function detectPooler({ databaseUrl, databaseDirectUrl }: Config, log: Logger): Promise<boolean> {
  if (databaseUrl === null || !(await isPooled(databaseUrl))) return false;
  await preparePooler(databaseUrl, databaseDirectUrl, log);
  return true;
}

function openReadReplica(
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
