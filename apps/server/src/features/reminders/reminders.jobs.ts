import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { defineJob } from "#platform/jobs/job.ts";

export type PlannedDigest = {
  userId: OwnerId;
  date: LocalDate;
  timeZone: string;
  scheduledAt: string;
};

const RETRIES_IN_A_DAY = 160;

export const reminderJobs = {
  plan: defineJob<Record<string, never>>("reminders.plan", {
    cron: "* * * * *",
    retryLimit: 0,
    expireInSeconds: 300,
  }),
  /** Retried until the date is over. A worker sends as many at once as it has connections to the mail server (platform/mail/smtp.ts). */
  digest: defineJob<PlannedDigest>("reminders.digest", { concurrency: 5, batch: 2, retryLimit: RETRIES_IN_A_DAY }),
  /** The same reminder for the user's devices. It is mailed by the same job if no device is left. */
  push: defineJob<PlannedDigest>("reminders.push", { concurrency: 3, batch: 5, retryLimit: RETRIES_IN_A_DAY }),
  prune: defineJob<Record<string, never>>("reminders.prune", {
    cron: "17 3 * * *",
    retryLimit: 3,
    expireInSeconds: 600,
  }),
};
