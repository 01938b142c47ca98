import { and, eq, gte, lte, ne, type SQL, sql } from "drizzle-orm";
import { at } from "#db/instants.ts";
import type { Queryable } from "#db/pool.ts";
import { userPreferences } from "#features/account/account.table.ts";
import { type CardRow, cardFields, cards } from "#features/cards/cards.table.ts";
import { folders } from "#features/folders/folders.table.ts";
import type { DatedEnd, DateRange, LocalDate } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import {
  isCounted,
  isDueBy,
  isInBreak,
  isNew,
  newCards,
  newShareOf,
  pendingCards,
  rationedIds,
  reviews,
  type Shares,
  sharedDates,
  sharesOf,
  spacedRepetitionConfig,
  spacedRepetitionSettings,
  streakGaps,
  userBreaks,
  userDays,
  userScheduling,
  waitingCards,
  wasDueBy,
} from "./schedule.table.ts";

export async function selectSettings(db: Queryable) {
  const [settings, config] = await Promise.all([
    db.select().from(spacedRepetitionSettings).where(eq(spacedRepetitionSettings.isActive, true)),
    db.select().from(spacedRepetitionConfig),
  ]);
  return { settings, config };
}

/** The shares of a date, computed once in a statement that begins with `withShares`. */
const statementShares: Shares = {
  due: sql`(select due from shares)`,
  fresh: sql`(select fresh from shares)`,
  rationed: sql`(select rationed from shares)`,
  rationedIds: sql`select id from rationed`,
};

function withShares(owner: OwnerId, date: LocalDate): SQL {
  const { due, fresh, rationed } = sharesOf(owner, date);
  const ids = rationedIds(newCards(owner), owner, date, statementShares.fresh);
  return sql`
    with shares as materialized (select ${due} as due, ${fresh} as fresh, ${rationed} as rationed),
    rationed as materialized (${ids})`;
}

export async function selectPendingCards(
  db: Queryable,
  owner: OwnerId,
  date: LocalDate,
  folderId: number | null,
): Promise<CardRow[]> {
  const inFolder = folderId === null ? sql`true` : sql`folder_id = ${folderId}`;
  const { rows } = await db.execute<CardRow>(sql`
    ${withShares(owner, date)}
    select ${cardFields} from ${pendingCards(owner, date, statementShares)} as pending where ${inFolder}`);
  return rows;
}

export type FolderCounts = {
  folderId: number;
  name: string;
  /** What is pending, and of that so many new, hard, medium and easy ones. */
  total: number;
  new: number;
  hard: number;
  medium: number;
  easy: number;
  /** New and due cards beyond the date's shares. */
  newWaiting: number;
  dueWaiting: number;
};

/** The folders with something pending or waiting. */
export async function selectPendingByFolder(db: Queryable, owner: OwnerId, date: LocalDate): Promise<FolderCounts[]> {
  const { rows } = await db.execute<FolderCounts>(sql`
    ${withShares(owner, date)}
    select folder.id as "folderId", folder.name, total, new, hard, medium, easy, "newWaiting", "dueWaiting"
    from (
      select
        folder_id,
        count(*) filter (where not waits) as total,
        count(*) filter (where not waits and difficulty = 'new') as new,
        count(*) filter (where not waits and difficulty = 'hard') as hard,
        count(*) filter (where not waits and difficulty = 'medium') as medium,
        count(*) filter (where not waits and difficulty = 'easy') as easy,
        count(*) filter (where waits and difficulty = 'new') as "newWaiting",
        count(*) filter (where waits and difficulty <> 'new') as "dueWaiting"
      from (
        select folder_id, difficulty, false as waits from ${pendingCards(owner, date, statementShares)} as pending
        union all
        select folder_id, difficulty, true from ${waitingCards(owner, date, statementShares)} as waiting
      ) as counted
      group by folder_id
    ) as counts
    join ${folders} as folder on folder.user_id = ${owner} and folder.id = counts.folder_id`);
  return rows;
}

