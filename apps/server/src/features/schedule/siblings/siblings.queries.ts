import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import { type SQL, sql } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";
import { cards } from "#schema/cards.ts";
import { isDueBy, isNew } from "../schedule.queries.ts";

// At most one card of a group of siblings leads the group on a date, and only the leading card can be pending: none if one of
// them was rated on the date, otherwise the one that has been due the longest, or else the first new one. For devices
// packages/study-queue decides the same (siblings.ts); week.properties.test.ts compares the two. The arguments of these functions
// are values or columns of the statement.

/** True for a due card, in a table called `due`, that leads its group on a date, or has no group. */
export const leadsDue = (owner: OwnerId | SQL, date: LocalDate | SQL) => sql`(due.group_id is null or not exists (
  select 1 from ${cards} as sibling
  where sibling.user_id = ${owner} and sibling.group_id = due.group_id and sibling.id <> due.id
    and (sibling.last_review_date = ${date}::date
      or not sibling.suspended and (sibling.next_review_date, sibling.id) < (due.next_review_date, due.id))))`;

/** True for a new card with a group, in a table called `fresh`, if it does not lead the group on a date. */
const isBehind = (owner: OwnerId | SQL, date: LocalDate | SQL) => sql`exists (
  select 1 from ${cards} as sibling
  where sibling.user_id = ${owner} and sibling.group_id = fresh.group_id and sibling.id <> fresh.id
    and (sibling.last_review_date = ${date}::date
      or not sibling.suspended and coalesce(sibling.next_review_date <= ${date}::date, sibling.id < fresh.id)))`;

/** True for a new card, in a table called `fresh`, that leads its group on a date, or has no group. */
export const leadsNew = (owner: OwnerId | SQL, date: LocalDate | SQL) =>
  sql`(fresh.group_id is null or not ${isBehind(owner, date)})`;

/**
 * Selects the ids of new cards that do not lead their group. With thousands of cards, joining these ids costs less than
 * looking up the siblings of each card.
 */
export const newIdsBehindSiblings = (owner: OwnerId | SQL, date: LocalDate | SQL) => sql`
  select id from ${cards} as fresh
  where user_id = ${owner} and group_id is not null and ${isNew} and ${isBehind(owner, date)}`;

const leadingColumns = sql`id, folder_id, group_id, last_review_date, stability`;
/** Selects the due cards that lead their group on a date or have none; mostly index-only scans. */
export const leadingDue = (owner: OwnerId, date: LocalDate) => sql`(
  select ${leadingColumns} from ${cards} where user_id = ${owner} and ${isDueBy(date)} and group_id is null
  union all
  ${leadingDueOfGroups(owner, date)})`;

/**
 * Selects the first due card of each group in which no other card was rated on the date. Joining them costs less than looking
 * up the siblings of each card.
 */
export const leadingDueOfGroups = (owner: OwnerId, date: LocalDate | SQL) => sql`
  select ${leadingColumns} from (
    select distinct on (group_id) ${leadingColumns} from ${cards}
    where user_id = ${owner} and ${isDueBy(date)} and group_id is not null
      and exists (select 1 from ${cards} as grouped where grouped.user_id = ${owner} and grouped.group_id is not null)
    order by group_id, next_review_date, id
  ) as first
  where not exists (
    select 1 from ${cards} as rated
    where rated.user_id = ${owner} and rated.group_id = first.group_id and rated.last_review_date = ${date}::date
      and rated.id <> first.id)`;
