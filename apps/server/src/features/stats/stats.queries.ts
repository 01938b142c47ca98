import { and, eq, gte, lte, ne, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "#db/pool.ts";
import { reviews } from "#features/study/study.table.ts";
import type { LocalDate } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import type { DayRun } from "./stats.streak.ts";
import { streakGaps, userDays } from "./stats.table.ts";

/** The expression of the index `cards_due`: a card without a date has been due since ever. */
const due = sql.raw("coalesce(next_review_at, '-infinity'::timestamptz)");

/** A review belongs to its date for good, unless it was undone on that same date. */
const counted = sql.raw("(undone_date is null or undone_date > local_date)");

const at = (instant: Date) => sql`${instant.toISOString()}::timestamptz`;

// ---- Settling: what the past days were, kept before anything changes it ----

export async function selectSettledThrough(db: Queryable, owner: OwnerId): Promise<LocalDate | undefined> {
  const [row] = await db
    .select({ settledThrough: userDays.settledThrough })
    .from(userDays)
    .where(eq(userDays.userId, owner));
  return row?.settledThrough;
}

/** Makes whoever settles the same user's days wait for this transaction; null when no day is settled yet. */
export async function lockSettledThrough(db: Queryable, owner: OwnerId): Promise<LocalDate | null> {
  const { rows } = await db.execute<{ settled: LocalDate | null }>(sql`
    insert into user_days (user_id, settled_through) values (${owner}, '-infinity')
    on conflict (user_id) do update set settled_through = user_days.settled_through
    returning nullif(settled_through, '-infinity') as settled`);
  return rows[0]?.settled ?? null;
}

export async function updateSettledThrough(db: Queryable, owner: OwnerId, date: LocalDate): Promise<void> {
  await db.update(userDays).set({ settledThrough: date }).where(eq(userDays.userId, owner));
}

/** Since when something has been pending without a break, as far as that is before an instant. */
export async function selectPendingSince(db: Queryable, owner: OwnerId, before: Date): Promise<Date | null> {
  const { rows } = await db.execute<{ since: Date | null }>(sql`
    select min(greatest(created_at, next_review_at)) as since from cards
    where user_id = ${owner} and ${due} < ${at(before)} and created_at < ${at(before)}`);
  return rows[0]?.since ?? null;
}

/** When the reviews of some dates were given that were given in another time zone. */
export async function selectReviewTimesElsewhere(db: Queryable, owner: OwnerId, dates: DayRun, timeZone: string) {
  const rows = await db
    .select({ reviewedAt: reviews.reviewedAt })
    .from(reviews)
    .where(
      and(
        eq(reviews.userId, owner),
        gte(reviews.localDate, dates.from),
        lte(reviews.localDate, dates.to),
        ne(reviews.timeZone, timeZone),
        counted,
      ),
    );
  return rows.map((row) => row.reviewedAt);
}

export async function insertGaps(db: Queryable, owner: OwnerId, gaps: DayRun[]): Promise<void> {
  if (gaps.length === 0) return;
  await db.insert(streakGaps).values(gaps.map(({ from, to }) => ({ userId: owner, fromDate: from, toDate: to })));
}

// ---- What there is, and what was done ----

export type Counts = {
  cardsDueToday: number;
  foldersWithPendingCards: number;
  totalFolders: number;
  totalCards: number;
  reviewedToday: number;
};

export async function selectCounts(db: Queryable, owner: OwnerId, today: LocalDate, endOfToday: Date): Promise<Counts> {
  const { rows } = await db.execute<Counts>(sql`
    select
      pending.cards as "cardsDueToday",
      pending.folders as "foldersWithPendingCards",
      (select count(*) from folders where user_id = ${owner}) as "totalFolders",
      (select count(*) from cards where user_id = ${owner}) as "totalCards",
      (select count(*) from reviews
        where user_id = ${owner} and local_date = ${today}::date and ${counted}) as "reviewedToday"
    from (
      select count(*) as cards, count(distinct folder_id) as folders from cards
      where user_id = ${owner} and ${due} < ${at(endOfToday)}
    ) as pending`);
  return rows[0] as Counts;
}

/** The studied dates, one index probe each however many reviews a date has, and the gaps. */
export async function selectHistory(db: Queryable, owner: OwnerId) {
  const { rows } = await db.execute<{ studied: LocalDate[]; gaps: DayRun[] }>(sql`
    with recursive studied (local_date) as (
      (select local_date from reviews where user_id = ${owner} and ${counted} order by local_date limit 1)
      union all
      select (
        select reviews.local_date from reviews
        where user_id = ${owner} and reviews.local_date > studied.local_date
          and (undone_date is null or undone_date > reviews.local_date)
        order by reviews.local_date limit 1
      )
      from studied where studied.local_date is not null
    )
    select
      array(select local_date::text from studied where local_date is not null order by local_date) as studied,
      (select coalesce(json_agg(json_build_object('from', from_date, 'to', to_date) order by from_date), '[]')
        from streak_gaps where user_id = ${owner}) as gaps`);
  return rows[0] ?? { studied: [], gaps: [] };
}

export async function selectActivity(db: Queryable, owner: OwnerId, dates: DayRun) {
  const { rows } = await db.execute<{ date: LocalDate; count: number; durationMs: number }>(sql`
    select local_date as date, count(*) as count, coalesce(sum(duration_ms), 0)::bigint as "durationMs" from reviews
    where user_id = ${owner} and local_date between ${dates.from}::date and ${dates.to}::date and ${counted}
    group by local_date order by local_date`);
  return rows;
}

export type PendingRow = {
  folderId: number;
  name: string;
  total: number;
  new: number;
  hard: number;
  medium: number;
  easy: number;
};

export async function selectPendingByFolder(db: Queryable, owner: OwnerId, endOfToday: Date): Promise<PendingRow[]> {
  const { rows } = await db.execute<PendingRow>(sql`
    select folders.id as "folderId", folders.name, pending.total, pending.new, pending.hard, pending.medium, pending.easy
    from (
      select
        folder_id,
        count(*) as total,
        count(*) filter (where difficulty = 'new') as new,
        count(*) filter (where difficulty = 'hard') as hard,
        count(*) filter (where difficulty = 'medium') as medium,
        count(*) filter (where difficulty = 'easy') as easy
      from cards where user_id = ${owner} and ${due} < ${at(endOfToday)}
      group by folder_id
    ) as pending
    join folders on folders.user_id = ${owner} and folders.id = pending.folder_id`);
  return rows;
}

/**
 * How many cards fall due before the first of `ends`, then between each and the next: days are told by their bounds, as
 * the database may know other time zones than this process.
 */
export async function selectDueCounts(db: Queryable, owner: OwnerId, ends: readonly Date[], last: Date) {
  const bounds = sql`${sql.param(ends.map((end) => end.toISOString()))}::timestamptz[]`;
  const { rows } = await db.execute<{ day: number; count: number }>(sql`
    select width_bucket(${due}, ${bounds}) as day, count(*) as count from cards
    where user_id = ${owner} and ${due} < ${at(last)}
    group by day`);
  return rows;
}

export async function selectFoldersFallingDue(db: Queryable, owner: OwnerId, from: Date, before: Date) {
  const { rows } = await db.execute<{ folderId: number }>(sql`
    select distinct folder_id as "folderId" from cards
    where user_id = ${owner} and ${due} >= ${at(from)} and ${due} < ${at(before)}`);
  return rows.map((row) => row.folderId);
}

// ---- A day by folder ----

export type FolderDay = {
  folderId: number;
  /** Whether at least one review of the day stands. */
  reviewed: boolean;
  /** Whether something was pending at some time of the day. */
  scheduled: boolean;
  /** Whether something was pending at its end, or is now when the day is today. */
  leftPending: boolean;
};

export async function selectFoldersToday(db: Queryable, owner: OwnerId, today: LocalDate, endOfToday: Date) {
  const pending = sql`select distinct folder_id from cards where user_id = ${owner} and ${due} < ${at(endOfToday)}`;
  return folderDays(db, owner, today, pending);
}

/**
 * The end of a past day is told from the log. A card that nothing happened to since is as it was. For the others, the
 * last review that stood at the day's end says when they were due, or else the first one after it. A card deleted since
 * was there at the day's end when it was reviewed or undone later; whether it was there as a new card, nothing tells.
 */
export async function selectFoldersOnPastDay(db: Queryable, owner: OwnerId, date: LocalDate, endOfDate: Date) {
  const end = at(endOfDate);
  const leftPending = sql`
    with touched as (
      select card_id, min(later_id) as later_id from (
        select card_id, id as later_id from reviews where user_id = ${owner} and local_date > ${date}::date
        union all
        select card_id, null from reviews
        where user_id = ${owner} and undone_date > ${date}::date and undone_date > local_date
      ) as since
      group by card_id
    )
    select folder_id from cards
    where user_id = ${owner} and ${due} < ${end} and created_at < ${end}
      and id not in (select card_id from touched)
    union
    select coalesce(card.folder_id, later.folder_id, earlier.folder_id)
    from touched
    left join cards as card on card.user_id = ${owner} and card.id = touched.card_id
    left join lateral (
      select folder_id, (state_after->>'nextReviewAt')::timestamptz as next_review_at from reviews
      where user_id = ${owner} and card_id = touched.card_id and local_date <= ${date}::date
        and (undone_date is null or undone_date > ${date}::date)
      order by id desc limit 1
    ) as earlier on true
    left join reviews as later on later.user_id = ${owner} and later.id = touched.later_id
    where coalesce(card.created_at, '-infinity') < ${end}
      and coalesce(
        earlier.next_review_at,
        later.due_before,
        case when card.id is null then 'infinity'::timestamptz else '-infinity' end
      ) < ${end}`;
  return folderDays(db, owner, date, leftPending);
}

async function folderDays(db: Queryable, owner: OwnerId, date: LocalDate, leftPending: SQL): Promise<FolderDay[]> {
  const { rows } = await db.execute<FolderDay>(sql`
    with reviewed as (
      select folder_id, bool_or(not practice) as scheduled from reviews
      where user_id = ${owner} and local_date = ${date}::date and ${counted}
      group by folder_id
    ),
    pending as (${leftPending})
    select
      folder_id as "folderId",
      reviewed.folder_id is not null as reviewed,
      coalesce(reviewed.scheduled, false) or pending.folder_id is not null as scheduled,
      pending.folder_id is not null as "leftPending"
    from reviewed full join pending using (folder_id)`);
  return rows;
}
