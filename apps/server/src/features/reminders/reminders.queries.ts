import { randomUUID } from "node:crypto";
import type { ClientBase, Pool } from "pg";
import { AppError } from "#app-error.ts";
import {
  and,
  drizzle,
  eq,
  getTableColumns,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  PgDialect,
  type SQL,
  sql,
} from "#db/drizzle.cjs";
import { at } from "#db/instants.ts";
import type { Queryable } from "#db/pool.ts";
import { dayStartHourOf } from "#features/account/account.table.ts";
import { canShareAccount, users } from "#features/auth/auth.table.ts";
import { cards } from "#features/cards/cards.table.ts";
import { newCards, pendingCards, rationedIds, sharesOf } from "#features/schedule/pending/pending.table.ts";
import { isCounted, reviews, userBreaks } from "#features/schedule/schedule.table.ts";
import { studySessions } from "#features/study/study.table.ts";
import { addDays, type DateRange, type LocalDate, localDateOf, type Moment } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import type { DueDay, DueUser, Plan } from "./reminders.plan.ts";
import { emailReminders, userReminders } from "./reminders.table.ts";

export type RemindersRow = typeof userReminders.$inferSelect;
type RemindersChange = Partial<Omit<RemindersRow, "userId" | "unsubscribeToken">>;

/** What a mail that arrived, a choice and a new address change: the mailbox is taken for one again. */
export const NOT_STOPPED = { mailRefusals: 0, mailRefusedOn: null, mailStoppedAt: null, mailStopSeenAt: null };

const instants = (values: (Date | null)[]) =>
  sql`${sql.param(values.map((one) => one?.toISOString() ?? null))}::timestamptz[]`;
const dates = (values: (LocalDate | null)[]) => sql`${sql.param(values)}::date[]`;
const ids = (values: OwnerId[]) => sql`${sql.param(values)}::bigint[]`;

/** In each zone the date of a visit is that in UTC, or beside it. */
const dayBefore = (visit: Date) => addDays(localDateOf(visit, { timeZone: "UTC", dayStartHour: 0 }), -1);

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

/**
 * Skips locked rows, and accounts that are changing or going: another planner has them, or they come in a later batch.
 * Whoever is deleted meanwhile would wait for a row of theirs and be waited for. There may be more where it took as many as
 * it may, and not all of them were such accounts.
 */
export async function lockDueUsers(
  db: Queryable,
  now: Date,
  limit: number,
): Promise<{ users: DueUser[]; mayBeMore: boolean }> {
  const { rows } = await db.execute<Omit<DueUser, "breaks"> & { found: number }>(sql`
    with due as (
      select * from user_reminders where next_reminder_at <= ${at(now)}
      order by next_reminder_at limit ${limit} for update skip locked
    )
    select
      due.user_id as "userId", time_zone as "timeZone", ${dayStartHourOf(sql`due.user_id`)} as "dayStartHour",
      last_visit_at as "lastVisitAt", next_reminder_at as "nextReminderAt", served_date as "servedDate",
      farewell_sent_at as "farewellSentAt", reminder, reminder_hour as hour, reminder_minute as minute,
      (select count(*)::int from due) as found
    from due
    where ${canShareAccount(sql`due.user_id`)}`);
  const breaks = await selectBreaks(db, rows);
  const users = rows.map(({ found: _, ...user }) => ({ ...user, breaks: breaks.get(user.userId) ?? [] }));
  return { users, mayBeMore: rows[0]?.found === limit };
}

/** Breaks of each that end on the date of the last visit or later. */
async function selectBreaks(db: Queryable, users: Pick<DueUser, "userId" | "lastVisitAt">[]) {
  if (users.length === 0) return new Map<OwnerId, DateRange[]>();
  const { rows } = await db.execute<{ userId: OwnerId; from: LocalDate; to: LocalDate }>(sql`
    select user_breaks.user_id as "userId", from_date::text as "from", to_date::text as "to"
    from unnest(
      ${ids(users.map(({ userId }) => userId))},
      ${dates(users.map(({ lastVisitAt }) => dayBefore(lastVisitAt)))}
    ) as seen (user_id, since)
    join ${userBreaks} on user_breaks.user_id = seen.user_id and to_date >= since`);
  return new Map(
    [...Map.groupBy(rows, ({ userId }) => userId)].map(([userId, own]) => [
      userId,
      own.map(({ from, to }) => ({ from, to })),
    ]),
  );
}

// User by user, since each has a shard of their own on a distributed database, and prepared: to plan them takes longer than
// to run them.

