import { and, eq, inArray, isNull, lt, sql } from "drizzle-orm";
import { AppError } from "#app-error.ts";
import type { Queryable } from "#db/pool.ts";
import { userPreferences } from "#features/account/account.table.ts";
import { users } from "#features/auth/auth.table.ts";
import { dueAt, isCounted, reviews } from "#features/schedule/schedule.table.ts";
import type { LocalDate } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import type { DueDay, DueUser, Plan } from "./reminders.plan.ts";
import { emailReminders, userReminders } from "./reminders.table.ts";

export type RemindersRow = typeof userReminders.$inferSelect;
type RemindersChange = Partial<Omit<RemindersRow, "userId" | "unsubscribeToken">>;

const at = (instant: Date) => sql`${instant.toISOString()}::timestamptz`;
const instants = (values: (Date | null)[]) =>
  sql`${sql.param(values.map((one) => one?.toISOString() ?? null))}::timestamptz[]`;
const dates = (values: (LocalDate | null)[]) => sql`${sql.param(values)}::date[]`;
const ids = (values: OwnerId[]) => sql`${sql.param(values)}::bigint[]`;

// ---- One user ----

/** Whether a user wants reminders, and when; the table's defaults without a row. */
export async function selectChoice(db: Queryable, owner: OwnerId): Promise<{ reminder: boolean; hour: number }> {
  const [row] = await db
    .select({ reminder: userPreferences.reminder, hour: userPreferences.reminderHour })
    .from(userPreferences)
    .where(eq(userPreferences.userId, owner));
  return row ?? { reminder: false, hour: userPreferences.reminderHour.default as number };
}

/**
 * Keeps a visit where nothing else changes by it, as with nearly all; false where the time zone is another, somebody
 * comes back after the last mail, or nothing is planned although reminders are wanted.
 */
