import type { Context } from "#context.ts";
import type { JobHandlers } from "#platform/jobs/job.ts";
import { sendLetter } from "#platform/mail/send-letter.ts";
import { answerLetter } from "./feedback.emails.ts";
import type { feedbackJobs } from "./feedback.jobs.ts";
import { selectFeedback } from "./feedback.queries.ts";

export function feedbackJobHandlers(ctx: Context): JobHandlers<typeof feedbackJobs> {
  return {
    answer: async ({ feedbackId, text }, { id }) => {
      const written = await selectFeedback(ctx.db, feedbackId);
      // The feedback was deleted, or its account was closed, in the meantime.
      if (!written?.address) return;
      const letter = answerLetter(written.address, text, written.createdAt, ctx.config.supportEmail);
      await sendLetter(ctx, letter, `answer.${id}`);
    },
  };
}