/** $1 whose and $2 which day. */
const day = { owner: sql.raw("$1::bigint"), date: sql.raw("$2::date") };
const { due, fresh, rationed, leads } = sharesOf(day.owner, day.date);
const shares = sql`(select ${due} as due, ${fresh} as fresh, ${rationed} as rationed offset 0) as shares`;
const pendingOnDay = pendingCards(day.owner, day.date, {
  due: sql`(select shares.due)`,
  fresh: sql`(select shares.fresh)`,
  rationed: sql`shares.rationed`,
  rationedIds: rationedIds(newCards(day.owner, leads), day.owner, day.date, sql`(select shares.fresh)`),
  leads,
});
const textOf = (statement: SQL) => new PgDialect({ casing: "snake_case" }).sqlToQuery(statement).sql;

const dayToRemind = {
  name: "reminders-day",
  text: textOf(sql`
    select 1 from ${shares} cross join lateral (select 1 from ${pendingOnDay} as pending limit 1) as pending
    where not exists (
      select 1 from ${reviews} where reviews.user_id = $1 and reviews.local_date = $2 and ${isCounted})`),
};

/** Whether something is pending on a day, and nothing was studied. */
export async function isDayToRemind(client: ClientBase, { userId, date }: DueDay) {
  const { rows } = await client.query({ ...dayToRemind, values: [userId, date] });
  return rows.length > 0;
}

const longestDue = {
  name: "reminders-longest-due",
  text: textOf(sql`
    select card.id, card.difficulty from ${shares} cross join lateral (
      select id, difficulty from ${cards}
      where user_id = $1 and id = any(array(
        select id from ${pendingOnDay} as pending order by next_review_at nulls first limit $3
      ))
      for key share skip locked
    ) as card`),
};

const announcement = {
  name: "reminders-announce",
  text: `
INSERT INTO email_reminders (user_id, card_id, difficulty, scheduled_at, created_at)
SELECT $1, card_id, difficulty, $4, $5 FROM unnest($2::bigint[], $3::text[]) AS card (card_id, difficulty)`,
};

/** Notes which cards each day's mail announces, the longest due first. Cards that are being deleted are skipped. */
export async function insertEmailReminders(
  client: ClientBase,
  { userId, date, scheduledAt }: DueDay,
  limit: number,
  now: Date,
): Promise<void> {
  const { rows } = await client.query<{ id: number; difficulty: string }>({
    ...longestDue,
    values: [userId, date, limit],
  });
  const [cardIds, difficulties] = [rows.map(({ id }) => id), rows.map(({ difficulty }) => difficulty)];
  await client.query({ ...announcement, values: [userId, cardIds, difficulties, scheduledAt, now] });
}

/** A transaction on one connection, for prepared statements and for others. */
export async function inPlanning<T>(pool: Pool, work: (db: Queryable, client: ClientBase) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let isUsable = false;
  try {
    const answer = await drizzle(client, { casing: "snake_case" }).transaction((db) => work(db, client));
    isUsable = true;
    return answer;
  } finally {
    client.release(!isUsable);
  }
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
  "timeZone" | "lastVisitAt" | "farewellSentAt" | "lastReminderFor" | "unsubscribeToken" | "reminder"
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
      lastReminderFor: userReminders.lastReminderFor,
      unsubscribeToken: userReminders.unsubscribeToken,
      reminder: userReminders.reminder,
    })
    .from(users)
    .innerJoin(userReminders, eq(userReminders.userId, users.id))
    .where(eq(users.id, owner));
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

/** Notes in one transaction that a mail was sent, with its cards and with its reader. */
export async function updateSent(
  db: Queryable,
  owner: OwnerId,
  scheduledAt: Date,
  { sentAt, isLast }: { sentAt: Date; isLast: boolean },
): Promise<void> {
  await db.transaction(async (transaction) => {
    await transaction
      .update(emailReminders)
      .set({ sentAt })
      .where(
        and(
          eq(emailReminders.userId, owner),
          eq(emailReminders.scheduledAt, scheduledAt),
          isNull(emailReminders.sentAt),
        ),
      );
    await transaction
      .update(userReminders)
      .set({
        lastDailyReminderSent: sentAt,
        lastReminderFor: scheduledAt,
        ...NOT_STOPPED,
        ...(isLast && { farewellSentAt: sentAt }),
      })
      .where(eq(userReminders.userId, owner));
  });
}

/** Whether a mail that announced cards was sent, also when another one was sent since. */
export async function wasSent(db: Queryable, owner: OwnerId, scheduledAt: Date): Promise<boolean> {
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

/** Counts a date on which an address refused the mail, once; on how many in a row it did. Nothing of an address that was left. */
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
 * Whether it is the mail server that refuses, whoever the mail is for: `others` mailboxes refused since a date, and none
 * has taken a reminder since then.
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

export async function stopReminders(db: Queryable, owner: OwnerId, now: Date): Promise<void> {
  await db
    .update(userReminders)
    .set({ reminder: false, nextReminderAt: null, mailStoppedAt: now, mailStopSeenAt: null })
    .where(and(eq(userReminders.userId, owner), eq(userReminders.reminder, true)));
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
