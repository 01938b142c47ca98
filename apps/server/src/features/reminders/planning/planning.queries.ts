import type { DateRange, LocalDate } from "@repasa/scheduler/local-dates.ts";
import type { ClientBase } from "pg";
import { trySharedAccountLock } from "#features/auth/locking/locking.queries.ts";
import { pendingCards } from "#features/schedule/pending/pending.queries.ts";
import { newCards, rationedCardIds } from "#features/schedule/rationing/rationing.queries.ts";
import { dayStartHour, isCounted } from "#features/schedule/schedule.queries.ts";
import { dailyShares, preferencesOnVisit } from "#features/schedule/shares/shares.queries.ts";
import { PgDialect, type SQL, sql } from "#platform/db/drizzle.cjs";
import { at } from "#platform/db/instants.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { cards } from "#schema/cards.ts";
import { reviews, userBreaks } from "#schema/schedule.ts";
import type { DueUser, Plan } from "../reminders.plan.ts";
import { dayBefore, usableChannels } from "../reminders.queries.ts";

const instants = (values: (Date | null)[]) =>
  sql`${sql.param(values.map((one) => one?.toISOString() ?? null))}::timestamptz[]`;
const dates = (values: (LocalDate | null)[]) => sql`${sql.param(values)}::date[]`;
const ids = (values: OwnerId[]) => sql`${sql.param(values)}::bigint[]`;

/**
 * Locks and returns users whose reminder is due. Skips rows locked by another planner, and accounts that are being changed or
 * deleted, which come in a later batch: waiting for an account that is being deleted could deadlock with its deletion.
 * `mayBeMore` is true if the limit was reached and not all rows were of such accounts.
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
      due.user_id as "userId", time_zone as "timeZone", ${dayStartHour(sql`due.user_id`)} as "dayStartHour",
      last_visit_at as "lastVisitAt", next_reminder_at as "nextReminderAt", served_date as "servedDate",
      farewell_sent_at as "farewellSentAt", reminder, reminder_hour as hour, reminder_minute as minute,
      ${usableChannels} as channels,
      (select count(*)::int from due) as found
    from due
    where ${trySharedAccountLock(sql`due.user_id`)}`);
  const breaks = await selectBreaks(db, rows);
  const users = rows.map(({ found: _, ...user }) => ({ ...user, breaks: breaks.get(user.userId) ?? [] }));
  return { users, mayBeMore: rows[0]?.found === limit };
}

/** Returns the breaks of each user that end on the date of the last visit or later. */
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

// Each of these statements is for one user. They are prepared, because planning them takes longer than running them.

/** The parameters $1, the user, and $2, the date. */
const day = { owner: sql.raw("$1::bigint"), date: sql.raw("$2::date") };
const { due, fresh, rationed, leads } = dailyShares(day.owner, day.date);
const shares = sql`(select ${due} as due, ${fresh} as fresh, ${rationed} as rationed offset 0) as shares`;
const pendingOnDay = pendingCards(day.owner, day.date, {
  due: sql`(select shares.due)`,
  fresh: sql`(select shares.fresh)`,
  rationed: sql`shares.rationed`,
  rationedIds: rationedCardIds(newCards(day.owner, leads), day.owner, day.date, sql`(select shares.fresh)`),
  leads,
});
const onVisit = preferencesOnVisit(day.owner, day.date);
const toSqlText = (statement: SQL) => new PgDialect({ casing: "snake_case" }).sqlToQuery(statement).sql;

const dayToRemind = {
  name: "reminders-day",
  text: toSqlText(sql`with ${onVisit}
    select 1 from ${shares} cross join lateral (select 1 from ${pendingOnDay} as pending limit 1) as pending
    where not exists (
      select 1 from ${reviews} where reviews.user_id = $1 and reviews.local_date = $2 and ${isCounted})`),
};

/** Returns whether something is pending on a day and nothing was studied. */
export async function isDayToRemind(client: ClientBase, { userId, date }: { userId: OwnerId; date: LocalDate }) {
  const { rows } = await client.query({ ...dayToRemind, values: [userId, date] });
  return rows.length > 0;
}

const longestDue = {
  name: "reminders-longest-due",
  text: toSqlText(sql`with ${onVisit}
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

/** Stores the cards that the day's reminder is about, the longest due first. Cards that are being deleted are skipped. */
export async function insertEmailReminders(
  client: ClientBase,
  { userId, date, scheduledAt }: { userId: OwnerId; date: LocalDate; scheduledAt: Date },
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