/** How many cards fall due on each date; those without any are left out. */
export async function selectDueCounts(db: Queryable, owner: OwnerId, { from, to }: DateRange) {
  const { rows } = await db.execute<{ date: LocalDate; count: number }>(sql`
    select next_review_date as date, count(*) as count from ${cards}
    where user_id = ${owner} and next_review_date between ${from}::date and ${to}::date
    group by next_review_date`);
  return new Map(rows.map(({ date, count }) => [date, count]));
}

export async function updateDueCounts(db: Queryable, owner: OwnerId, dueCounts: Uint8Array, dueCountsFrom: LocalDate) {
  await db.update(userScheduling).set({ dueCounts, dueCountsFrom }).where(eq(userScheduling.userId, owner));
}

/** Moves the version on, and makes ratings and undos wait for this transaction. */
export async function lockScheduling(db: Queryable, owner: OwnerId): Promise<void> {
  const { userId, version } = userScheduling;
  await db
    .insert(userScheduling)
    .values({ userId: owner, version: 1 })
    .onConflictDoUpdate({ target: userId, set: { version: sql`${version} + 1` } });
}

/** How many cards of each folder fall due on a date; folders without any are left out. */
export async function selectFallingDueByFolder(db: Queryable, owner: OwnerId, date: LocalDate) {
  const { rows } = await db.execute<{ folderId: number; count: number }>(sql`
    select folder_id as "folderId", count(*) as count from ${cards}
    where user_id = ${owner} and next_review_date = ${date}::date
    group by folder_id`);
  return new Map(rows.map(({ folderId, count }) => [folderId, count]));
}

export type FolderDay = {
  folderId: number;
  reviewed: boolean;
  scheduled: boolean;
  /** Whether something was pending at the end of the day, or is now if the day is today. A break asks for nothing. */
  leftPending: boolean;
};

export async function selectFoldersToday(db: Queryable, owner: OwnerId, date: LocalDate) {
  const pending = sql`
    ${withShares(owner, date)}
    select distinct folder_id from ${pendingCards(owner, date, statementShares)} as pending`;
  return folderDays(db, owner, date, pending);
}

// `touched`: the cards rated after the day, or with a rating undone after it; all others are still as they were at its end.
// `earlier`: the last review that stood at the end of the day; its result says when the card was due.
// `later`: the card's first review after the day, which says it when there is no earlier one.
// `shared`: whether a share of the due cards was all that was asked for on the day, and was done; the cards tell it until
// the day is settled.
// `fresh`: the cards that were new at the end of the day, whose oldest were its share by the present preference.
// Of a card that was deleted since and never rated, nothing is known.
export async function selectFoldersOnPastDay(db: Queryable, owner: OwnerId, { date, end }: DatedEnd) {
  const standing = sql`(undone_date is null or undone_date > ${date}::date)`;
  const shares = sharesOf(owner, date);
  const day = { date: sql`${date}::date`, end: at(end) };
  const leftPending = sql`
    with shared as (
      select from ${sharedDates} where user_id = ${owner} and date = ${date}::date
      union all
      select from ${userDays} where user_id = ${owner} and settled_through < ${date}::date and ${shares.due} = 0
    ),
    touched as materialized (
      select touched.card_id as id, coalesce(card.folder_id, later.folder_id, earlier.folder_id) as folder_id,
        card.created_at, coalesce(earlier.was_due, ${wasDueBy(sql`later.state_before`, day)}) as was_due
      from (
        select card_id, min(later_id) as later_id from (
          select card_id, id as later_id from ${reviews} where user_id = ${owner} and local_date > ${date}::date
          union all
          select card_id, null from ${reviews}
          where user_id = ${owner} and undone_date > ${date}::date and undone_date > local_date
        ) as since
        group by card_id
      ) as touched
      left join ${cards} as card on card.user_id = ${owner} and card.id = touched.card_id
      left join lateral (
        select folder_id, ${wasDueBy(sql`state_after`, day)} as was_due from ${reviews}
        where user_id = ${owner} and card_id = touched.card_id and local_date <= ${date}::date and ${standing}
        order by id desc limit 1
      ) as earlier on true
      left join ${reviews} as later on later.user_id = ${owner} and later.id = touched.later_id
      where coalesce(card.created_at, '-infinity') < ${at(end)}
    ),
    fresh as (
      select folder_id, created_at, id from ${cards}
      where user_id = ${owner} and ${isNew} and created_at < ${at(end)} and id not in (select id from touched)
      union all
      select folder_id, created_at, id from touched where was_due is null and created_at is not null
    )
    select folder_id from ${cards}
    where user_id = ${owner} and ${isDueBy(date)} and created_at < ${at(end)}
      and id not in (select id from touched) and not exists (select from shared)
    union
    select folder_id from touched where was_due and not exists (select from shared)
    union
    select folder_id from (${newShareOf(sql`fresh`, { ...shares, rationedIds: rationedIds(sql`fresh`, owner, date, shares.fresh) })}) as share`;
  return folderDays(db, owner, date, leftPending);
}

