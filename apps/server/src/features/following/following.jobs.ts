import type { FoundShare } from "#features/sharing/sharing.service.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { defineJob } from "#platform/jobs/job.ts";

export const followingJobs = {
  /** Enqueues the daily pulls of all followers. */
  plan: defineJob<Record<string, never>>("following.plan", { cron: "40 2 * * *", retryLimit: 2, expireInSeconds: 900 }),
  /** Follows the folder of a link that has too many cards for a call. */
  bring: defineJob<{ userId: OwnerId; importId: string; share: FoundShare }>("following.bring", {
    concurrency: 2,
    onePerAccount: true,
    retryLimit: 3,
    retryDelay: 2,
    expireInSeconds: 900,
  }),
  /** Pulls the folders that an account follows. */
  pull: defineJob<{ userId: OwnerId }>("following.pull", { onePerAccount: true, retryLimit: 2, expireInSeconds: 600 }),
};
