import type { Pool } from "pg";
import type { Queryable, Statements } from "#platform/db/pool.ts";
import type { JobKind } from "#platform/jobs/job.ts";
import type { Clock } from "#platform/time/clock.ts";

export const MAIL_OUTCOMES = ["sent", "refused", "failed"] as const;
export const JOB_OUTCOMES = ["done", "refused", "failed"] as const;
export const REFUSALS = ["credentials", "factor", "passkey", "rate_limited"] as const;

export type MailOutcome = (typeof MAIL_OUTCOMES)[number];
export type JobOutcome = (typeof JOB_OUTCOMES)[number];
export type Refusal = (typeof REFUSALS)[number];

/**
 * What a process counts about itself. Words of the code alone go in, never what a caller sent or whose it was: each new one is
 * a series that is kept until the process ends.
 */
export type Metrics = {
  rated(): void;
  signInRefused(reason: Refusal): void;
  mailed(outcome: MailOutcome): void;
  /** Gives what ends it. */
  jobBegun(kind: string): (outcome: JobOutcome) => void;
  answered(method: string, route: string, status: number, seconds: number): void;
  /** The figures as text; null where nobody asks for them, and nothing is counted. */
  readonly page: { readonly contentType: string; read(): Promise<string> } | null;
};

export const noMetrics: Metrics = {
  rated() {},
  signInRefused() {},
  mailed() {},
  jobBegun: () => () => {},
  answered() {},
  page: null,
};

/** What the figures are read from. */
export type Watched = {
  db: Queryable;
  pool: Pool;
  statements: Statements;
  clock: Clock;
  jobKinds: readonly JobKind<object>[];
};
