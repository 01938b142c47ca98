import { and, eq, gte, lte, ne, type SQL, sql } from "drizzle-orm";
import { at } from "#db/instants.ts";
import type { Queryable } from "#db/pool.ts";
import { type CardRow, cards } from "#features/cards/cards.table.ts";
import { folders } from "#features/folders/folders.table.ts";
import type { DateRange, LocalDate } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import {
  dueAt,
  isCounted,
  isDueBefore,
  reviews,
  spacedRepetitionConfig,
  spacedRepetitionSettings,
  streakGaps,
  userDays,
} from "./schedule.table.ts";

export async function selectSettings(db: Queryable) {
  const [settings, config] = await Promise.all([
    db.select().from(spacedRepetitionSettings).where(eq(spacedRepetitionSettings.isActive, true)),
    db.select().from(spacedRepetitionConfig),
  ]);
  return { settings, config };
}

export async function selectPendingCards(
  db: Queryable,
  owner: OwnerId,
  endOfToday: Date,
  folderId: number | null,
): Promise<CardRow[]> {
  const inFolder = folderId === null ? undefined : eq(cards.folderId, folderId);
  return db
    .select()
    .from(cards)
    .where(and(eq(cards.userId, owner), isDueBefore(endOfToday), inFolder));
}

type PendingRow = {
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
    select folder.id as "folderId", folder.name, pending.total, pending.new, pending.hard, pending.medium, pending.easy
    from (
      select
        folder_id,
        count(*) as total,
        count(*) filter (where difficulty = 'new') as new,
        count(*) filter (where difficulty = 'hard') as hard,
        count(*) filter (where difficulty = 'medium') as medium,
        count(*) filter (where difficulty = 'easy') as easy
      from ${cards} where user_id = ${owner} and ${isDueBefore(endOfToday)}
      group by folder_id
    ) as pending
    join ${folders} as folder on folder.user_id = ${owner} and folder.id = pending.folder_id`);
  return rows;
}

/** How many cards fall due before the first of `ends` (day 0), then between each and the next. */
export async function selectDueCounts(db: Queryable, owner: OwnerId, ends: readonly Date[]) {
  // Days are given by their bounds, because the database may know other rules of a time zone than this process.
  const bounds = sql`${sql.param(ends.map((end) => end.toISOString()))}::timestamptz[]`;
  const { rows } = await db.execute<{ day: number; count: number }>(sql`
    select width_bucket(${dueAt}, ${bounds}) as day, count(*) as count from ${cards}
    where user_id = ${owner} and ${isDueBefore(ends.at(-1) as Date)}
    group by day`);
  return rows;
}

/** How many cards of each folder fall due in a span of time; folders without any are left out. */
export async function selectFallingDueByFolder(db: Queryable, owner: OwnerId, from: Date, before: Date) {
  const { rows } = await db.execute<{ folderId: number; count: number }>(sql`
    select folder_id as "folderId", count(*) as count from ${cards}
    where user_id = ${owner} and ${dueAt} >= ${at(from)} and ${isDueBefore(before)}
    group by folder_id`);
  return new Map(rows.map(({ folderId, count }) => [folderId, count]));
}

export type FolderDay = {
  folderId: number;
  reviewed: boolean;
  scheduled: boolean;
  /** Whether something was pending at the end of the day, or is now if the day is today. */
  leftPending: boolean;
};

export async function selectFoldersToday(db: Queryable, owner: OwnerId, today: LocalDate, endOfToday: Date) {
  const pending = sql`select distinct folder_id from ${cards} where user_id = ${owner} and ${isDueBefore(endOfToday)}`;
  return folderDays(db, owner, today, pending);
}

// `touched`: the cards rated after the day, or with a rating undone after it; all others are still as they were at its end.
// `earlier`: the last review that stood at the end of the day; its result says when the card was due.
// `later`: the card's first review after the day, which says it when there is no earlier one.
// Of a card that was deleted since and never rated, nothing is known.
export async function selectFoldersOnPastDay(db: Queryable, owner: OwnerId, date: LocalDate, endOfDate: Date) {
  const end = at(endOfDate);
  const leftPending = sql`
    with touched as (
      select card_id, min(later_id) as later_id from (
        select card_id, id as later_id from ${reviews} where user_id = ${owner} and local_date > ${date}::date
        union all
        select card_id, null from ${reviews}
        where user_id = ${owner} and undone_date > ${date}::date and undone_date > local_date
      ) as since
      group by card_id
    )
    select folder_id from ${cards}
    where user_id = ${owner} and ${isDueBefore(endOfDate)} and created_at < ${end}
      and id not in (select card_id from touched)
    union
    select coalesce(card.folder_id, later.folder_id, earlier.folder_id)
    from touched
    left join ${cards} as card on card.user_id = ${owner} and card.id = touched.card_id
    left join lateral (
      select folder_id, (state_after->>'nextReviewAt')::timestamptz as next_review_at from ${reviews}
      where user_id = ${owner} and card_id = touched.card_id and local_date <= ${date}::date
        and (undone_date is null or undone_date > ${date}::date)
      order by id desc limit 1
    ) as earlier on true
    left join ${reviews} as later on later.user_id = ${owner} and later.id = touched.later_id
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
      select folder_id, bool_or(not practice) as scheduled from ${reviews}
      where user_id = ${owner} and local_date = ${date}::date and ${isCounted}
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

export async function selectSettledThrough(db: Queryable, owner: OwnerId): Promise<LocalDate | undefined> {
  const [row] = await db
    .select({ settledThrough: userDays.settledThrough })
    .from(userDays)
    .where(eq(userDays.userId, owner));
  return row?.settledThrough;
}

/** Makes other servers that settle the user's days wait for this transaction; null when no day is settled yet. */
export async function lockSettledThrough(db: Queryable, owner: OwnerId): Promise<LocalDate | null> {
  const { rows } = await db.execute<{ settled: LocalDate | null }>(sql`
    insert into ${userDays} (user_id, settled_through) values (${owner}, '-infinity')
    on conflict (user_id) do update set settled_through = user_days.settled_through
    returning nullif(settled_through, '-infinity') as settled`);
  return rows[0]?.settled ?? null;
}

export async function updateSettledThrough(db: Queryable, owner: OwnerId, date: LocalDate): Promise<void> {
  await db.update(userDays).set({ settledThrough: date }).where(eq(userDays.userId, owner));
}

export async function selectPendingSince(db: Queryable, owner: OwnerId, before: Date): Promise<Date | null> {
  const { rows } = await db.execute<{ since: Date | null }>(sql`
    select min(greatest(created_at, next_review_at)) as since from ${cards}
    where user_id = ${owner} and ${isDueBefore(before)} and created_at < ${at(before)}`);
  return rows[0]?.since ?? null;
}

export async function selectReviewTimesElsewhere(db: Queryable, owner: OwnerId, dates: DateRange, timeZone: string) {
  const rows = await db
    .select({ reviewedAt: reviews.reviewedAt })
    .from(reviews)
    .where(
      and(
        eq(reviews.userId, owner),
        gte(reviews.localDate, dates.from),
        lte(reviews.localDate, dates.to),
        ne(reviews.timeZone, timeZone),
        isCounted,
      ),
    );
  return rows.map((row) => row.reviewedAt);
}

export async function insertGaps(db: Queryable, owner: OwnerId, gaps: DateRange[]): Promise<void> {
  if (gaps.length === 0) return;
  await db.insert(streakGaps).values(gaps.map(({ from, to }) => ({ userId: owner, fromDate: from, toDate: to })));
}
