import { defineJob } from "#jobs/job.ts";
import type { OwnerId } from "#owner.ts";

export type Notice =
  | { notice: "password_changed" }
  /** `address` is masked: whoever reads the old mailbox need not learn the new one. */
  | { notice: "email_change_requested" | "email_changed"; address: string };

/** The data holds no secrets: a link's token is made by the job that mails it. */
export const authJobs = {
  /** Enqueued for any address: only the job looks whether it has an account. */
  reset: defineJob<{ email: string }>("auth.reset", { concurrency: 4, retryDelayMax: 120 }),
  verification: defineJob<{ userId: OwnerId; email: string }>("auth.verification", {
    concurrency: 4,
    retryDelayMax: 120,
  }),
  notice: defineJob<{ to: string } & Notice>("auth.notice", { concurrency: 2 }),
  /** For those above that keep the address elsewhere; job-handlers.ts says who. */
  emailChanged: defineJob<{ userId: OwnerId }>("auth.email-changed"),
  deleteExpiredSessions: defineJob<Record<string, never>>("auth.sweep", { cron: "11 * * * *", retryLimit: 0 }),
};
