import { defineJob } from "#jobs/job.ts";

export const accountJobs = {
  deleteOldVisits: defineJob<Record<string, never>>("account.sweep", { cron: "51 3 * * *", retryLimit: 3 }),
};
