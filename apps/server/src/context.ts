import type { SchedulerSettings } from "@repasa/scheduler/settings.ts";
import type { Pool } from "pg";
import type { Logger } from "pino";
import type { Reader } from "#platform/db/pipeline.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { SessionMemory } from "#platform/http/session-memory.ts";
import type { Throttle } from "#platform/http/throttle.ts";
import type { Enqueue } from "#platform/jobs/job.ts";
import type { Traces } from "#platform/logging/traces.ts";
import type { SendMail } from "#platform/mail/mail.ts";
import type { Metrics } from "#platform/metrics/metrics.ts";
import type { Config } from "#platform/process/config.ts";
import type { Clock } from "#platform/time/clock.ts";

/** What a running server works with. Functions of the features take it first, and use what they need of it. */
export type Context = {
  readonly config: Config;
  readonly db: Queryable;
  /** A replica where there is one: for calls whose answers may be seconds old (platform/http/read-choice.ts). */
  readonly readDb: Queryable;
  readonly pool: Pool;
  /** For single prepared statements that only read. */
  readonly reads: Reader;
  /** Past a pooler, for connections with a session of their own, which holds locks or tables. */
  readonly directUrl: () => string;
  readonly clock: Clock;
  readonly sessions: SessionMemory;
  readonly log: Logger;
  readonly throttle: Throttle;
  readonly enqueue: Enqueue;
  readonly sendMail: SendMail;
  readonly traces: Traces;
  readonly metrics: Metrics;
  readonly appUrl: () => string;
  /** Those of all users, as the database holds them. A user's own wish comes on top (`toLearner`). */
  readonly scheduleSettings: SchedulerSettings;
};

/** Something that lives as long as its context, such as a cache: made when it is first asked for. */
export function perContext<C extends object, T>(make: (ctx: C) => T): (ctx: C) => T {
  const made = new WeakMap<C, T>();
  return (ctx) => {
    if (!made.has(ctx)) made.set(ctx, make(ctx));
    return made.get(ctx) as T;
  };
}
