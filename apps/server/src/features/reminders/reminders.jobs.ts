import { defineJob } from "#jobs/job.ts";
import type { LocalDate } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";

export type PlannedDigest = {
  userId: OwnerId;
  date: LocalDate;
  timeZone: string;
  scheduledAt: string;
};

const A_DAY_OF_ATTEMPTS = 160;

export const reminderJobs = {
  plan: defineJob<Record<string, never>>("reminders.plan", {
    cron: "* * * * *",
    retryLimit: 0,
    expireInSeconds: 300,
  }),
  /** Tried until the date is over. A worker sends as many at once as it has connections to the mail server (mail/smtp.ts). */
  digest: defineJob<PlannedDigest>("reminders.digest", { concurrency: 5, batch: 2, retryLimit: A_DAY_OF_ATTEMPTS }),
  prune: defineJob<Record<string, never>>("reminders.prune", {
    cron: "17 3 * * *",
    retryLimit: 3,
    expireInSeconds: 600,
  }),
};
