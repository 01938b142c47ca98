import type { Context } from "#context.ts";
import type { JobHandlers } from "#platform/jobs/job.ts";
import type { classJobs } from "./classes.jobs.ts";
import { deleteMembership, selectClass, selectMembership } from "./classes.queries.ts";

export function classJobHandlers(ctx: Context): JobHandlers<typeof classJobs> {
  return {
    assign: async ({ userId, classId }) => {
      const membership = await selectMembership(ctx.db, userId, classId);
      const isOver = membership && !(await selectClass(ctx.db, membership.teacherId, classId, userId));
      if (isOver) await deleteMembership(ctx.db, userId, classId);
    },
  };
}
