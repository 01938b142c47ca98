import type { Logger } from "pino";
import type { Clock } from "#clock.ts";
import type { Config } from "#config.ts";
import type { Context } from "#context.ts";
import type { Database } from "#db/pool.ts";
import { loadScheduleSettings } from "#features/schedule/schedule.service.ts";
import { createSessionMemory, type SessionMemory } from "#http/session-memory.ts";
import { createThrottle, noThrottle } from "#http/throttle.ts";
import type { Enqueue } from "#jobs/job.ts";
import type { SendMail } from "#mail/mail.ts";
import { countMails } from "#metrics/counting.ts";
import { openMetrics } from "#metrics/open-metrics.ts";
import { createTraces } from "#traces.ts";

export type ContextOptions = {
  config: Config;
  database: Database;
  /** For what may be seconds old; the database itself unless told. */
  replica?: Database | undefined;
  clock: Clock;
  log: Logger;
  enqueue: Enqueue;
  sendMail: SendMail;
  /** Of the traces in the log, which change with each start without one. */
  traceKey?: Uint8Array;
  /** One that does not listen remembers nothing. */
  sessions?: SessionMemory;
  appUrl: () => string;
};

export async function createContext({ database, replica, ...options }: ContextOptions): Promise<Context> {
  const { config, clock, log, enqueue, sendMail, appUrl, traceKey, sessions = createSessionMemory(clock) } = options;
  const throttle = config.rateLimit ? createThrottle(database.pool) : noThrottle;
  const metrics = await openMetrics(config.metrics, { ...database, db: database.orm, clock });
  const scheduleSettings = await loadScheduleSettings(database.orm);
  return {
    config,
    db: database.orm,
    readDb: (replica ?? database).orm,
    pool: database.pool,
    reads: database.reads,
    directUrl: database.directUrl,
    clock,
    sessions,
    log,
    throttle,
    enqueue,
    sendMail: countMails(sendMail, metrics),
    traces: createTraces(traceKey),
    metrics,
    appUrl,
    scheduleSettings,
  };
}
