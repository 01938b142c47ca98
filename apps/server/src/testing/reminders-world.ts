import { randomUUID } from "node:crypto";
import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import { afterAll } from "vitest";
import { changePreferences } from "#features/account/account.service.ts";
import { reminderJobHandlers } from "#features/reminders/reminders.job-handlers.ts";
import { type PlannedDigest, reminderJobs } from "#features/reminders/reminders.jobs.ts";
import type { Channel } from "#features/reminders/reminders.plan.ts";
import { noteVisit } from "#features/reminders/reminders.visits.ts";
import type { Enqueue } from "#platform/jobs/job.ts";
import type { Mail, SendMail } from "#platform/mail/mail.ts";
import { readConfig } from "#platform/process/config.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { createStudyLog } from "#testing/study-log.ts";
import { testContext } from "#testing/test-context.ts";
import { createTestDatabase } from "#testing/test-database.ts";

export type WaitingDigest = { id: string; data: PlannedDigest; channel: Channel };
export type RemindersState = {
  timeZone: string;
  lastVisitAt: Date;
  nextReminderAt: Date | null;
  servedDate: LocalDate | null;
  lastDailyReminderSent: Date | null;
  farewellSentAt: Date | null;
  unsubscribeToken: string;
};

const channelsOfKinds = new Map<string, Channel>([
  [reminderJobs.digest.name, "mail"],
  [reminderJobs.push.name, "push"],
]);

/**
 * Creates the database of a file with tests of reminders, which calls this at its top. Instead of a queue and a mail server it has
 * two arrays: tests take `digests` out of the first, and read the second.
 */
export async function sharedRemindersWorld({ sendMail, pushHosts }: { sendMail?: SendMail; pushHosts?: string } = {}) {
  const database = await createTestDatabase();
  afterAll(database.drop);
  const { pool } = database.db;
  const digests: WaitingDigest[] = [];
  const mails: Mail[] = [];
  const send = sendMail ?? (async (mail: Mail) => void mails.push(mail));
  const outgoing = { send };

  const enqueue: Enqueue = async (_db, kind, data) => {
    const channel = channelsOfKinds.get(kind.name);
    if (channel === undefined) return;
    for (const one of data) digests.push({ id: randomUUID(), data: one as unknown as PlannedDigest, channel });
  };
  const config = readConfig({ RATE_LIMIT: "off", FREE_FOLDER_LIMIT: "0", FREE_CARD_LIMIT: "0", PUSH_HOSTS: pushHosts });
  const newContext = () => testContext(database.db, { config, enqueue, sendMail: (mail) => outgoing.send(mail) });
  const ctx = newContext();
  const handlers = reminderJobHandlers(ctx);

  return {
    database: database.db,
    pool,
    connectionString: database.connectionString,
    ctx,
    /** Returns the context of another process: with the same database, and without this one's memory of visits. */
    newContext,
    digests,
    mails,
    outgoing,

    /** Removes the users of earlier tests, who would be due as well, and what they were sent. */
    async empty(): Promise<void> {
      await pool.query("DELETE FROM users");
      digests.length = 0;
      mails.length = 0;
      outgoing.send = send;
    },

    async plan(now: Date): Promise<void> {
      await handlers.plan({}, { id: randomUUID(), now, enqueuedAt: now });
    },

    async deliver({ id, data, channel }: WaitingDigest, now: Date): Promise<void> {
      const handle = channel === "push" ? handlers.push : handlers.digest;
      await handle(data, { id, now, enqueuedAt: now });
    },

    async tick(now: Date): Promise<void> {
      await this.plan(now);
      for (const digest of digests.splice(0)) await this.deliver(digest, now);
    },

    async newUser() {
      const log = await createStudyLog(ctx, pool);
      const { owner } = log;
      const { rows } = await pool.query<{ email: string }>("SELECT email FROM users WHERE id = $1", [owner]);
      return {
        log,
        owner,
        email: rows[0]?.email as string,
        visit: (moment: Moment) => noteVisit(ctx, owner, moment),
        choose: (
          moment: Moment,
          changes: {
            reminder?: boolean;
            reminderHour?: number;
            reminderMinute?: 0 | 30;
            reminderChannels?: Channel[];
            dayStartHour?: number;
          },
        ) => changePreferences(ctx, owner, moment, changes),
        async state(): Promise<RemindersState> {
          const { rows } = await pool.query<RemindersState>(
            `SELECT time_zone AS "timeZone", last_visit_at AS "lastVisitAt", next_reminder_at AS "nextReminderAt",
              served_date AS "servedDate", last_daily_reminder_sent AS "lastDailyReminderSent",
              farewell_sent_at AS "farewellSentAt", unsubscribe_token AS "unsubscribeToken"
            FROM user_reminders WHERE user_id = $1`,
            [owner],
          );
          return rows[0] as RemindersState;
        },
        async noted(): Promise<{ cardId: number; difficulty: string; scheduledAt: Date; sentAt: Date | null }[]> {
          const { rows } = await pool.query(
            `SELECT card_id AS "cardId", difficulty, scheduled_at AS "scheduledAt", sent_at AS "sentAt"
            FROM email_reminders WHERE user_id = $1 ORDER BY scheduled_at, card_id`,
            [owner],
          );
          return rows;
        },
      };
    },
  };
}

type RemindersWorld = Awaited<ReturnType<typeof sharedRemindersWorld>>;
export type RemindersUser = Awaited<ReturnType<RemindersWorld["newUser"]>>;
