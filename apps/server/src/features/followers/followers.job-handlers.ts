import type { Context } from "#context.ts";
import type { JobHandlers } from "#platform/jobs/job.ts";
import type { followerJobs } from "./followers.jobs.ts";
import { selectAccounts } from "./followers.queries.ts";
import { updateFollower } from "./followers.service.ts";

export function followerJobHandlers(ctx: Context): JobHandlers<typeof followerJobs> {
  return {
    tell: async ({ author, follows }) => {
      const accounts = await selectAccounts(
        ctx.db,
        follows.map(({ followerId }) => followerId),
      );
      const folders = Map.groupBy(follows, ({ followerId }) => followerId);
      for (const follower of accounts) {
        for (const { folderId } of folders.get(follower) ?? []) await updateFollower(ctx, author, follower, folderId);
      }
    },
  };
}
