import { randomUUID } from "node:crypto";
import { addDays, computeLocalDate, type DateRange, type LocalDate } from "@repasa/scheduler/local-dates.ts";
import { dayStartHour, isCounted } from "#features/schedule/schedule.queries.ts";
import { deleteSome } from "#platform/db/delete-some.ts";
import { and, eq, getTableColumns, gte, inArray, isNotNull, isNull, lt, sql } from "#platform/db/drizzle.cjs";
import { at } from "#platform/db/instants.ts";
import { isOwn } from "#platform/db/own-rows.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { Moment } from "#platform/time/local-days.ts";
import { users } from "#schema/auth.ts";
import { emailReminders, userReminders } from "#schema/reminders.ts";
import { reviews, userBreaks } from "#schema/schedule.ts";
import { studySessions } from "#schema/study.ts";
import type { Channel } from "./reminders.plan.ts";

export type RemindersRow = typeof userReminders.$inferSelect;
type RemindersChange = Partial<Omit<RemindersRow, "userId" | "unsubscribeToken">>;

/** Columns to set after a delivered mail, a choice or a change of address: the mailbox counts as reachable again. */
export const NOT_STOPPED = { mailRefusals: 0, mailRefusedOn: null, mailStoppedAt: null, mailStopSeenAt: null };

/** The channels of a row of `user_reminders`, without mail while the mailbox refuses it. */
export const usableChannels = sql<
  Channel[]
>`case when mail_stopped_at is null then reminder_channels else array_remove(reminder_channels, 'mail') end`;

/** The earliest date that a visit may have in any time zone: the day before its date in UTC. */
export const dayBefore = (visit: Date) => addDays(computeLocalDate(visit, { timeZone: "UTC", dayStartHour: 0 }), -1);

// ---- One user ----

export async function selectReminders(db: Queryable, owner: OwnerId): Promise<RemindersRow | undefined> {
  const [row] = await db.select().from(userReminders).where(eq(userReminders.userId, owner));
  return row;
}

