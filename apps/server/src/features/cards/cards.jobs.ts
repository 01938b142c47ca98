import { defineJob } from "#platform/jobs/job.ts";

export const cardJobs = {
  sweep: defineJob<Record<string, never>>("cards.sweep", { cron: "37 * * * *", retryLimit: 0 }),
};
