import { defineJob } from "#jobs/job.ts";
import type { LocalDate } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";

/** One day's mail to one user, as it was planned. */
export type PlannedDigest = {
  userId: OwnerId;
  date: LocalDate;
  /** Where the user was then. */
  timeZone: string;
  scheduledAt: string;
};

const A_DAY_OF_TRIES = 160;

export const reminderJobs = {
  plan: defineJob<Record<string, never>>("reminders.plan", { cron: "* * * * *", retries: 0, patience: 300 }),
  /**
   * Tried until the date is over, however long the mail server is away: then it is given up for good. A worker has as many
   * in hand as it has connections to that server (mail/smtp.ts).
   */
  digest: defineJob<PlannedDigest>("reminders.digest", { concurrency: 5, batch: 2, retries: A_DAY_OF_TRIES }),
  prune: defineJob<Record<string, never>>("reminders.prune", { cron: "17 3 * * *", retries: 3, patience: 600 }),
};
