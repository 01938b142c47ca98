import { defineJob } from "#jobs/job.ts";
import type { OwnerId } from "#owner.ts";

/** What an account's owner is told when somebody, perhaps somebody else, changed it. */
export type Notice =
  | { notice: "password_changed" }
  /** `address` is masked: whoever reads the old mailbox need not learn the new one. */
  | { notice: "email_change_requested" | "email_changed"; address: string };

/**
 * The mails of accounts. None of their data holds a secret: the tokens of links are made where the mail is, so that they
 * are never written down. A link is for somebody who waits in front of a screen, so its next try is never far.
 */
export const authJobs = {
  /** Asked for with any address: whether it has an account is the worker's to know. */
  reset: defineJob<{ email: string }>("auth.reset", { concurrency: 4, longestPause: 120 }),
  verification: defineJob<{ userId: OwnerId; email: string }>("auth.verification", {
    concurrency: 4,
    longestPause: 120,
  }),
  notice: defineJob<{ to: string } & Notice>("auth.notice", { concurrency: 2 }),
  /** Deletes sessions that have ended. */
  sweep: defineJob<Record<string, never>>("auth.sweep", { cron: "11 * * * *", retries: 0 }),
};
