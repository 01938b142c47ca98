import type { OwnerId } from "#platform/db/owner.ts";
import { defineJob } from "#platform/jobs/job.ts";
import type { Notice } from "./billing.notices.ts";

type NoData = Record<string, never>;

export type BillingEvent = { id: string; type: string };

export const billingJobs = {
  /** Syncs a user's state with the provider after an event. */
  sync: defineJob<{ userId: OwnerId; event: BillingEvent }>("billing.sync", { concurrency: 2, retryDelayMax: 120 }),
  /** Reads the invoice of a payment, so that letters can follow; the state itself has been stored by then. */
  payment: defineJob<{ userId: OwnerId }>("billing.payment"),
  /** Reads every customer's state, for changes whose event was lost. */
  reconcile: defineJob<NoData>("billing.reconcile", {
    cron: "23 4 * * *",
    retryLimit: 3,
    retryDelay: 600,
    expireInSeconds: 3600,
  }),
  /** Takes premium away when a grace period is over, for which the provider sends no event. */
  endGraces: defineJob<NoData>("billing.end-graces", { cron: "*/10 * * * *", retryLimit: 0 }),
  /** Sends a letter on a payment, a failed payment or a changed price. */
  notice: defineJob<{ userId: OwnerId } & Notice>("billing.notice"),
  /** Enqueues a `renewal` letter for each subscription that renews soon. */
  planRenewals: defineJob<NoData>("billing.plan-renewals", { cron: "7 * * * *", retryLimit: 0 }),
  renewal: defineJob<{ userId: OwnerId; renewsAt: string }>("billing.renewal"),
};
