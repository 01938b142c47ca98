import type { Logger } from "pino";
import type { Clock } from "#clock.ts";
import type { Config } from "#config.ts";
import type { Database } from "#db/pool.ts";
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
import { createStudyService, loadScheduleSettings } from "#features/study/study.service.ts";
import { createThrottle, noThrottle } from "#http/throttle.ts";
import type { AllJobHandlers } from "#jobs/all-jobs.ts";
import type { Enqueue } from "#jobs/job.ts";
import type { SendMail } from "#mail/mail.ts";

export type ServiceOptions = {
  config: Config;
  database: Database;
  clock: Clock;
  log: Logger;
  enqueue: Enqueue;
  sendMail: SendMail;
  /** Where people reach the app, without a slash at the end. */
  appUrl: () => string;
};

export type Services = Awaited<ReturnType<typeof createServices>>;

/** Puts the features together: what they need of each other is handed to them here. */
export async function createServices(options: ServiceOptions) {
  const { config, database, clock, log, enqueue, sendMail, appUrl } = options;
  const { supportEmail } = config;
  const db = database.orm;
  const throttle = config.rateLimit ? createThrottle(database.pool) : noThrottle;
  const settings = await loadScheduleSettings(db);
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
  const auth = createAuthService({ db, pool: database.pool, throttle, enqueue, ...mail });
  const folders = createFoldersService({
    db,
    withinLimits,
    settleDays: (owner, moment) => stats.settle(owner, moment),
  });
  const stats = createStatsService({ db, foldersByIds: folders.foldersByIds });
  const cards = createCardsService({ db, withinLimits, settleDays: stats.settle });
  const study = createStudyService({ db, pool: database.pool, settings, settleDays: stats.settle });
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
