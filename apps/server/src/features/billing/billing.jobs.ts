import { defineJob } from "#jobs/job.ts";

type Nothing = Record<string, never>;

export const billingJobs = {
  /** Reads every customer's state anew: what no event told, or none that arrived. */
  reconcile: defineJob<Nothing>("billing.reconcile", { cron: "23 4 * * *", retries: 3, pause: 600, patience: 3600 }),
  /** Ends what a late payment may be waited for; nothing happens at the provider then that would tell. */
  endGraces: defineJob<Nothing>("billing.end-graces", { cron: "*/10 * * * *", retries: 0 }),
};
