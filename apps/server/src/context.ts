import type { SchedulerSettings } from "@repasa/scheduler/settings.ts";
import type { Logger } from "pino";
import type { Queryable, Statements } from "#platform/db/pool.ts";
import type { SessionMemory } from "#platform/http/session-memory.ts";
import type { Throttle } from "#platform/http/throttle.ts";
import type { Enqueue } from "#platform/jobs/job.ts";
import type { Traces } from "#platform/logging/traces.ts";
import type { SendMail } from "#platform/mail/mail.ts";
import type { Metrics } from "#platform/metrics/metrics.ts";
import type { PaymentClient } from "#platform/payments/payment-client.ts";
import type { Config } from "#platform/process/config.ts";
import type { SendPush } from "#platform/push/push.ts";
import type { Clock } from "#platform/time/clock.ts";

/** The parts of a running server. Functions of features take it, or only the parts that they need, as their first argument. */
export type Context = {
  readonly config: Config;
  /** Queries and transactions. */
  readonly db: Queryable;
  /** Prepared statements, for the most frequent queries. */
  readonly statements: Statements;
  /** The address of the database itself, bypassing a pooler: for sessions that hold locks or temporary tables. */
  readonly directUrl: () => string;
  readonly clock: Clock;
  readonly sessions: SessionMemory;
  readonly log: Logger;
  readonly throttle: Throttle;
  readonly enqueue: Enqueue;
  readonly sendMail: SendMail;
  readonly sendPush: SendPush;
  /** Null if payments are not configured. */
  readonly payments: PaymentClient | null;
  readonly traces: Traces;
  readonly metrics: Metrics;
  readonly appUrl: () => string;
  /** The settings of all users, as stored in the database; a user's own preferences override them (`toLearner`). */
  readonly scheduleSettings: SchedulerSettings;
  /** Multiplies the deadlines of threads. */
  readonly threadPatience: number;
};

/** Returns a function that creates something, such as a cache, once for each context, when it is first needed. */
export function perContext<C extends object, T>(make: (ctx: C) => T): (ctx: C) => T {
  const made = new WeakMap<C, T>();
  return (ctx) => {
    if (!made.has(ctx)) made.set(ctx, make(ctx));
    return made.get(ctx) as T;
  };
}
