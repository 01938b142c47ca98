import type { OwnerId } from "#platform/db/owner.ts";
import { defineJob } from "#platform/jobs/job.ts";

export const classJobs = {
  /** Brings what a student has of a class up to date: the folders that she follows and her exams, also after it has ended. */
  assign: defineJob<{ userId: OwnerId; classId: number }>("classes.assign", {
    batch: 4,
    onePerAccount: true,
    expireInSeconds: 300,
  }),
  /** Lets a student follow the large folders of a class. It is not part of `assign`, so that no other student waits for it. */
  assignLarge: defineJob<{ userId: OwnerId; classId: number }>("classes.assign-large", {
    concurrency: 2,
    onePerAccount: true,
    expireInSeconds: 900,
  }),
  /** Begins a run of figures of an assignment: a job for each student. `run` is its instant. */
  measure: defineJob<{ userId: OwnerId; classId: number; assignmentId: number; run: string }>("classes.measure"),
  measureStudent: defineJob<{
    userId: OwnerId;
    teacherId: OwnerId;
    classId: number;
    assignmentId: number;
    memberId: number;
    run: string;
  }>("classes.measure-student", { batch: 4, onePerAccount: true }),
};
