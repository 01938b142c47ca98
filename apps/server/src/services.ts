import type { Context } from "#context.ts";
import { createAccountService } from "#features/account/account.service.ts";
import { createAuthService } from "#features/auth/auth.service.ts";
import { createBillingService } from "#features/billing/billing.service.ts";
import { createCardsService } from "#features/cards/cards.service.ts";
import { createFeedbackService } from "#features/feedback/feedback.service.ts";
import { createFoldersService } from "#features/folders/folders.service.ts";
import { createProgressService } from "#features/progress/progress.service.ts";
import { createRemindersService } from "#features/reminders/reminders.service.ts";
import { createStatsService } from "#features/stats/stats.service.ts";
import { createStoreService } from "#features/store/store.service.ts";
import { createStudyService } from "#features/study/study.service.ts";
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
  const { withinLimits } = billing;
  const auth = createAuthService({ db, pool, throttle, enqueue, ...mail });
  const folders = createFoldersService({
    db,
    withinLimits,
    settleDays: (owner, moment) => stats.settle(owner, moment),
  });
  const stats = createStatsService({ db, foldersByIds: folders.foldersByIds });
  const cards = createCardsService({ db, withinLimits, settleDays: stats.settle });
  const study = createStudyService({ db, pool, settings, settleDays: stats.settle });
  const reminders = createRemindersService({
    db,
    enqueue,
    ...mail,
    pendingByFolder: stats.dailyReview,
    streakOf: stats.currentStreak,
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
  const progress = createProgressService({ db, settings });
  const store = createStoreService({ db, withinLimits, readFolder: folders.read });

  const jobHandlers: AllJobHandlers = { auth: auth.handlers, reminders: reminders.handlers, billing: billing.handlers };
  return { auth, folders, stats, cards, study, reminders, account, feedback, progress, store, billing, jobHandlers };
}
