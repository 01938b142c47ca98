import type { CostlyCard } from "@repasa/contract/study.ts";
import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import { countedMs } from "#features/schedule/schedule.queries.ts";
import { sql } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { cards, cardVersions } from "#schema/cards.ts";
import { reviews } from "#schema/schedule.ts";

/** The time that reviews have taken, and the cards that have taken most of it. */
export type SpentTime = {
  readonly totalMs: number;
  /** The number of cards that were reviewed. */
  readonly reviewed: number;
  /** Cards that can be improved, the costliest first. */
  readonly costliest: readonly CostlyCard[];
};

/**
 * Sums the time of the reviews since a date. To a card belongs only the time since its texts were last changed: what an improvement has
 * mended is no longer named. Suspended cards are left out.
 *
 * @param least The fewest reviews of a card: the first ones take long with any card.
 */
export async function selectSpentTime(
  db: Queryable,
  owner: OwnerId,
  since: LocalDate,
  { least, limit }: { least: number; limit: number },
): Promise<SpentTime> {
  const { rows } = await db.execute<SpentTime>(sql`
    with recent as materialized (
      select card_id, reviewed_at, ${countedMs} as ms from ${reviews}
      where user_id = ${owner} and local_date >= ${since}::date and undone_at is null and duration_ms is not null
    ), spent as (
      select card.id, sum(recent.ms)::float8 as "spentMs", count(*)::integer as reviews
      from recent join ${cards} as card on card.user_id = ${owner} and card.id = recent.card_id
      where not card.suspended and not exists (
        select 1 from ${cardVersions} as old
        where old.user_id = ${owner} and old.card_id = card.id and old.replaced_at > recent.reviewed_at
          and (old.front <> card.front or old.back <> card.back))
      group by card.id having count(*) >= ${least}
      order by "spentMs" desc, card.id limit ${limit}
    )
    select coalesce(sum(ms), 0)::float8 as "totalMs", count(distinct card_id)::integer as reviewed,
      (select coalesce(json_agg(spent order by "spentMs" desc, id), '[]') from spent) as costliest
    from recent`);
  return rows[0] as SpentTime;
}
