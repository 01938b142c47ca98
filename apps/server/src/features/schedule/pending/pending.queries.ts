import { DEFAULT_DECAY } from "@repasa/scheduler/curve.ts";
import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import { type SQL, sql } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { type Runner, runPrepared } from "#platform/db/prepared.ts";
import { cards } from "#schema/cards.ts";
import { folders } from "#schema/folders.ts";
import { reviews } from "#schema/schedule.ts";
import { hasNearExam, type NewCards, newCards, rationedCardIds } from "../rationing/rationing.queries.ts";
import { isCounted, isDueBy, isInBreak, isNew } from "../schedule.queries.ts";
import { dailyShares, type KnownShares, preferencesOnVisit, type Shares } from "../shares/shares.queries.ts";
import {
  leadingDue,
  leadingDueOfGroups,
  leadsDue,
  leadsNew,
  newIdsBehindSiblings,
} from "../siblings/siblings.queries.ts";

// The cards pending on a user's local date are those due by then and the oldest new ones, as many of each as the date's share
// allows; no suspended card, and at most one of several siblings. This is the only definition of what is pending on the server. For
// devices without a network packages/study-queue has the same rules, with those of shares, rations, siblings and the order of
// study; week.properties.test.ts compares the two. The arguments of these functions are values or columns of the statement.

// The default forgetting curve is used for everybody: a fitted one would hardly change the order.
const DECAY = sql.raw(String(DEFAULT_DECAY));
const FACTOR = sql.raw(String(0.9 ** (-1 / DEFAULT_DECAY) - 1));
const recallAfter = (days: SQL) => sql`power(1 + ${FACTOR} * ${days} / stability, -${DECAY})`;

/**
 * The decrease in recall from a date to the next, for a row with `stability` and `last_review_date`. This is
 * `computeLossUntilTomorrow` of packages/scheduler (loss.ts) in SQL; pending.test.ts compares the two.
 */
export const lossByTomorrow = (date: LocalDate | SQL) => {
  const elapsed = sql`greatest(0, ${date}::date - last_review_date)`;
  return sql`(${recallAfter(elapsed)} - ${recallAfter(sql`(${elapsed} + 1)`)})`;
};

/**
 * Sort order in which a share takes due cards: those of near exams come first, and within each half those whose recall would fall
 * most by tomorrow.
 */
const mostNeededFirst = (owner: OwnerId | SQL, date: LocalDate | SQL) =>
  sql`${hasNearExam(owner, date)} desc, ${lossByTomorrow(date)} desc nulls last, id`;

const dueLeadsBy = (shares: Shares, owner: OwnerId | SQL, date: LocalDate | SQL) =>
  shares.dueLeads ?? leadsDue(owner, date);

/** The columns to select from cards that were rated, and from new ones. */
export type CardColumns = { readonly rated: SQL; readonly fresh: SQL };

const ALL_COLUMNS: CardColumns = { rated: sql`*`, fresh: sql`*` };

/** A table expression for the pending rows of `cards`. Without shares it reads one range of each index. */
export const pendingCards = (
  owner: OwnerId | SQL,
  date: LocalDate | SQL,
  shares: Shares,
  { rated, fresh } = ALL_COLUMNS,
) => sql`(
  select ${rated} from ${cards} as due
  where user_id = ${owner} and ${isDueBy(date)} and ${dueLeadsBy(shares, owner, date)} and ${shares.due} is null
  union all
  (select ${rated} from ${cards} as due
    where user_id = ${owner} and ${isDueBy(date)} and ${dueLeadsBy(shares, owner, date)} and ${shares.due} is not null
    order by ${mostNeededFirst(owner, date)} limit ${shares.due})
  union all
  ${newCardShare(newCards(owner, shares.leads), shares, fresh)})`;

/** A table expression for the rows of `cards` that are due or new but not pending: beyond the shares, or behind a sibling. */
const waitingCards = (owner: OwnerId | SQL, date: LocalDate | SQL, shares: Shares) => {
  const { rows, leads } = newCards(owner, shares.leads);
  const dueLeads = dueLeadsBy(shares, owner, date);
  // Siblings have branches of their own: most users have no groups, which the index `cards_group` shows at once.
  const inGroup = (name: SQL) =>
    sql`from ${cards} as ${name} where user_id = ${owner} and ${name}.group_id is not null`;
  return sql`(
  (select * from ${cards} as due
    where user_id = ${owner} and ${isDueBy(date)} and ${dueLeads} and ${shares.due} is not null
    order by ${mostNeededFirst(owner, date)} offset ${shares.due})
  union all
  select * ${inGroup(sql`due`)} and ${isDueBy(date)} and not ${dueLeads}
  union all
  (select * from ${rows} as fresh where not ${shares.rationed} and ${leads} and ${shares.fresh} is not null
    order by created_at, id offset ${shares.fresh})
  union all
  select * ${inGroup(sql`fresh`)} and ${isNew} and not ${leads} and not ${shares.rationed}
  union all
  select * from ${rows} as fresh where ${shares.rationed} and id not in (${shares.rationedIds}))`;
};

