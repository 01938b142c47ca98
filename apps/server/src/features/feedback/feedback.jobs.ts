import { defineJob } from "#platform/jobs/job.ts";

export const feedbackJobs = {
  /** Contains an operator's reply but no address, which is read when the letter is sent. */
  answer: defineJob<{ feedbackId: number; text: string }>("feedback.answer", { retryDelayMax: 120 }),
};
