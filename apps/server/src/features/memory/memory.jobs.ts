import { defineJob } from "#platform/jobs/job.ts";

export const memoryJobs = {
  /** Looks for users whose weights are due to be fitted, or to be forgotten, and does it. */
  learn: defineJob<Record<string, never>>("memory.learn", {
    cron: "41 * * * *",
    retryLimit: 3,
    retryDelay: 60,
    expireInSeconds: 3600,
  }),
};
