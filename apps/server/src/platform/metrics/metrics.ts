import type { Pool } from "pg";
import type { Queryable, Statements } from "#platform/db/pool.ts";
import type { JobKind } from "#platform/jobs/job.ts";
import type { Clock } from "#platform/time/clock.ts";

export const MAIL_OUTCOMES = ["sent", "refused", "failed"] as const;
export const PUSH_OUTCOMES = ["sent", "gone", "refused", "failed"] as const;
export const JOB_OUTCOMES = ["done", "refused", "failed"] as const;
export const REFUSALS = ["credentials", "factor", "passkey", "rate_limited"] as const;

type MailOutcome = (typeof MAIL_OUTCOMES)[number];
type PushOutcome = (typeof PUSH_OUTCOMES)[number];
type JobOutcome = (typeof JOB_OUTCOMES)[number];
export type Refusal = (typeof REFUSALS)[number];

/**
 * The metrics of a process. Labels are words of the code, never input of a caller or an account: each new label is a series that
 * occupies memory until the process ends.
 */
export type Metrics = {
  countRating(): void;
  countRefusedSignIn(reason: Refusal): void;
  countMail(outcome: MailOutcome): void;
  countPush(outcome: PushOutcome): void;
  /** Returns a function that ends the job. */
  startJob(kind: string): (outcome: JobOutcome) => void;
  countResponse(method: string, route: string, status: number, seconds: number): void;
  /** The metrics as text; null if they are off, and nothing is counted. */
  readonly page: { readonly contentType: string; read(): Promise<string> } | null;
};

export const noMetrics: Metrics = {
  countRating() {},
  countRefusedSignIn() {},
  countMail() {},
  countPush() {},
  startJob: () => () => {},
  countResponse() {},
  page: null,
};

/** The parts of the server that are measured. */
export type Watched = {
  db: Queryable;
  pool: Pool;
  statements: Statements;
  clock: Clock;
  jobKinds: readonly JobKind<object>[];
};
