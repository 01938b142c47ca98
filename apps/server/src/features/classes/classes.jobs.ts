import type { OwnerId } from "#platform/db/owner.ts";
import { defineJob } from "#platform/jobs/job.ts";

export const classJobs = {
  /** Brings what a student has of a class up to date: the folders that she follows and her exams, also after it has ended. */
  assign: defineJob<{ userId: OwnerId; classId: number }>("classes.assign", {
    batch: 4,
    onePerAccount: true,
    expireInSeconds: 300,
  }),
};
