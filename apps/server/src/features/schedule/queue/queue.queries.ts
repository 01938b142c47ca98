import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import { isAmong } from "#platform/db/array-params.ts";
import { inArray, type SQL, sql } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { cards } from "#schema/cards.ts";
import { type CardColumns, pendingCards, sharesComputedOnce } from "../pending/pending.queries.ts";

// The order of study: due cards (place 0), then new cards (1), then cards that are not due (2); within them by a key, then by
// id. The more elapsed days a card has for its stability, the less likely it is recalled, whatever the weights; so the key is
// computed from columns that the indexes include. Place and key stay the same all day, whatever else is rated.
// For devices packages/study-queue has the same order (queue.ts); week.properties.test.ts compares the two.

const hasNoMemory = sql`(stability is null or last_review_date is null)`;

/** Columns with the position of a card in the order of study on a date (`place`, `key`), besides `id` and `folder_id`. */
const placeColumns = (date: LocalDate): CardColumns => ({
  rated: sql`id, folder_id,
    case when ${hasNoMemory} then 1 when next_review_date <= ${date}::date then 0 else 2 end as place,
    case when ${hasNoMemory} then 0 else -(greatest(0, ${date}::date - last_review_date)::float8 / stability) end as key`,
  fresh: sql`id, folder_id, 1 as place, (extract(epoch from created_at) * 1000)::float8 as key`,
});

/** A card's position in the order of study on a date. */
export type QueuePlace = { id: number; place: number; key: number };

/** The cards to order: the pending ones, perhaps only of some folders, all cards of a folder, those of a folder that were rated before, or some ids. */
export type QueueScope =
  | { cards: "pending"; folderIds: readonly number[] | null }
  | { cards: "all" | "begun"; folderId: number }
  | { cards: readonly number[] };

/** `maxHead`: the maximum length of `head`. */
export type QueueSlice = { after: QueuePlace | null; limit: number; maxHead: number };

/**
 * - `places`: the cards after `after`, at most `limit`.
 * - `head`: the first cards of the whole order, none of them after `after`.
 * - `total`: the number of all cards in the scope.
 */
export type QueuePlaces = { places: QueuePlace[]; head: QueuePlace[]; total: number };

export async function selectQueuePlaces(
  db: Queryable,
  owner: OwnerId,
  date: LocalDate,
  scope: QueueScope,
  { after, limit, maxHead }: QueueSlice,
): Promise<QueuePlaces> {
  const { begin, source } = buildQueueSource(owner, date, scope);
  const from = after && sql`(${after.place}::integer, ${after.key}::float8, ${after.id}::bigint)`;
  const first = (condition: SQL, count: number, isHead: boolean) => sql`(
    select id, place, key, ${sql.raw(String(isHead))} as "isHead" from listed where ${condition}
    order by place, key, id limit ${count})`;
  const ahead = first(from ? sql`(place, key, id) > ${from}` : sql`true`, limit, false);
  const { rows } = await db.execute<QueuePlace & { isHead: boolean | null; total: number }>(sql`
    ${begin} listed as materialized (${source})
    select chosen.*, total from (select count(*) as total from listed) as counted
    left join (${from ? sql`${first(sql`(place, key, id) <= ${from}`, maxHead, true)} union all` : sql``} ${ahead}) as chosen
      on true
    order by place, key, id`);
  const selectPart = (isHead: boolean) => rows.filter((row) => row.isHead === isHead);
  return { places: selectPart(false), head: selectPart(true), total: rows[0]?.total ?? 0 };
}

function buildQueueSource(owner: OwnerId, date: LocalDate, scope: QueueScope): { begin: SQL; source: SQL } {
  const columns = placeColumns(date);
  if (scope.cards === "pending") {
    const shares = sharesComputedOnce(owner, date);
    const inFolder = scope.folderIds === null ? sql`true` : sql`folder_id ${isAmong(scope.folderIds)}`;
    const source = sql`
      select id, place, key from ${pendingCards(owner, date, shares, columns)} as pending where ${inFolder}`;
    return { begin: sql`${shares.begin},`, source };
  }
  const wanted =
    typeof scope.cards === "string"
      ? sql`user_id = ${owner} and folder_id = ${scope.folderId}`
      : sql`user_id = ${owner} and ${inArray(cards.id, [...scope.cards])}`;
  const rated = sql`
    select id, place, key from (
      select ${columns.rated} from ${cards} where ${wanted} and next_review_date is not null) as rated`;
  const fresh = sql`
    select id, place, key from (
      select ${columns.fresh} from ${cards} where ${wanted} and next_review_date is null) as fresh`;
  return { begin: sql`with`, source: scope.cards === "begun" ? rated : sql`${rated} union all ${fresh}` };
}
