import { and, eq, gte, inArray, lte, ne, type SQL, sql } from "#db/drizzle.cjs";
import { at } from "#db/instants.ts";
import type { Queryable } from "#db/pool.ts";
import { type Runner, runPrepared } from "#db/prepared.ts";
import { userPreferences } from "#features/account/account.table.ts";
import { cards } from "#features/cards/cards.table.ts";
import { folders } from "#features/folders/folders.table.ts";
import type { DatedEnd, DateRange, LocalDate } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";
import {
  behindIds,
  isInBreak,
  type KnownShares,
  leadingOfGroups,
  newCards,
  pendingCards,
  queuePlaces,
  rationedIds,
  type Shares,
  sharesOf,
  waitingCards,
} from "./pending/pending.table.ts";
import {
  isCounted,
  isDueBy,
  isNew,
  learnerFields,
  learnerRow,
  planFields,
  reviews,
  type StoredLearner,
  type StoredPlan,
  type StoredSchedule,
  scheduleFields,
  sharedDates,
  spacedRepetitionConfig,
  spacedRepetitionSettings,
  streakGaps,
  userBreaks,
  userDays,
  userScheduling,
} from "./schedule.table.ts";

export async function selectSettings(db: Queryable) {
  const [settings, config] = await Promise.all([
    db.select().from(spacedRepetitionSettings).where(eq(spacedRepetitionSettings.isActive, true)),
    db.select().from(spacedRepetitionConfig),
  ]);
  return { settings, config };
}

/** The shares of a date, computed once in a statement that begins with `begin`. */
function onceIn(
  owner: OwnerId,
  date: LocalDate | SQL,
  leads?: Pick<Shares, "leads" | "dueLeads">,
): Shares & { begin: SQL } {
  const each = sharesOf(owner, date);
  const once = {
    due: sql`(select due from shares)`,
    fresh: sql`(select fresh from shares)`,
    rationed: sql`(select rationed from shares)`,
    rationedIds: sql`select id from rationed`,
    leads: each.leads,
    ...leads,
  };
  const ids = rationedIds(newCards(owner, once.leads), owner, date, once.fresh);
  const begin = sql`
    with shares as materialized (select ${each.due} as due, ${each.fresh} as fresh, ${each.rationed} as rationed),
    "leading" as materialized (select id from (${leadingOfGroups(owner, date)}) as leading_cards),
    behind as materialized (${behindIds(owner, date)}),
    rationed as materialized (${ids})`;
  return { ...once, begin };
}

export async function selectShares(db: Queryable, owner: OwnerId, date: LocalDate): Promise<KnownShares> {
  const { due, fresh, rationed } = sharesOf(owner, date);
  const { rows } = await db.execute<KnownShares>(sql`select ${due} as due, ${fresh} as fresh, ${rationed} as rationed`);
  return rows[0] as KnownShares;
}

/** For a statement that asks of every card whether it may come. */
const joined = {
  leads: sql`(fresh.group_id is null or fresh.id not in (select id from behind))`,
  dueLeads: sql`(due.group_id is null or due.id in (select id from "leading"))`,
};

/** Where a card stands in the order of study on a date: `queuePlaces` of `pending.table.ts`. */
export type QueuePlace = { id: number; place: number; key: number };

/** Whose order is asked for: what is pending, or of a folder all cards, or those that were rated before; or some cards. */
export type QueueScope =
  | { cards: "pending"; folderId: number | null }
  | { cards: "all" | "begun"; folderId: number }
  | { cards: readonly number[] };

/** `headMost`: how many of the cards up to `after` are told too. */
export type QueueSlice = { after: QueuePlace | null; limit: number; headMost: number };

/** `head`: the first cards, as far as they are not after the place that was asked for. */
export type QueuePlaces = { places: QueuePlace[]; head: QueuePlace[]; total: number };

/** The next places after one, and how many cards the whole holds. */
export async function selectQueuePlaces(
  db: Queryable,
  owner: OwnerId,
  date: LocalDate,
  scope: QueueScope,
  { after, limit, headMost }: QueueSlice,
): Promise<QueuePlaces> {
  const { begin, source } = queueSource(owner, date, scope);
  const from = after && sql`(${after.place}::integer, ${after.key}::float8, ${after.id}::bigint)`;
  const first = (condition: SQL, most: number, isHead: boolean) => sql`(
    select id, place, key, ${sql.raw(String(isHead))} as "isHead" from listed where ${condition}
    order by place, key, id limit ${most})`;
  const ahead = first(from ? sql`(place, key, id) > ${from}` : sql`true`, limit, false);
  const { rows } = await db.execute<QueuePlace & { isHead: boolean | null; total: number }>(sql`
    ${begin} listed as materialized (${source})
    select chosen.*, total from (select count(*) as total from listed) as counted
    left join (${from ? sql`${first(sql`(place, key, id) <= ${from}`, headMost, true)} union all` : sql``} ${ahead}) as chosen
      on true
    order by place, key, id`);
  const of = (isHead: boolean) => rows.filter((row) => row.isHead === isHead);
  return { places: of(false), head: of(true), total: rows[0]?.total ?? 0 };
}

