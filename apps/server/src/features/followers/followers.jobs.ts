import type { OwnerId } from "#platform/db/owner.ts";
import { defineJob } from "#platform/jobs/job.ts";

export const followerJobs = {
  /** Brings up to date, in the rows of followers, from whom and whether an author's folders still come. */
  tell: defineJob<{ author: OwnerId; follows: { followerId: number; folderId: number }[] }>("followers.tell"),
};
