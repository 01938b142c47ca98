import type { Context } from "#context.ts";
import type { JobHandlers } from "#platform/jobs/job.ts";
import { deleteClosedAccounts } from "./account.deletion.ts";
import type { accountJobs } from "./account.jobs.ts";
import { deleteOldAccessEvents } from "./account.queries.ts";

/** A year and a month, so that a month can be compared with the same one a year before. */
const RETENTION_MS = 400 * 86_400_000;
const BATCH_SIZE = 5_000;

export function accountJobHandlers(ctx: Context): JobHandlers<typeof accountJobs> {
  const { db } = ctx;
  return {
    deleteClosed: (_, { now, signal }) => deleteClosedAccounts(ctx, now, signal),
    async deleteOldVisits(_, { now, signal }) {
      const before = new Date(now.getTime() - RETENTION_MS);
      while ((await deleteOldAccessEvents(db, before, BATCH_SIZE)) === BATCH_SIZE) signal?.throwIfAborted();
    },
  };
}
