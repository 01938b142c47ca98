import type { Context } from "#context.ts";
import { pruneFeeds } from "#features/feed/feed.service.ts";
import type { JobHandlers } from "#platform/jobs/job.ts";
import { deleteOldBatches } from "./batch/batch.queries.ts";
import { BATCH_UNDO_MS } from "./batch/batch.service.ts";
import type { cardJobs } from "./cards.jobs.ts";
import { deleteOldVersions } from "./versions/versions.queries.ts";
import { VERSION_MS } from "./versions/versions.service.ts";

/** Batches are deleted a few at a time, because each stores up to 5,000 complete cards. */
const BATCHES_PER_STATEMENT = 10;
const VERSIONS_PER_STATEMENT = 1_000;

export function cardJobHandlers(ctx: Context): JobHandlers<typeof cardJobs> {
  return {
    /** Deletes what is kept for a limited time only. */
    sweep: async (_, { now }) => {
      const before = (milliseconds: number) => new Date(now.getTime() - milliseconds);
      while ((await deleteOldBatches(ctx.db, before(BATCH_UNDO_MS), BATCHES_PER_STATEMENT)) === BATCHES_PER_STATEMENT);
      while ((await deleteOldVersions(ctx.db, before(VERSION_MS), VERSIONS_PER_STATEMENT)) === VERSIONS_PER_STATEMENT);
      await pruneFeeds(ctx.db, now);
    },
  };
}
