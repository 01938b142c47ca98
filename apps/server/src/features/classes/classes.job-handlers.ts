import type { Context } from "#context.ts";
import type { JobHandlers } from "#platform/jobs/job.ts";
import { assignLargeFolders, updateAssigned } from "./assigning/assigning.service.ts";
import type { classJobs } from "./classes.jobs.ts";
import { beginRun, measureStudent } from "./figures/figures.measuring.ts";

export function classJobHandlers(ctx: Context): JobHandlers<typeof classJobs> {
  return {
    assign: ({ userId, classId }, { now }) => updateAssigned(ctx, userId, classId, now),
    assignLarge: ({ userId, classId }, { now }) => assignLargeFolders(ctx, userId, classId, now),
    measure: ({ userId, ...of }) => beginRun(ctx, userId, of),
    measureStudent: ({ userId, ...of }) => measureStudent(ctx, userId, of),
  };
}
