import { randomUUID } from "node:crypto";
import { and, eq, getTableColumns, inArray, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import { AppError } from "#app-error.ts";
import { at } from "#db/instants.ts";
import type { Queryable } from "#db/pool.ts";
import { dayStartHourOf } from "#features/account/account.table.ts";
import { users } from "#features/auth/auth.table.ts";
import { cards } from "#features/cards/cards.table.ts";
import {
  isCounted,
  newCards,
  pendingCards,
  rationedIds,
  reviews,
  sharesOf,
  userBreaks,
} from "#features/schedule/schedule.table.ts";
import { studySessions } from "#features/study/study.table.ts";
import type { DateRange, LocalDate, Moment } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import type { DueDay, DueUser, Plan } from "./reminders.plan.ts";
import { emailReminders, userReminders } from "./reminders.table.ts";

export type RemindersRow = typeof userReminders.$inferSelect;
type RemindersChange = Partial<Omit<RemindersRow, "userId" | "unsubscribeToken">>;

const instants = (values: (Date | null)[]) =>
  sql`${sql.param(values.map((one) => one?.toISOString() ?? null))}::timestamptz[]`;
const dates = (values: (LocalDate | null)[]) => sql`${sql.param(values)}::date[]`;
const ids = (values: OwnerId[]) => sql`${sql.param(values)}::bigint[]`;

/** A user's breaks that end on the date of their last visit or later: in each zone its date is that in UTC, or beside it. */
const breaksSince = (owner: OwnerId | SQL) => sql<DateRange[]>`(
  select coalesce(json_agg(json_build_object('from', from_date, 'to', to_date)), '[]') from ${userBreaks}
  where user_breaks.user_id = ${owner} and to_date >= (user_reminders.last_visit_at at time zone 'UTC')::date - 1)`;

// ---- One user ----

export async function selectReminders(db: Queryable, owner: OwnerId): Promise<RemindersRow | undefined> {
  const [row] = await db.select().from(userReminders).where(eq(userReminders.userId, owner));
  return row;
}

/** Writes nothing and returns false when the visit changes the plan: in another zone, after the last mail, without a plan. */
export async function touchVisit(db: Queryable, owner: OwnerId, now: Date, timeZone: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update user_reminders set last_visit_at = greatest(last_visit_at, ${at(now)})
    where user_id = ${owner} and time_zone = ${timeZone} and coalesce(farewell_sent_at < last_visit_at, true)
      and (next_reminder_at is not null or not reminder)`);
  return (rowCount ?? 0) > 0;
}

/** The row, made if there was none, and the hour at which the user's days begin. */
export async function lockReminders(db: Queryable, owner: OwnerId, { now, timeZone }: Moment) {
  const first = { userId: owner, timeZone, lastVisitAt: now, unsubscribeToken: randomUUID() };
  await db.insert(userReminders).values(first).onConflictDoNothing();
  const [row] = await db
    .select({ ...getTableColumns(userReminders), dayStartHour: dayStartHourOf(owner) })
    .from(userReminders)
    .where(eq(userReminders.userId, owner))
    .for("update");
  // The row that prevented the insertion has gone with its user.
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

// ---- Planning, a batch of users at a time ----

/** Skips locked rows: another planner has them, or they are being changed and come in a later batch. */
export async function lockDueUsers(db: Queryable, now: Date, limit: number): Promise<DueUser[]> {
  const { rows } = await db.execute<DueUser>(sql`
    select
      user_reminders.user_id as "userId", time_zone as "timeZone",
      ${dayStartHourOf(sql`user_reminders.user_id`)} as "dayStartHour", last_visit_at as "lastVisitAt",
      next_reminder_at as "nextReminderAt", served_date as "servedDate", farewell_sent_at as "farewellSentAt",
      reminder, reminder_hour as hour, ${breaksSince(sql`user_reminders.user_id`)} as breaks
    from user_reminders
    join users on users.id = user_reminders.user_id
    where user_reminders.next_reminder_at <= ${at(now)}
    order by user_reminders.next_reminder_at
    limit ${limit}
    for update of user_reminders skip locked
    for key share of users skip locked`);
  return rows;
}

const day = { owner: sql`day.user_id`, date: sql`day.date` };
const { due, fresh, rationed } = sharesOf(day.owner, day.date);
/** Named beside the days, so that they are planned and asked for once. */
const sharesOfDay = sql`cross join lateral (
      select ${due} as due, ${fresh} as fresh, ${rationed} as rationed offset 0
    ) as shares`;
const pendingOnDay = pendingCards(day.owner, day.date, {
  due: sql`(select shares.due)`,
  fresh: sql`(select shares.fresh)`,
  rationed: sql`shares.rationed`,
  rationedIds: rationedIds(newCards(day.owner), day.owner, day.date, sql`(select shares.fresh)`),
});

/** Whose day has something pending and nothing studied. Each user costs a probe of a few indexes. */
export async function selectDaysToRemind(db: Queryable, days: DueDay[]): Promise<Set<OwnerId>> {
  const { rows } = await db.execute<{ userId: OwnerId }>(sql`
    select day.user_id as "userId"
    from unnest(
      ${ids(days.map(({ userId }) => userId))},
      ${dates(days.map(({ date }) => date))}
    ) as day (user_id, date)
    ${sharesOfDay}
    cross join lateral (
      select from ${pendingOnDay} as pending limit 1
    ) as pending
    left join lateral (
      select true as today from reviews
      where reviews.user_id = day.user_id and reviews.local_date = day.date and ${isCounted} limit 1
    ) as studied on true
    where studied.today is null`);
  return new Set(rows.map(({ userId }) => userId));
}

/** Notes which cards each day's mail announces, the longest due first. Cards that are being deleted are skipped. */
export async function insertEmailReminders(db: Queryable, days: DueDay[], limit: number, now: Date): Promise<void> {
  await db.execute(sql`
    insert into email_reminders (user_id, card_id, difficulty, scheduled_at, created_at)
    select day.user_id, card.id, card.difficulty, day.scheduled_at, ${at(now)}
    from unnest(
      ${ids(days.map(({ userId }) => userId))},
      ${dates(days.map(({ date }) => date))},
      ${instants(days.map(({ scheduledAt }) => scheduledAt))}
    ) as day (user_id, date, scheduled_at)
    ${sharesOfDay}
    cross join lateral (
      select id, difficulty from ${cards}
      where user_id = day.user_id and id = any(array(
        select id from ${pendingOnDay} as pending order by next_review_at nulls first limit ${limit}
      ))
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
  "timeZone" | "lastVisitAt" | "farewellSentAt" | "lastDailyReminderSent" | "unsubscribeToken" | "reminder"
> & { email: string; firstName: string | null; dayStartHour: number; breaks: DateRange[] };

export async function selectReader(db: Queryable, owner: OwnerId): Promise<Reader | undefined> {
  const [row] = await db
    .select({
      email: users.email,
      // An unverified address may be somebody else's, and a name can carry any message.
      firstName: sql<string | null>`case when ${users.isEmailVerified} then ${users.firstName} end`,
      timeZone: userReminders.timeZone,
      dayStartHour: dayStartHourOf(owner),
      lastVisitAt: userReminders.lastVisitAt,
      farewellSentAt: userReminders.farewellSentAt,
      lastDailyReminderSent: userReminders.lastDailyReminderSent,
      unsubscribeToken: userReminders.unsubscribeToken,
      reminder: userReminders.reminder,
      breaks: breaksSince(owner),
    })
    .from(users)
    .innerJoin(userReminders, eq(userReminders.userId, users.id))
    .where(eq(users.id, owner));
  return row;
}

export async function hasStudied(db: Queryable, owner: OwnerId, date: LocalDate, today: LocalDate): Promise<boolean> {
  const rows = await db
    .select({ localDate: reviews.localDate })
    .from(reviews)
    .where(and(eq(reviews.userId, owner), inArray(reviews.localDate, [date, today]), isCounted))
    .limit(1);
  return rows.length > 0;
}

/** Notes in one statement that a mail was sent, with its cards and with its reader. */
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
