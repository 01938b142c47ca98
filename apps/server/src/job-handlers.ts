import type { Context } from "#context.ts";
import { authJobHandlers } from "#features/auth/auth.job-handlers.ts";
import { billingJobHandlers } from "#features/billing/billing.job-handlers.ts";
import { updateCustomerEmail } from "#features/billing/billing.service.ts";
import { memoryJobHandlers } from "#features/memory/memory.job-handlers.ts";
import { reminderJobHandlers } from "#features/reminders/reminders.job-handlers.ts";
import type { AllJobHandlers } from "#jobs/all-jobs.ts";

export function createJobHandlers(ctx: Context): AllJobHandlers {
  return {
    auth: { ...authJobHandlers(ctx), emailChanged: ({ userId }) => updateCustomerEmail(ctx, userId) },
    reminders: reminderJobHandlers(ctx),
    billing: billingJobHandlers(ctx),
    memory: memoryJobHandlers(ctx),
  };
}
