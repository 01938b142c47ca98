import type { OwnerId } from "#platform/db/owner.ts";
import { defineJob } from "#platform/jobs/job.ts";

export const followingJobs = {
  /** Enqueues the daily pulls of all followers. */
  plan: defineJob<Record<string, never>>("following.plan", { cron: "40 2 * * *", retryLimit: 2, expireInSeconds: 900 }),
  /** Pulls the folders that an account follows. */
  pull: defineJob<{ userId: OwnerId }>("following.pull", { onePerAccount: true, retryLimit: 2, expireInSeconds: 600 }),
};
