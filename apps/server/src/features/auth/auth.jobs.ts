import type { OwnerId } from "#platform/db/owner.ts";
import { defineJob } from "#platform/jobs/job.ts";

export type Notice =
  | { notice: "password_changed" }
  /** `address` is masked, because a reader of one mailbox need not learn the other address. */
  | { notice: "email_change_requested" | "email_changed" | "email_undone"; address: string }
  | { notice: "new_device"; userAgent: string | null; at: string; timeZone: string };

/** The instant at which a closed account is deleted, and the time zone to write it in. */
export type AnnouncedDeletion = { deletionAt: string; timeZone: string };

/** The data contains no secrets: the token of a link is created by the job that mails it. */
export const authJobs = {
  /** Enqueued for any address: only the job checks whether it has an account. */
  reset: defineJob<{ email: string }>("auth.reset", { concurrency: 4, retryDelayMax: 120 }),
  verification: defineJob<{ userId: OwnerId; email: string }>("auth.verification", {
    concurrency: 4,
    retryDelayMax: 120,
  }),
  notice: defineJob<{ userId: OwnerId; to: string } & Notice>("auth.notice", { concurrency: 2 }),
  /** Mails the address that the account has left a link that undoes the change. */
  undoing: defineJob<{ userId: OwnerId; email: string; address: string }>("auth.undoing", { concurrency: 2 }),
  /** `waits` is set if the account is only closed, because the masked `address` can still take it back. */
  accountDeleted: defineJob<{ to: string; waits?: AnnouncedDeletion & { address: string } }>("auth.account-deleted"),
  /** Mails an address that can take the closed account back a link that does so. */
  accountClosed: defineJob<{ userId: OwnerId; email: string } & AnnouncedDeletion>("auth.account-closed", {
    concurrency: 2,
  }),
  /** Updates the address where other features store it; the handler is in job-handlers.ts. */
  emailChanged: defineJob<{ userId: OwnerId }>("auth.email-changed"),
  deleteExpired: defineJob<Record<string, never>>("auth.sweep", { cron: "11 * * * *", retryLimit: 0 }),
};
