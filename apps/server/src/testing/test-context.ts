import pino from "pino";
import type { Context } from "#context.ts";
import { DEFAULT_SCHEDULE_SETTINGS } from "#features/schedule/schedule.defaults.ts";
import type { Database } from "#platform/db/pool.ts";
import { createSessionMemory } from "#platform/http/session-memory.ts";
import { noThrottle } from "#platform/http/throttle.ts";
import { createTraces } from "#platform/logging/traces.ts";
import { noMetrics } from "#platform/metrics/metrics.ts";
import { readConfig } from "#platform/process/config.ts";
import { openPush } from "#platform/push/push-client.ts";

/** A thread takes seconds to start on a machine whose cores have forty processes to run. */
export const THREAD_PATIENCE = 10;

/** Creates the context of the features on a test's database: without limits, mails and jobs unless overridden. */
export function testContext(database: Database, overrides: Partial<Context> = {}): Context {
  const clock = overrides.clock ?? { now: () => new Date("2026-03-10T12:00:00Z") };
  const config = overrides.config ?? readConfig({ RATE_LIMIT: "off", FREE_FOLDER_LIMIT: "0", FREE_CARD_LIMIT: "0" });
  const appUrl = overrides.appUrl ?? (() => "https://repasa.example");
  return {
    config,
    db: database.orm,
    statements: database.statements,
    clock,
    sessions: createSessionMemory(clock),
    directUrl: database.directUrl,
    log: pino({ level: "silent" }),
    throttle: noThrottle,
    enqueue: async () => {},
    sendMail: async () => {},
    sendPush: openPush({ origins: config.pushHosts, subject: appUrl }),
    payments: null,
    traces: createTraces(),
    metrics: noMetrics,
    appUrl,
    scheduleSettings: DEFAULT_SCHEDULE_SETTINGS,
    threadPatience: THREAD_PATIENCE,
    ...overrides,
  };
}
