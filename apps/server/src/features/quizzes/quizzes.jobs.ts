import { defineJob } from "#platform/jobs/job.ts";

export const quizJobs = {
  /** Finishes the quizzes whose time is over, and completes effects that a server did not live to apply. */
  attend: defineJob<Record<string, never>>("tests.attend", { cron: "* * * * *", retryLimit: 0 }),
};
