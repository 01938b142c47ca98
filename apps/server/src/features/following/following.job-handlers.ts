import type { Context } from "#context.ts";
import { findMoment } from "#features/reminders/reminders.visits.ts";
import { isDatabaseUnavailable } from "#platform/db/database-errors.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { JobHandlers } from "#platform/jobs/job.ts";
import { followingJobs } from "./following.jobs.ts";
import { bringShare } from "./following.links.ts";
import { selectFoldersToPull, selectOwnersToPull } from "./following.queries.ts";
import { pullFolder } from "./following.service.ts";

const OWNERS_PER_STATEMENT = 500;

export function followingJobHandlers(ctx: Context): JobHandlers<typeof followingJobs> {
  return {
    plan: async (_, { signal }) => {
      for (let after: OwnerId | null = null; ; ) {
        signal?.throwIfAborted();
        const owners: OwnerId[] = await selectOwnersToPull(ctx.db, after, OWNERS_PER_STATEMENT);
        await ctx.enqueue(
          ctx.db,
          followingJobs.pull,
          owners.map((userId) => ({ userId })),
        );
        after = owners.at(-1) ?? null;
        if (owners.length < OWNERS_PER_STATEMENT) return;
      }
    },
    bring: ({ userId, importId, share }, { now }) => bringShare(ctx, userId, importId, share, now),
    pull: async ({ userId }, { now, signal }) => {
      const moment = await findMoment(ctx, userId, now);
      for (const folderId of await selectFoldersToPull(ctx.db, userId)) {
        signal?.throwIfAborted();
        try {
          await pullFolder(ctx, userId, moment, folderId, { automatic: true });
        } catch (error) {
          if (isDatabaseUnavailable(error)) throw error;
          // The link has just ended, or the account is full: the next pull says so to the user.
          if (!(error instanceof AppError)) ctx.log.error({ err: error, accountId: userId }, "a folder was not pulled");
        }
      }
    },
  };
}