/** Selects the rows of the new cards in the date's share. */
export const newCardShare = (
  { rows, leads }: NewCards,
  shares: Omit<Shares, "due" | "leads">,
  columns = ALL_COLUMNS.fresh,
) => sql`
  (select ${columns} from ${rows} as fresh
    where not ${shares.rationed} and ${leads} order by created_at, id limit ${shares.fresh})
  union all
  select ${columns} from ${rows} as fresh where ${shares.rationed} and id in (${shares.rationedIds})`;

/** A table expression for the ids of `pendingCards`; mostly index-only scans. */
export const pendingCardIds = (owner: OwnerId, date: LocalDate, { due, fresh, rationed }: KnownShares) => {
  const leading = leadingDue(owner, date);
  const branches = [
    due === null
      ? sql`select id from ${leading} as coming`
      : sql`(select id from ${leading} as coming order by ${mostNeededFirst(owner, date)} limit ${due})`,
    rationed
      ? sql`select id from (${rationedCardIds(newCards(owner, leadsNew(owner, date)), owner, date, sql`${fresh}::bigint`)}) as rationed`
      : newIds(owner, date, fresh),
  ];
  return sql`(${sql.join(branches, sql` union all `)})`;
};

const newIds = (owner: OwnerId, date: LocalDate, share: number | null) => {
  const fresh = sql`select id from ${cards} as fresh where user_id = ${owner} and ${isNew}`;
  return share === null
    ? sql`${fresh} and (group_id is null or id not in (${newIdsBehindSiblings(owner, date)}))`
    : sql`(${fresh} and ${leadsNew(owner, date)} order by created_at, id limit ${share})`;
};

/** Returns the shares of a date for a statement that begins with `begin`, which computes them once. */
export function sharesComputedOnce(
  owner: OwnerId,
  date: LocalDate | SQL,
  leads?: Pick<Shares, "leads" | "dueLeads">,
): Shares & { begin: SQL } {
  const each = dailyShares(owner, date);
  const once = {
    due: sql`(select due from shares)`,
    fresh: sql`(select fresh from shares)`,
    rationed: sql`(select rationed from shares)`,
    rationedIds: sql`select id from rationed`,
    leads: each.leads,
    ...leads,
  };
  const ids = rationedCardIds(newCards(owner, once.leads), owner, date, once.fresh);
  const begin = sql`
    with shares as materialized (select ${each.due} as due, ${each.fresh} as fresh, ${each.rationed} as rationed),
    "leading" as materialized (select id from (${leadingDueOfGroups(owner, date)}) as leading_cards),
    behind as materialized (${newIdsBehindSiblings(owner, date)}),
    rationed as materialized (${ids})`;
  return { ...once, begin };
}

/** Conditions for a statement that reads every due and new card: it joins the leading cards instead of looking up siblings. */
const joinedLeads = {
  leads: sql`(fresh.group_id is null or fresh.id not in (select id from behind))`,
  dueLeads: sql`(due.group_id is null or due.id in (select id from "leading"))`,
};

export type FolderCounts = {
  folderId: number;
  name: string;
  /** The chosen colour and icon of the folder, or null. */
  color: string | null;
  icon: string | null;
  /** The number of pending cards, and of the new, hard, medium and easy ones among them. */
  total: number;
  new: number;
  hard: number;
  medium: number;
  easy: number;
  /** New and due cards beyond the date's shares. */
  newWaiting: number;
  dueWaiting: number;
};

/** Returns the folders with something pending or waiting. */
export function selectPendingByFolder(runner: Runner, owner: OwnerId, date: LocalDate): Promise<FolderCounts[]> {
  return runPrepared<FolderCounts>(runner, "schedule-pending-by-folder", pendingByFolder(owner, date));
}

/** Returns the folders in which a visit would find something pending or waiting, although the days before are not settled. */
export function selectPendingOnVisit(runner: Runner, owner: OwnerId, date: LocalDate): Promise<FolderCounts[]> {
  const counts = sql`with ${preferencesOnVisit(owner, date)} select * from (${pendingByFolder(owner, date)}) as found`;
  return runPrepared<FolderCounts>(runner, "schedule-pending-on-visit", counts);
}

function pendingByFolder(owner: OwnerId, date: LocalDate): SQL {
  // A subselect hides the date from the planner: PostgreSQL caches a generic plan only if a known date promises no better one.
  const hidden = sql`(select ${date}::date)`;
  const shares = sharesComputedOnce(owner, hidden, joinedLeads);
  return sql`
    ${shares.begin}
    select folder.id as "folderId", folder.name,
      coalesce(folder.color, folder.automatic_color) as color, folder.icon, total, new, hard, medium, easy, "newWaiting", "dueWaiting"
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
}

export type FolderDay = {
  folderId: number;
  reviewed: boolean;
  scheduled: boolean;
  /** True if something was pending at the end of the day, or is now if the day is today. Nothing is pending in a break. */
  leftPending: boolean;
};

export async function selectFoldersToday(db: Queryable, owner: OwnerId, date: LocalDate): Promise<FolderDay[]> {
  const shares = sharesComputedOnce(owner, date);
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
