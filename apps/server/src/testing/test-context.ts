import { DEFAULT_SETTINGS } from "@repasa/scheduler/settings.ts";
import pino from "pino";
import { systemClock } from "#clock.ts";
import { readConfig } from "#config.ts";
import type { Context } from "#context.ts";
import type { Database } from "#db/pool.ts";
import { noThrottle } from "#http/throttle.ts";

/** A context over a test database: no limits, no mail, no queue, and the system's clock, unless overridden. */
export function testContext(database: Database, overrides: Partial<Context> = {}): Context {
  return {
    config: readConfig({ RATE_LIMIT: "off", FREE_FOLDER_LIMIT: "0", FREE_CARD_LIMIT: "0" }),
    db: database.orm,
    pool: database.pool,
    clock: systemClock,
    log: pino({ level: "silent" }),
    throttle: noThrottle,
    enqueue: async () => {},
    sendMail: async () => {},
    appUrl: () => "https://repasa.example",
    settings: DEFAULT_SETTINGS,
    ...overrides,
  };
}
