import type { CardDifficulty } from "@repasa/contract/cards.ts";
import type { StudyWeek } from "@repasa/contract/week.ts";
import { addDays, type LocalDate } from "@repasa/scheduler/local-dates.ts";
import { COUNTED_DATES, DAYS_AHEAD, RECEIVED_RATINGS, UNKNOWN_AGO } from "@repasa/study-queue/study-week.ts";
import { learnerFields, learnerRow, planFields } from "#features/schedule/learner/learner.queries.ts";
import { breaksAround, isDueBy, isFirstRatingOn, isNew } from "#features/schedule/schedule.queries.ts";
import type { StoredLearner, StoredPlan } from "#features/schedule/schedule.state.ts";
import { dueRatedCount } from "#features/schedule/shares/shares.queries.ts";
import { type SQL, sql } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { cards } from "#schema/cards.ts";
import { examFolders, exams } from "#schema/exams.ts";
import { reviews } from "#schema/schedule.ts";

/** The columns of cards, with ids and groups as they are stored. */
type Columns = { id: number[]; folderId: number[]; groupId: (string | null)[]; suspended: boolean[] };
type RatedColumns = Columns & {
  stability: number[];
  memoryDifficulty: number[];
  reviewedAgo: number[];
  dueIn: number[];
  difficulty: CardDifficulty[];
  reviewCount: number[];
};

/** `dueCounts`: pairs of the days from the date and the number of cards that fall due then; days without any are left out. */
export type WeekRow = StoredLearner &
  StoredPlan &
  Pick<StudyWeek, "newCardsPerDay" | "reviewsPerDay" | "exams" | "breaks" | "reviewed" | "started" | "received"> & {
    catchUpUntil: LocalDate | null;
    catchUpPerDay: number | null;
    dueCounted: [inDays: number, count: number][];
    rated: RatedColumns;
    fresh: Columns;
  };

export async function selectWeek(db: Queryable, owner: OwnerId, date: LocalDate): Promise<WeekRow> {
  const { rows } = await db.execute<WeekRow>(weekRow(owner, date));
  return rows[0] as WeekRow;
}

/** The statement for a student's week. It is a single one, so that all of the week is from one moment. */
export const weekRow = (owner: OwnerId, date: LocalDate) => sql`
    select ${sql.raw(learnerFields)}, ${sql.raw(planFields)},
      new_cards_per_day as "newCardsPerDay", reviews_per_day as "reviewsPerDay",
      catch_up_until as "catchUpUntil", catch_up_per_day as "catchUpPerDay",
      ${selectExamsAhead(owner, date)} as exams, ${breaksAround(owner, date)} as breaks,
      ${dueRatedCount(owner, date)} as reviewed, ${selectStarted(owner, date)} as started,
      ${selectReceived(owner)} as received,
      ${selectDueCounted(owner, date)} as "dueCounted",
      ${selectRatedColumns(owner, date)} as rated, ${selectNewColumns(owner)} as fresh
    from ${learnerRow(owner)}`;

const selectExamsAhead = (owner: OwnerId, date: LocalDate) => sql`(
  select coalesce(json_agg(json_build_object('name', name, 'date', date, 'folderIds', array(
    select folder_id from ${examFolders} as chosen
    where chosen.user_id = ${owner} and chosen.exam_id = exam.id order by folder_id
  )) order by date, id), '[]')
  from ${exams} as exam where user_id = ${owner} and date > ${date}::date)`;

const selectStarted = (owner: OwnerId, date: LocalDate) => sql`(
  select coalesce(json_agg(json_build_object('folderId', folder_id, 'count', started) order by folder_id), '[]')
  from (
    select folder_id, count(*) as started from ${reviews} where ${isFirstRatingOn(owner, date)} group by folder_id
  ) as by_folder)`;

const selectReceived = (owner: OwnerId) => sql`(
  select coalesce(json_agg(review_id), '[]') from (
    select review_id from ${reviews} where user_id = ${owner} order by id desc limit ${RECEIVED_RATINGS}
  ) as latest)`;

const selectDueCounted = (owner: OwnerId, date: LocalDate) => sql`(
  select coalesce(json_agg(json_build_array(next_review_date - ${date}::date, due)), '[]')
  from (
    select next_review_date, count(*) as due from ${cards}
    where user_id = ${owner} and not suspended and next_review_date >= ${date}::date
      and next_review_date < ${addDays(date, COUNTED_DATES)}::date
    group by next_review_date
  ) as by_date)`;

/**
 * The cards that fall due by the end of the week, suspended ones included, because a device can resume them; and the cards that
 * were rated on the date or later (by a traveller), because siblings and the days after a break depend on them.
 */
const selectRatedColumns = (owner: OwnerId, date: LocalDate) => {
  const end = addDays(date, DAYS_AHEAD);
  const known = sql`select * from ${cards} where user_id = ${owner}`;
  const ratedToday = sql`select card_id from ${reviews} where user_id = ${owner} and local_date >= ${date}::date`;
  return aggregateColumns(
    {
      ...commonColumns,
      stability: sql`coalesce(stability, 0)`,
      memoryDifficulty: sql`coalesce(memory_difficulty, 0)`,
      reviewedAgo: sql`coalesce(${date}::date - last_review_date, ${sql.raw(String(UNKNOWN_AGO))})`,
      dueIn: sql`next_review_date - ${date}::date`,
      difficulty: sql`difficulty`,
      reviewCount: sql`review_count`,
    },
    sql`(
      ${known} and ${isDueBy(end)}
      union all
      ${known} and suspended and next_review_date <= ${end}::date
      union all
      ${known} and id in (${ratedToday}) and last_review_date >= ${date}::date and next_review_date > ${end}::date)`,
    sql`id`,
  );
};

/** The cards that were never rated, also suspended ones, which a device can resume. */
const selectNewColumns = (owner: OwnerId) => {
  // A constant, because the index of new cards does not include the column.
  const known = (suspended: boolean) =>
    sql`select id, folder_id, group_id, ${sql.raw(String(suspended))} as suspended, created_at
      from ${cards} where user_id = ${owner}`;
  return aggregateColumns(
    commonColumns,
    sql`(${known(false)} and ${isNew} union all ${known(true)} and suspended and next_review_date is null)`,
    sql`created_at, id`,
  );
};

const commonColumns = { id: sql`id`, folderId: sql`folder_id`, groupId: sql`group_id`, suspended: sql`suspended` };

/** Selects columns as arrays in one JSON value, which is read much faster than rows. */
function aggregateColumns(columns: Record<string, SQL>, rows: SQL, order: SQL): SQL {
  const entries = Object.entries(columns);
  const arrays = entries.map(
    ([name]) => sql`${sql.raw(`'${name}'`)}, coalesce(json_agg(${sql.identifier(name)}), '[]')`,
  );
  const named = entries.map(([name, value]) => sql`${value} as ${sql.identifier(name)}`);
  return sql`(
    select json_build_object(${sql.join(arrays, sql`, `)})
    from (select ${sql.join(named, sql`, `)} from ${rows} as listed order by ${order}) as ordered)`;
}
