import type { Logger } from "pino";
import { allJobs } from "#all-jobs.ts";
import type { Context } from "#context.ts";
import { loadScheduleSettings } from "#features/schedule/schedule.settings.ts";
import type { Database } from "#platform/db/pool.ts";
import { createSessionMemory, type SessionMemory } from "#platform/http/session-memory.ts";
import { createThrottle, noThrottle } from "#platform/http/throttle.ts";
import { type Enqueue, listKinds } from "#platform/jobs/job.ts";
import { createTraces } from "#platform/logging/traces.ts";
import type { SendMail } from "#platform/mail/mail.ts";
import { countMails, countPushes } from "#platform/metrics/counting.ts";
import { openMetrics } from "#platform/metrics/open-metrics.ts";
import { openPaymentClient, type PaymentClient } from "#platform/payments/payment-client.ts";
import type { Config } from "#platform/process/config.ts";
import { openPush } from "#platform/push/push-client.ts";
import type { Clock } from "#platform/time/clock.ts";

export type ContextOptions = {
  config: Config;
  database: Database;
  clock: Clock;
  log: Logger;
  enqueue: Enqueue;
  sendMail: SendMail;
  /** The key from which the traces in the log are computed. Without one, traces change with every start of the server. */
  traceKey?: Uint8Array;
  /** By default sessions are not cached, because a cache of sessions has to listen for changes. */
  sessions?: SessionMemory;
  /** By default Stripe's client, if payments are configured. */
  payments?: PaymentClient;
  /** 1 by default. */
  threadPatience?: number;
  appUrl: () => string;
};

export async function createContext({ database, ...options }: ContextOptions): Promise<Context> {
  const { config, clock, log, enqueue, sendMail, appUrl, traceKey, sessions = createSessionMemory(clock) } = options;
  const throttle = config.rateLimit ? createThrottle(database.pool) : noThrottle;
  const metrics = await openMetrics(config.metrics, {
    ...database,
    db: database.orm,
    clock,
    jobKinds: listKinds(allJobs),
  });
  // Apple's service refuses a subject on localhost.
  const subject = () => (appUrl().startsWith("https:") ? appUrl() : `mailto:${config.supportEmail}`);
  const scheduleSettings = await loadScheduleSettings(database.orm);
  return {
    config,
    db: database.orm,
    statements: database.statements,
    directUrl: database.directUrl,
    clock,
    sessions,
    log,
    throttle,
    enqueue,
    sendMail: countMails(sendMail, metrics),
    sendPush: countPushes(openPush({ origins: config.pushHosts, subject }), metrics),
    payments: options.payments ?? (config.stripe && openPaymentClient(config.stripe)),
    traces: createTraces(traceKey),
    metrics,
    appUrl,
    scheduleSettings,
    threadPatience: options.threadPatience ?? 1,
  };
}
