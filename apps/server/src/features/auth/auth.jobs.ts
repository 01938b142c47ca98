import type { OwnerId } from "#platform/db/owner.ts";
import { defineJob } from "#platform/jobs/job.ts";

export type Notice =
  | { notice: "password_changed" }
  /** `address` is masked: whoever reads one mailbox need not learn the other one. */
  | { notice: "email_change_requested" | "email_changed" | "email_undone"; address: string }
  | { notice: "new_device"; userAgent: string | null; at: string; timeZone: string };

/** The instant at which a closed account is deleted, and the time zone to write it in. */
export type AnnouncedDeletion = { deletionAt: string; timeZone: string };

/** The data holds no secrets: a link's token is made by the job that mails it. */
export const authJobs = {
  /** Enqueued for any address: only the job looks whether it has an account. */
  reset: defineJob<{ email: string }>("auth.reset", { concurrency: 4, retryDelayMax: 120 }),
  verification: defineJob<{ userId: OwnerId; email: string }>("auth.verification", {
    concurrency: 4,
    retryDelayMax: 120,
  }),
  notice: defineJob<{ userId: OwnerId; to: string } & Notice>("auth.notice", { concurrency: 2 }),
  /** To the address that the account has left; its link leads back there. */
  undoing: defineJob<{ userId: OwnerId; email: string; address: string }>("auth.undoing", { concurrency: 2 }),
  /** `waits` is set if the account is only closed, because the masked `address` can still take it back. */
  accountDeleted: defineJob<{ to: string; waits?: AnnouncedDeletion & { address: string } }>("auth.account-deleted"),
  /** Mails an address that can take the closed account back a link that does so. */
  accountClosed: defineJob<{ userId: OwnerId; email: string } & AnnouncedDeletion>("auth.account-closed", {
    concurrency: 2,
  }),
  /** For those above that keep the address elsewhere; job-handlers.ts says who. */
  emailChanged: defineJob<{ userId: OwnerId }>("auth.email-changed"),
  deleteExpired: defineJob<Record<string, never>>("auth.sweep", { cron: "11 * * * *", retryLimit: 0 }),
};
