import type { Context } from "#context.ts";
import type { JobHandlers } from "#platform/jobs/job.ts";
import { deleteOldBatches } from "./batch/batch.queries.ts";
import { BATCH_UNDO_MS } from "./batch/batch.service.ts";
import type { cardJobs } from "./cards.jobs.ts";

/** Batches are deleted a few at a time, because each stores up to 5,000 complete cards. */
const BATCHES_PER_STATEMENT = 10;

export function cardJobHandlers(ctx: Context): JobHandlers<typeof cardJobs> {
  return {
    deleteOldBatches: async (_, { now }) => {
      const until = new Date(now.getTime() - BATCH_UNDO_MS);
      while ((await deleteOldBatches(ctx.db, until, BATCHES_PER_STATEMENT)) === BATCHES_PER_STATEMENT);
    },
  };
}