/** Records a visit. Writes nothing and returns false if it changes the plan: in another zone, after the last mail, or without a plan. */
export async function touchVisit(db: Queryable, owner: OwnerId, now: Date, timeZone: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update user_reminders set last_visit_at = greatest(last_visit_at, ${at(now)})
    where user_id = ${owner} and time_zone = ${timeZone} and coalesce(farewell_sent_at < last_visit_at, true)
      and (next_reminder_at is not null or not reminder)`);
  return (rowCount ?? 0) > 0;
}

/** Returns the zone in which the user was last seen, null before that was known, and the hour at which the user's days begin. */
export async function selectCalendar(db: Queryable, owner: OwnerId) {
  const { rows } = await db.execute<{ timeZone: string | null; dayStartHour: number }>(sql`
    select (select time_zone from ${userReminders} where user_id = ${owner}) as "timeZone",
      ${dayStartHour(owner)} as "dayStartHour"`);
  return rows[0] as { timeZone: string | null; dayStartHour: number };
}

/** Locks and returns the row, inserted if there was none, with the hour at which the user's days begin. */
export async function lockReminders(db: Queryable, owner: OwnerId, { now, timeZone }: Moment) {
  const first = { userId: owner, timeZone, lastVisitAt: now, unsubscribeToken: randomUUID() };
  await db.insert(userReminders).values(first).onConflictDoNothing();
  const [row] = await db
    .select({ ...getTableColumns(userReminders), dayStartHour: dayStartHour(owner) })
    .from(userReminders)
    .where(eq(userReminders.userId, owner))
    .for("update");
  // The row that prevented the insertion was deleted with its user.
  if (!row) throw new AppError("unauthorized", "Unauthorized");
  return row;
}

export async function updateReminders(db: Queryable, owner: OwnerId, change: RemindersChange): Promise<void> {
  await db.update(userReminders).set(change).where(eq(userReminders.userId, owner));
}

export async function selectOwnerOfToken(db: Queryable, token: string): Promise<OwnerId | null> {
  const [row] = await db
    .select({ userId: userReminders.userId })
    .from(userReminders)
    .where(eq(userReminders.unsubscribeToken, token));
  return row?.userId ?? null;
}

export async function hasCompletedSessions(db: Queryable, owner: OwnerId, count: number): Promise<boolean> {
  const rows = await db
    .select({ id: studySessions.id })
    .from(studySessions)
    .where(and(eq(studySessions.userId, owner), isNotNull(studySessions.completedAt)))
    .limit(count);
  return rows.length === count;
}

// ---- Delivering ----

export type Reader = Pick<
  RemindersRow,
  "timeZone" | "lastVisitAt" | "farewellSentAt" | "lastReminderFor" | "lastPushFor" | "unsubscribeToken" | "reminder"
> & {
  email: string;
  firstName: string | null;
  dayStartHour: number;
  breaks: DateRange[];
  channels: Channel[];
  /** False while the mailbox refuses mails. */
  hasMailbox: boolean;
};

/** Returns undefined for a closed account. */
export async function selectReader(db: Queryable, owner: OwnerId): Promise<Reader | undefined> {
  const [row] = await db
    .select({
      email: users.email,
      // An unverified address may be somebody else's, and a name can carry any message.
      firstName: sql<string | null>`case when ${users.isEmailVerified} then ${users.firstName} end`,
      timeZone: userReminders.timeZone,
      dayStartHour: dayStartHour(owner),
      lastVisitAt: userReminders.lastVisitAt,
      farewellSentAt: userReminders.farewellSentAt,
      lastReminderFor: userReminders.lastReminderFor,
      lastPushFor: userReminders.lastPushFor,
      unsubscribeToken: userReminders.unsubscribeToken,
      reminder: userReminders.reminder,
      channels: usableChannels,
      hasMailbox: sql<boolean>`${userReminders.mailStoppedAt} is null`,
    })
    .from(users)
    .innerJoin(userReminders, eq(userReminders.userId, users.id))
    .where(and(eq(users.id, owner), isNull(users.deletionAt)));
  return row && { ...row, breaks: await selectBreaksSince(db, owner, dayBefore(row.lastVisitAt)) };
}

async function selectBreaksSince(db: Queryable, owner: OwnerId, date: LocalDate): Promise<DateRange[]> {
  return db
    .select({ from: userBreaks.fromDate, to: userBreaks.toDate })
    .from(userBreaks)
    .where(and(eq(userBreaks.userId, owner), gte(userBreaks.toDate, date)));
}

export async function hasStudied(db: Queryable, owner: OwnerId, dates: LocalDate[]): Promise<boolean> {
  const rows = await db
    .select({ localDate: reviews.localDate })
    .from(reviews)
    .where(and(eq(reviews.userId, owner), inArray(reviews.localDate, dates), isCounted))
    .limit(1);
  return rows.length > 0;
}

type Sent = { sentAt: Date; isLast: boolean };

/** Stores in one transaction that a mail was sent: in the rows of its cards and in that of its reader. */
export async function updateMailed(db: Queryable, owner: OwnerId, scheduledAt: Date, sent: Sent): Promise<void> {
  await db.transaction(async (transaction) => {
    const mailed = { lastDailyReminderSent: sent.sentAt, lastReminderFor: scheduledAt, ...NOT_STOPPED };
    await updateSent(transaction, owner, scheduledAt, sent, mailed);
  });
}

/** The same for a reminder that a device got. It says nothing about the mailbox. */
export async function updatePushed(db: Queryable, owner: OwnerId, scheduledAt: Date, sent: Sent): Promise<void> {
  await updateSent(db, owner, scheduledAt, sent, { lastPushFor: scheduledAt });
}

async function updateSent(
  db: Queryable,
  owner: OwnerId,
  scheduledAt: Date,
  { sentAt, isLast }: Sent,
  change: RemindersChange,
): Promise<void> {
  await db
    .update(emailReminders)
    .set({ sentAt })
    .where(
      and(eq(emailReminders.userId, owner), eq(emailReminders.scheduledAt, scheduledAt), isNull(emailReminders.sentAt)),
    );
  await updateReminders(db, owner, { ...change, ...(isLast && { farewellSentAt: sentAt }) });
}

/** Returns whether a reminder with cards was sent, even if another one was sent since. */
export async function hasBeenSent(db: Queryable, owner: OwnerId, scheduledAt: Date): Promise<boolean> {
  const rows = await db
    .select({ id: emailReminders.id })
    .from(emailReminders)
    .where(
      and(
        eq(emailReminders.userId, owner),
        eq(emailReminders.scheduledAt, scheduledAt),
        isNotNull(emailReminders.sentAt),
      ),
    )
    .limit(1);
  return rows.length > 0;
}

/**
 * Counts a date on which an address refused a reminder, once per date, and returns the number of such dates in a row. Counts
 * nothing and returns 0 if the user has another address by now.
 */
export async function countRefusal(db: Queryable, owner: OwnerId, address: string, date: LocalDate): Promise<number> {
  const { rows } = await db.execute<{ refusals: number }>(sql`
    update user_reminders set mail_refusals = least(mail_refusals + 1, 1000), mail_refused_on = ${date}
    from users
    where users.id = user_reminders.user_id and users.id = ${owner} and users.email = ${address}
      and coalesce(mail_refused_on < ${date}, true)
    returning mail_refusals as refusals`);
  return rows[0]?.refusals ?? 0;
}

/**
 * Returns whether the mail server refuses all recipients: the mailboxes of `others` other users have refused since a date, and
 * none has accepted a reminder since then.
 */
export async function isServerRefusing(
  db: Queryable,
  owner: OwnerId,
  since: { instant: Date; date: LocalDate; others: number },
): Promise<boolean> {
  const { rows } = await db.execute<{ refusing: boolean }>(sql`
    select (
      select count(*) from (
        select 1 from user_reminders
        where user_id <> ${owner} and mail_refusals > 0 and mail_refused_on >= ${since.date} limit ${since.others}
      ) as refused
    ) = ${since.others} and not exists (
      select 1 from user_reminders where user_id <> ${owner} and last_daily_reminder_sent >= ${at(since.instant)}
    ) as refusing`);
  return rows[0]?.refusing ?? false;
}

/** Stops reminders by mail. Those that are pushed to devices continue. */
export async function stopMails(db: Queryable, owner: OwnerId, now: Date): Promise<void> {
  const isPushed = sql`'push' = any(${userReminders.reminderChannels})`;
  await db
    .update(userReminders)
    .set({
      reminder: sql`${isPushed}`,
      nextReminderAt: sql`case when ${isPushed} then ${userReminders.nextReminderAt} end`,
      mailStoppedAt: now,
      mailStopSeenAt: null,
    })
    .where(isOwn(userReminders, owner, { reminder: true }));
}

export async function deleteUnsent(db: Queryable, owner: OwnerId, scheduledAt: Date): Promise<void> {
  await db
    .delete(emailReminders)
    .where(
      and(eq(emailReminders.userId, owner), eq(emailReminders.scheduledAt, scheduledAt), isNull(emailReminders.sentAt)),
    );
}

// ---- Tidying up ----

export async function deleteEmailReminders(db: Queryable, before: Date, limit: number): Promise<number> {
  return deleteSome(db, emailReminders, lt(emailReminders.scheduledAt, before), limit);
}