function queueSource(owner: OwnerId, date: LocalDate, scope: QueueScope): { begin: SQL; source: SQL } {
  const columns = queuePlaces(date);
  if (scope.cards === "pending") {
    const shares = onceIn(owner, date);
    const inFolder = scope.folderId === null ? sql`true` : sql`folder_id = ${scope.folderId}`;
    const source = sql`
      select id, place, key from ${pendingCards(owner, date, shares, columns)} as pending where ${inFolder}`;
    return { begin: sql`${shares.begin},`, source };
  }
  const wanted =
    typeof scope.cards === "string"
      ? sql`user_id = ${owner} and folder_id = ${scope.folderId}`
      : sql`user_id = ${owner} and ${inArray(cards.id, [...scope.cards])}`;
  const begun = sql`
    select id, place, key from (
      select ${columns.rated} from ${cards} where ${wanted} and next_review_date is not null) as rated`;
  const fresh = sql`
    select id, place, key from (
      select ${columns.fresh} from ${cards} where ${wanted} and next_review_date is null) as fresh`;
  return { begin: sql`with`, source: scope.cards === "begun" ? begun : sql`${begun} union all ${fresh}` };
}

export type ScheduledRow = StoredSchedule & { id: number; folderId: number };

/** The schedules of some cards, without their texts. */
export async function selectScheduled(db: Queryable, owner: OwnerId, ids: readonly number[]): Promise<ScheduledRow[]> {
  const { rows } = await db.execute<ScheduledRow>(sql`
    select id, folder_id as "folderId", ${scheduleFields} from ${cards}
    where user_id = ${owner} and ${inArray(cards.id, [...ids])}`);
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
export function selectPendingByFolder(pool: Runner, owner: OwnerId, date: LocalDate): Promise<FolderCounts[]> {
  // PostgreSQL keeps one plan for all dates only where a known date would not make it seem any better.
  const hidden = sql`(select ${date}::date)`;
  const shares = onceIn(owner, hidden, joined);
  const counts = sql`
    ${shares.begin}
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
        select folder_id, difficulty, false as waits from ${pendingCards(owner, hidden, shares)} as pending
        union all
        select folder_id, difficulty, true from ${waitingCards(owner, hidden, shares)} as waiting
      ) as counted
      group by folder_id
    ) as counts
    join ${folders} as folder on folder.user_id = ${owner} and folder.id = counts.folder_id`;
  return runPrepared<FolderCounts>(pool, "schedule-pending-by-folder", counts);
}

export async function selectLearner(db: Queryable, owner: OwnerId): Promise<StoredLearner & StoredPlan> {
  const { rows } = await db.execute<StoredLearner & StoredPlan>(
    sql`select ${sql.raw(learnerFields)}, ${sql.raw(planFields)} from ${learnerRow(owner)}`,
  );
  return rows[0] as StoredLearner & StoredPlan;
}

/** How many cards fall due on each date; those without any are left out. */
export async function selectDueCounts(db: Queryable, owner: OwnerId, { from, to }: DateRange) {
  const { rows } = await db.execute<{ date: LocalDate; count: number }>(sql`
    select next_review_date as date, count(*) as count from ${cards}
    where user_id = ${owner} and next_review_date between ${from}::date and ${to}::date and not suspended
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
    where user_id = ${owner} and next_review_date = ${date}::date and not suspended
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

/** Those that a day's reviews may name and that still exist. */
export async function selectFolderIds(db: Queryable, owner: OwnerId): Promise<Set<number>> {
  const rows = await db.select({ id: folders.id }).from(folders).where(eq(folders.userId, owner));
  return new Set(rows.map(({ id }) => id));
}

export async function selectFoldersToday(db: Queryable, owner: OwnerId, date: LocalDate): Promise<FolderDay[]> {
  const shares = onceIn(owner, date);
  const { rows } = await db.execute<FolderDay>(sql`
    with reviewed as (
      select folder_id, bool_or(not practice) as scheduled from ${reviews}
      where user_id = ${owner} and local_date = ${date}::date and ${isCounted}
      group by folder_id
    ),
    pending as (
      select folder_id from (
        ${shares.begin}
        select distinct folder_id from ${pendingCards(owner, date, shares)} as pending
      ) as left_pending where not ${isInBreak(owner, date)}
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
