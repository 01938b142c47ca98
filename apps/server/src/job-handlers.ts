import { type AllJobHandlers, allJobs } from "#all-jobs.ts";
import type { Context } from "#context.ts";
import { accountJobHandlers } from "#features/account/account.job-handlers.ts";
import { authJobHandlers } from "#features/auth/auth.job-handlers.ts";
import { billingJobHandlers } from "#features/billing/billing.job-handlers.ts";
import { updateCustomerEmail } from "#features/billing/billing.service.ts";
import { cardJobHandlers } from "#features/cards/cards.job-handlers.ts";
import { classJobHandlers } from "#features/classes/classes.job-handlers.ts";
import { factorsJobHandlers } from "#features/factors/factors.job-handlers.ts";
import { feedbackJobHandlers } from "#features/feedback/feedback.job-handlers.ts";
import { followerJobHandlers } from "#features/followers/followers.job-handlers.ts";
import { followingJobHandlers } from "#features/following/following.job-handlers.ts";
import { importJobHandlers } from "#features/imports/imports.job-handlers.ts";
import { mediaJobHandlers } from "#features/media/media.job-handlers.ts";
import { memoryJobHandlers } from "#features/memory/memory.job-handlers.ts";
import { quizJobHandlers } from "#features/quizzes/quizzes.job-handlers.ts";
import { reminderJobHandlers } from "#features/reminders/reminders.job-handlers.ts";
import { resumeAtNewAddress } from "#features/reminders/reminders.service.ts";
import { countJobs } from "#platform/metrics/counting.ts";

export function createJobHandlers(ctx: Context): AllJobHandlers {
  const handlers: AllJobHandlers = {
    auth: {
      ...authJobHandlers(ctx),
      async emailChanged({ userId }) {
        await resumeAtNewAddress(ctx, userId);
        await updateCustomerEmail(ctx, userId);
      },
    },
    account: accountJobHandlers(ctx),
    factors: factorsJobHandlers(ctx),
    reminders: reminderJobHandlers(ctx),
    billing: billingJobHandlers(ctx),
    media: mediaJobHandlers(ctx),
    memory: memoryJobHandlers(ctx),
    cards: cardJobHandlers(ctx),
    followers: followerJobHandlers(ctx),
    following: followingJobHandlers(ctx),
    imports: importJobHandlers(ctx),
    quizzes: quizJobHandlers(ctx),
    classes: classJobHandlers(ctx),
    feedback: feedbackJobHandlers(ctx),
  };
  return countJobs(allJobs, handlers, ctx.metrics);
}
