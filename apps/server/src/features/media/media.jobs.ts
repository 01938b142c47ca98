import { defineJob } from "#platform/jobs/job.ts";

export const mediaJobs = {
  /** Deletes files that no card has used for days. */
  deleteUnused: defineJob<Record<string, never>>("media.sweep", {
    cron: "23 3 * * *",
    retryLimit: 3,
    expireInSeconds: 600,
  }),
};
