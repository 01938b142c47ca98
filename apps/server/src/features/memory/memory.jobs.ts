import { defineJob } from "#platform/jobs/job.ts";

export const memoryJobs = {
  /** Fits the weights of the users who are due for it, and resets those of the users who no longer want their own. */
  learn: defineJob<Record<string, never>>("memory.learn", {
    cron: "41 * * * *",
    retryLimit: 3,
    retryDelay: 60,
    expireInSeconds: 3600,
  }),
};
