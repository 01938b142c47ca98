import { inArray, type SQL, sql } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { type Runner, runPrepared } from "#platform/db/prepared.ts";
import type { LocalDate } from "#platform/time/local-days.ts";
import { cards } from "#schema/cards.ts";
import { folders } from "#schema/folders.ts";
import { isCounted, reviews } from "#schema/schedule.ts";
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
} from "./pending.table.ts";

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

export type FolderDay = {
  folderId: number;
  reviewed: boolean;
  scheduled: boolean;
  /** Whether something was pending at the end of the day, or is now if the day is today. A break asks for nothing. */
  leftPending: boolean;
};

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
