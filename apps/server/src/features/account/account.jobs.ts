import { defineJob } from "#platform/jobs/job.ts";

export const accountJobs = {
  /** Deletes the closed accounts that no old address can take back any more. */
  deleteClosed: defineJob<Record<string, never>>("account.delete-closed", {
    cron: "41 * * * *",
    retryLimit: 0,
    expireInSeconds: 3000,
  }),
  deleteOldVisits: defineJob<Record<string, never>>("account.sweep", { cron: "51 3 * * *", retryLimit: 3 }),
};
