import type { BreakDays } from "@repasa/contract/pace.ts";
import type { NextExam } from "@repasa/contract/stats.ts";
import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import { isCounted } from "#features/schedule/schedule.queries.ts";
import { sql } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { cards } from "#schema/cards.ts";
import { exams } from "#schema/exams.ts";
import { folders } from "#schema/folders.ts";
import { reviews, userBreaks } from "#schema/schedule.ts";

/** Breaks up to this many days before and after today are returned. */
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