async function folderDays(db: Queryable, owner: OwnerId, date: LocalDate, leftPending: SQL): Promise<FolderDay[]> {
  const { rows } = await db.execute<FolderDay>(sql`
    with reviewed as (
      select folder_id, bool_or(not practice) as scheduled from ${reviews}
      where user_id = ${owner} and local_date = ${date}::date and ${isCounted}
      group by folder_id
    ),
    pending as (
      select folder_id from (${leftPending}) as left_pending where not ${isInBreak(owner, date)}
    )
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

/** Never back: what is settled stays so. */
export async function updateSettledThrough(db: Queryable, owner: OwnerId, date: LocalDate): Promise<void> {
  await db
    .update(userDays)
    .set({ settledThrough: sql`greatest(${userDays.settledThrough}, ${date}::date)` })
    .where(eq(userDays.userId, owner));
}

/** Null for a new card. */
export type LongestPending = { dueDate: LocalDate | null; createdAt: Date };

/**
 * The oldest card that is due since each date up to one, and the oldest new one: what tells since when something is pending,
 * given that nothing changed since then. New cards are from their creation on, unless days have no room for any: a ration
 * is one at least, and where the share of a day was done, something was studied, and no gap can end a streak there.
 */
export async function selectLongestPending(
  db: Queryable,
  owner: OwnerId,
  { date, end }: DatedEnd,
): Promise<LongestPending[]> {
  const { rows } = await db.execute<LongestPending>(sql`
    select next_review_date as "dueDate", min(created_at) as "createdAt" from ${cards}
    where user_id = ${owner} and ${isDueBy(date)} and created_at < ${at(end)}
    group by next_review_date
    union all
    (select null, created_at from ${cards}
      where user_id = ${owner} and ${isNew} and created_at < ${at(end)}
        and (select new_cards_per_day from ${userPreferences} where user_id = ${owner}) is distinct from 0
      order by created_at, id limit 1)`);
  return rows;
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

/** The dates of breaks among some dates. */
export async function selectBreakDates(db: Queryable, owner: OwnerId, { from, to }: DateRange): Promise<LocalDate[]> {
  const { rows } = await db.execute<{ date: LocalDate }>(sql`
    select date::date from ${userBreaks},
      generate_series(greatest(from_date, ${from}::date), least(to_date, ${to}::date), interval '1 day') as date
    where user_id = ${owner} and from_date <= ${to}::date and to_date >= ${from}::date`);
  return rows.map(({ date }) => date);
}

export async function insertGaps(db: Queryable, owner: OwnerId, gaps: DateRange[]): Promise<void> {
  if (gaps.length === 0) return;
  await db.insert(streakGaps).values(gaps.map(({ from, to }) => ({ userId: owner, fromDate: from, toDate: to })));
}

/** Notes the date if a share of what was due was all that it asked for, and done. */
export async function insertSharedDate(db: Queryable, owner: OwnerId, date: LocalDate): Promise<void> {
  await db.execute(sql`
    insert into ${sharedDates} (user_id, date)
    select ${owner}, ${date}::date where ${sharesOf(owner, date).due} = 0
    on conflict do nothing`);
}
