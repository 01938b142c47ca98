import type { Logger } from "pino";
import type { Clock } from "#clock.ts";
import type { Config } from "#config.ts";
import type { Context } from "#context.ts";
import type { Database } from "#db/pool.ts";
import { loadScheduleSettings } from "#features/schedule/schedule.service.ts";
import { createThrottle, noThrottle } from "#http/throttle.ts";
import type { Enqueue } from "#jobs/job.ts";
import type { SendMail } from "#mail/mail.ts";

export type ContextOptions = {
  config: Config;
  database: Database;
  clock: Clock;
  log: Logger;
  enqueue: Enqueue;
  sendMail: SendMail;
  appUrl: () => string;
};

export async function createContext({ database, ...options }: ContextOptions): Promise<Context> {
  const { config, clock, log, enqueue, sendMail, appUrl } = options;
  const throttle = config.rateLimit ? createThrottle(database.pool) : noThrottle;
  const scheduleSettings = await loadScheduleSettings(database.orm);
  return {
    config,
    db: database.orm,
    pool: database.pool,
    clock,
    log,
    throttle,
    enqueue,
    sendMail,
    appUrl,
    scheduleSettings,
  };
}
