import type { BreakDays } from "@repasa/contract/pace.ts";
import type { NextExam } from "@repasa/contract/stats.ts";
import { sql } from "drizzle-orm";
import type { Queryable } from "#db/pool.ts";
import { cards } from "#features/cards/cards.table.ts";
import { exams } from "#features/exams/exams.table.ts";
import { folders } from "#features/folders/folders.table.ts";
import { isCounted, reviews, streakGaps, userBreaks } from "#features/schedule/schedule.table.ts";
import type { DateRange, LocalDate } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";

/** How far around today breaks are told. */
const BREAKS_AROUND_DAYS = 7;

type Totals = {
  totalFolders: number;
  totalCards: number;
  reviewedToday: number;
  nextExam: NextExam | null;
  breaks: BreakDays[];
};

export async function selectTotals(db: Queryable, owner: OwnerId, today: LocalDate): Promise<Totals> {
  const { rows } = await db.execute<Totals>(sql`
    select
      (select count(*) from ${folders} where user_id = ${owner}) as "totalFolders",
      (select count(*) from ${cards} where user_id = ${owner}) as "totalCards",
      (select count(*) from ${reviews}
        where user_id = ${owner} and local_date = ${today}::date and ${isCounted}) as "reviewedToday",
      (select json_build_object('id', id, 'name', name, 'date', date) from ${exams}
        where user_id = ${owner} and date >= ${today}::date order by date, id limit 1) as "nextExam",
      (select coalesce(json_agg(json_build_object('from', from_date, 'to', to_date) order by from_date), '[]')
        from ${userBreaks} where user_id = ${owner} and from_date <= ${today}::date + ${BREAKS_AROUND_DAYS}::integer
          and to_date >= ${today}::date - ${BREAKS_AROUND_DAYS}::integer) as breaks`);
  return rows[0] as Totals;
}

/** The gaps, and the dates studied: one index probe for each date, however many reviews it has. */
export async function selectHistory(db: Queryable, owner: OwnerId) {
  const { rows } = await db.execute<{ studied: LocalDate[]; gaps: DateRange[] }>(sql`
    with recursive studied (local_date) as (
      (select local_date from ${reviews} where user_id = ${owner} and ${isCounted} order by local_date limit 1)
      union all
      select (
        select reviews.local_date from ${reviews}
        where user_id = ${owner} and reviews.local_date > studied.local_date and ${isCounted}
        order by reviews.local_date limit 1
      )
      from studied where studied.local_date is not null
    )
    select
      array(select local_date::text from studied where local_date is not null order by local_date) as studied,
      (select coalesce(json_agg(json_build_object('from', from_date, 'to', to_date) order by from_date), '[]')
        from ${streakGaps} where user_id = ${owner}) as gaps`);
  return rows[0] ?? { studied: [], gaps: [] };
}

export async function selectActivity(db: Queryable, owner: OwnerId, dates: DateRange) {
  const { rows } = await db.execute<{ date: LocalDate; count: number; durationMs: number }>(sql`
    select local_date as date, count(*) as count, coalesce(sum(duration_ms), 0)::bigint as "durationMs" from ${reviews}
    where user_id = ${owner} and local_date between ${dates.from}::date and ${dates.to}::date and ${isCounted}
    group by local_date order by local_date`);
  return rows;
}
