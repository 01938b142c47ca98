import type { Context } from "#context.ts";
import type { JobHandlers } from "#platform/jobs/job.ts";
import type { billingJobs } from "./billing.jobs.ts";
import { planRenewals, remindOfRenewal, sendNotice } from "./billing.letters.ts";
import { deleteEventsBefore, endGraces, selectCustomers } from "./billing.queries.ts";
import { syncBilling } from "./billing.sync.ts";

const EVENT_RETENTION_MS = 90 * 86_400_000;
const PAGE_SIZE = 100;

export function billingJobHandlers(ctx: Context): JobHandlers<typeof billingJobs> {
  return {
    async sync({ userId, event }) {
      await syncBilling(ctx, userId, { event });
    },
    async payment({ userId }) {
      await syncBilling(ctx, userId, { readsInvoice: true });
    },
    reconcile: (_, { now }) => reconcile(ctx, now),
    endGraces: (_, { now }) => endGraces(ctx.db, now),
    notice: ({ userId, ...notice }, run) => sendNotice(ctx, userId, notice, run),
    planRenewals: (_, { now }) => planRenewals(ctx, now),
    renewal: ({ userId, renewsAt }, run) => remindOfRenewal(ctx, userId, new Date(renewsAt), run),
  };
}

async function reconcile(ctx: Context, now: Date): Promise<void> {
  if (ctx.config.stripe === null) return;
  let failed = 0;
  let owners = await selectCustomers(ctx.db, null, PAGE_SIZE);
  for (let last = owners.at(-1); last !== undefined; last = owners.at(-1)) {
    for (const owner of owners) {
      await syncBilling(ctx, owner).catch((error: unknown) => {
        ctx.log.error({ err: error }, "a customer could not be read");
        failed++;
      });
    }
    owners = await selectCustomers(ctx.db, last, PAGE_SIZE);
  }
  await deleteEventsBefore(ctx.db, new Date(now.getTime() - EVENT_RETENTION_MS));
  if (failed > 0) throw new Error(`${failed} customers could not be read`);
}