export async function keepVisit(db: Queryable, owner: OwnerId, now: Date, timeZone: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update user_reminders set last_visit_at = greatest(last_visit_at, ${at(now)})
    where user_id = ${owner} and time_zone = ${timeZone} and coalesce(farewell_sent_at < last_visit_at, true) and (
      next_reminder_at is not null
      or not exists (select from user_preferences where user_id = ${owner} and reminder)
    )`);
  return (rowCount ?? 0) > 0;
}

/** The user's row, made when there is none; nobody else changes it before the transaction ends. */
export async function lockReminders(db: Queryable, values: typeof userReminders.$inferInsert): Promise<RemindersRow> {
  await db.insert(userReminders).values(values).onConflictDoNothing();
  const [row] = await db.select().from(userReminders).where(eq(userReminders.userId, values.userId)).for("update");
  // The row that stood in the way of the insertion went with its user.
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

export type OfferRow = { experienced: boolean; reminder: boolean; answered: boolean };

/** What the offer depends on: whether so many study sessions were completed, and what was chosen and answered. */
export async function selectOffer(db: Queryable, owner: OwnerId, sessions: number): Promise<OfferRow> {
  const { rows } = await db.execute<OfferRow>(sql`
    select
      exists(
        select from study_sessions where user_id = ${owner} and completed_at is not null offset ${sessions - 1}
      ) as experienced,
      exists(select from user_preferences where user_id = ${owner} and reminder) as reminder,
      exists(select from user_reminders where user_id = ${owner} and offer_answered_at is not null) as answered`);
  return rows[0] as OfferRow;
}

// ---- Planning, a batch of users at a time ----

/**
 * Locks users whose time has come, the longest waiting first. It waits for nobody: what another planner holds is that
 * one's, and whoever is being changed or deleted comes in a later batch, or never.
 */
export async function lockDueUsers(db: Queryable, now: Date, limit: number): Promise<OwnerId[]> {
  const { rows } = await db.execute<{ userId: OwnerId }>(sql`
    select user_reminders.user_id as "userId" from user_reminders
    join users on users.id = user_reminders.user_id
    where user_reminders.next_reminder_at <= ${at(now)}
    order by user_reminders.next_reminder_at
    limit ${limit}
    for update of user_reminders skip locked
    for key share of users skip locked`);
  return rows.map(({ userId }) => userId);
}

/** Reads users after they were locked: in the statement that locks, their preferences could be of before the lock. */
export async function selectDueUsers(db: Queryable, owners: OwnerId[]): Promise<DueUser[]> {
  const { rows } = await db.execute<DueUser>(sql`
    select
      user_reminders.user_id as "userId", time_zone as "timeZone", last_visit_at as "lastVisitAt",
      next_reminder_at as "nextReminderAt", served_date as "servedDate", farewell_sent_at as "farewellSentAt",
      coalesce(reminder, false) as reminder, coalesce(reminder_hour, 0) as hour
    from user_reminders left join user_preferences using (user_id)
    where user_reminders.user_id = any(${ids(owners)})`);
  return rows;
}

/** Those of the days on which something is pending and nothing was studied. Each user costs one probe of two indexes. */
export async function selectDaysToRemind(db: Queryable, days: DueDay[]): Promise<Set<OwnerId>> {
  const { rows } = await db.execute<{ userId: OwnerId }>(sql`
    select day.user_id as "userId"
    from unnest(
      ${ids(days.map(({ userId }) => userId))},
      ${dates(days.map(({ date }) => date))},
      ${instants(days.map(({ dayEnd }) => dayEnd))}
    ) as day (user_id, date, day_end)
    cross join lateral (
      select from cards where cards.user_id = day.user_id and ${dueAt} < day.day_end limit 1
    ) as pending
    left join lateral (
      select true as today from reviews
      where reviews.user_id = day.user_id and reviews.local_date = day.date and ${isCounted} limit 1
    ) as studied on true
    where studied.today is null`);
  return new Set(rows.map(({ userId }) => userId));
}

/** Notes which cards each day's mail announces, the longest due first; one that is being deleted is left out. */
export async function insertEmailReminders(db: Queryable, days: DueDay[], limit: number, now: Date): Promise<void> {
  await db.execute(sql`
    insert into email_reminders (user_id, card_id, difficulty, scheduled_at, created_at)
    select day.user_id, card.id, card.difficulty, day.scheduled_at, ${at(now)}
    from unnest(
      ${ids(days.map(({ userId }) => userId))},
      ${instants(days.map(({ dayEnd }) => dayEnd))},
      ${instants(days.map(({ scheduledAt }) => scheduledAt))}
    ) as day (user_id, day_end, scheduled_at)
    cross join lateral (
      select id, difficulty from cards where cards.user_id = day.user_id and ${dueAt} < day.day_end
      order by ${dueAt} limit ${limit}
      for key share skip locked
    ) as card`);
}

export async function updatePlans(db: Queryable, plans: Plan[]): Promise<void> {
  await db.execute(sql`
    update user_reminders set served_date = plan.served_date, next_reminder_at = plan.next_reminder_at
    from unnest(
      ${ids(plans.map(({ userId }) => userId))},
      ${dates(plans.map(({ servedDate }) => servedDate))},
      ${instants(plans.map(({ nextReminderAt }) => nextReminderAt))}
    ) as plan (user_id, served_date, next_reminder_at)
    where user_reminders.user_id = plan.user_id`);
}

// ---- Delivering ----

export type Reader = Pick<
  RemindersRow,
  "timeZone" | "lastVisitAt" | "farewellSentAt" | "lastDailyReminderSent" | "unsubscribeToken"
> & { email: string; firstName: string | null; reminder: boolean };

/** Who a mail is for, as they are now; undefined when the account is no more. */
export async function selectReader(db: Queryable, owner: OwnerId): Promise<Reader | undefined> {
  const [row] = await db
    .select({
      email: users.email,
      // Who has not shown that the address is theirs may have put into a name what a stranger is to read.
      firstName: sql<string | null>`case when ${users.isEmailVerified} then ${users.firstName} end`,
      timeZone: userReminders.timeZone,
      lastVisitAt: userReminders.lastVisitAt,
      farewellSentAt: userReminders.farewellSentAt,
      lastDailyReminderSent: userReminders.lastDailyReminderSent,
      unsubscribeToken: userReminders.unsubscribeToken,
      reminder: userPreferences.reminder,
    })
    .from(users)
    .innerJoin(userReminders, eq(userReminders.userId, users.id))
    .leftJoin(userPreferences, eq(userPreferences.userId, users.id))
    .where(eq(users.id, owner));
  return row && { ...row, reminder: row.reminder ?? false };
}

/** Whether something was studied on a date, or on another that it is for the user now. */
export async function hasStudied(db: Queryable, owner: OwnerId, date: LocalDate, today: LocalDate): Promise<boolean> {
  const rows = await db
    .select({ localDate: reviews.localDate })
    .from(reviews)
    .where(and(eq(reviews.userId, owner), inArray(reviews.localDate, [date, today]), isCounted))
    .limit(1);
  return rows.length > 0;
}

/** Notes in one statement that a mail was handed over: with the cards that it announced, and with its reader. */
export async function updateSent(
  db: Queryable,
  owner: OwnerId,
  scheduledAt: Date,
  { sentAt, isLast }: { sentAt: Date; isLast: boolean },
): Promise<void> {
  const announced = db.$with("announced").as(
    db
      .update(emailReminders)
      .set({ sentAt })
      .where(
        and(
          eq(emailReminders.userId, owner),
          eq(emailReminders.scheduledAt, scheduledAt),
          isNull(emailReminders.sentAt),
        ),
      )
      .returning({ id: emailReminders.id }),
  );
  await db
    .with(announced)
    .update(userReminders)
    .set({ lastDailyReminderSent: sentAt, ...(isLast && { farewellSentAt: sentAt }) })
    .where(eq(userReminders.userId, owner));
}

export async function deleteUnsent(db: Queryable, owner: OwnerId, scheduledAt: Date): Promise<void> {
  await db
    .delete(emailReminders)
    .where(
      and(eq(emailReminders.userId, owner), eq(emailReminders.scheduledAt, scheduledAt), isNull(emailReminders.sentAt)),
    );
}

// ---- Tidying up ----

/** Deletes some of the rows from before an instant; how many. */
export async function deleteEmailReminders(db: Queryable, before: Date, limit: number): Promise<number> {
  const old = db
    .select({ userId: emailReminders.userId, id: emailReminders.id })
    .from(emailReminders)
    .where(lt(emailReminders.scheduledAt, before))
    .limit(limit);
  const { rowCount } = await db
    .delete(emailReminders)
    .where(sql`(${emailReminders.userId}, ${emailReminders.id}) in ${old}`);
  return rowCount ?? 0;
}
