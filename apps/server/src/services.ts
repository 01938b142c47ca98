import type { Context } from "#context.ts";
import { createAccountService } from "#features/account/account.service.ts";
import { createAuthService } from "#features/auth/auth.service.ts";
import { createBillingService } from "#features/billing/billing.service.ts";
import { createFeedbackService } from "#features/feedback/feedback.service.ts";
import { createRemindersService } from "#features/reminders/reminders.service.ts";
import { currentStreak, dailyReview } from "#features/stats/stats.service.ts";
import type { AllJobHandlers } from "#jobs/all-jobs.ts";

export type Services = ReturnType<typeof createServices>;

/** Puts the features together: what they need of each other is handed to them here. */
export function createServices(ctx: Context) {
  const { config, db, pool, clock, log, throttle, enqueue, sendMail, appUrl, settings } = ctx;
  const { supportEmail } = config;
  const mail = { sendMail, appUrl, supportEmail };

  const billing = createBillingService({
    db,
    clock,
    log,
    throttle,
    appUrl,
    keys: config.stripe,
    limits: config.freeLimits,
    adFrame: config.adFrame,
  });
  const auth = createAuthService({ db, pool, throttle, enqueue, ...mail });
  const reminders = createRemindersService({
    db,
    enqueue,
    ...mail,
    pendingByFolder: (owner, moment) => dailyReview(ctx, owner, moment),
    streakOf: (owner, moment) => currentStreak(ctx, owner, moment),
    setReminder: (...change) => account.setReminder(...change),
  });
  const account = createAccountService({
    db,
    throttle,
    defaultRetention: settings.desiredRetention,
    remindersChanged: reminders.preferencesChanged,
    endPayments: billing.endForGood,
  });
  const feedback = createFeedbackService({ db, throttle });

  const jobHandlers: AllJobHandlers = { auth: auth.handlers, reminders: reminders.handlers, billing: billing.handlers };
  return { auth, reminders, account, feedback, billing, jobHandlers };
}
