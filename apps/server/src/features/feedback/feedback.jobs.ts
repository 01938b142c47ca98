import { defineJob } from "#platform/jobs/job.ts";

export const feedbackJobs = {
  /** Holds what an operator wrote, and no address: that is looked up when it is sent. */
  answer: defineJob<{ feedbackId: number; text: string }>("feedback.answer", { retryDelayMax: 120 }),
};
