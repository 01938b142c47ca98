import { DEFAULT_SETTINGS } from "@repasa/scheduler/settings.ts";
import pino from "pino";
import { readConfig } from "#config.ts";
import type { Context } from "#context.ts";
import type { Database } from "#db/pool.ts";
import { createSessionMemory } from "#http/session-memory.ts";
import { noThrottle } from "#http/throttle.ts";
import { noMetrics } from "#metrics/metrics.ts";
import { createTraces } from "#traces.ts";

/** What functions of the features work with, on a test's database: no limits, no mail, no jobs unless overridden. */
export function testContext(database: Database, overrides: Partial<Context> = {}): Context {
  const clock = overrides.clock ?? { now: () => new Date("2026-03-10T12:00:00Z") };
  return {
    config: readConfig({ RATE_LIMIT: "off", FREE_FOLDER_LIMIT: "0", FREE_CARD_LIMIT: "0" }),
    db: database.orm,
    readDb: database.orm,
    pool: database.pool,
    reads: database.reads,
    clock,
    sessions: createSessionMemory(clock),
    directUrl: database.directUrl,
    log: pino({ level: "silent" }),
    throttle: noThrottle,
    enqueue: async () => {},
    sendMail: async () => {},
    traces: createTraces(),
    metrics: noMetrics,
    appUrl: () => "https://repasa.example",
    scheduleSettings: DEFAULT_SETTINGS,
    ...overrides,
  };
}
