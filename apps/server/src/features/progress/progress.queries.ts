import type { CalibrationBin, CardStates, RetentionWeek } from "@repasa/contract/progress.ts";
import { HARD_SHARE_WEIGHT } from "@repasa/scheduler/calibration.ts";
import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import { HARD_WHEN_RECALLED } from "@repasa/scheduler/recall-share.ts";
import { eq, type SQL, sql } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { cards } from "#schema/cards.ts";
import { recallDays } from "#schema/progress.ts";
import { reviews, userScheduling } from "#schema/schedule.ts";

const MATURE_DAYS = 21;

/**
 * The lower bounds of the bins of predictions, narrower where most reviews are. The migration that first filled `recall_days`
 * has the same bounds.
 */
const BINS = [0, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95];

/**
 * A part of a `from` clause that adds the recall that was `expected` before a review, by the calibration of that time. This is
 * `calibrateRecall` of packages/scheduler (calibration.ts) in SQL, with its bounds; progress.recall.test.ts compares the two.
 */
export const expectedRecall = sql.raw(`
    lateral (select least(greatest(retrievability, 0.002), 0.998) as bounded) as recall,
    lateral (select least(greatest(1 / (1 + exp(-(
      (state_before->>'calibrationA')::float8 * ln(bounded / (1 - bounded)) + (state_before->>'calibrationB')::float8
    ))), 0.001), 0.999) as expected) as prediction`);

/**
 * A part of a `from` clause that adds the learner's share of Difícil as it was before a review: `estimateHardShare` of
 * packages/scheduler (calibration.ts) in SQL; progress.recall.test.ts compares the two. Old rows of the log have no counts.
 */
export const hardShare = sql.raw(`
    lateral (select
      (${HARD_WHEN_RECALLED * HARD_SHARE_WEIGHT} + coalesce((state_before->>'hardRecalledCount')::float8, 0))
        / (${HARD_SHARE_WEIGHT} + coalesce((state_before->>'recalledCount')::float8, 0)) as hard_share) as habit`);

/** The scored reviews that were not undone, each with the recall that was `expected` then, and the share of Difícil. */
const scoredReviews = (reviews: SQL) => sql`(
  select local_date, grade, expected, hard_share from ${reviews} as review, ${expectedRecall}, ${hardShare}
  where retrievability is not null and undone_at is null) as scored`;

/**
 * A rating without the recall bit counts as the probability that the card was recalled. This is `estimateRecallShare` of
 * packages/scheduler (recall-share.ts) in SQL; progress.recall.test.ts compares the two.
 */
export const recalled = sql.raw(`case when grade is not null then (grade > 1)::integer
  else expected * hard_share / (expected * hard_share + (1 - expected)) end`);

/** A query for the rows that `recall_days` would have for a set of reviews. `told` is true for reviews with the recall bit. */
const recallSums = (reviews: SQL) => sql`
  select local_date, width_bucket(expected, ${sql.raw(`array[${BINS}]::float8[]`)}) as bin, grade is not null as told,
    count(*) as reviews, sum(${recalled}) as recalled, sum(expected) as predicted
  from ${scoredReviews(reviews)} group by 1, 2, 3`;

const summedThrough = (owner: OwnerId) => sql`(select summed_through from ${userScheduling} where user_id = ${owner})`;

/** A table expression for the sums of the whole log by day and bin: the stored sums, and the reviews since then. */
const recallSince = (owner: OwnerId, from: SQL) => {
  // `offset 0` stops the planner from searching by date here: it would then read all reviews of these dates.
  const since = sql`(select * from ${reviews} where user_id = ${owner} and id > coalesce(${summedThrough(owner)}, 0) offset 0)`;
  return sql`(
  select local_date, bin, told, reviews, recalled, predicted from ${recallDays}
  where user_id = ${owner} and local_date >= ${from} and ${summedThrough(owner)} is not null
  union all
  select * from (${recallSums(since)}) as sums where local_date >= ${from}) as days`;
};

// Without the cast a date would become an instant in the connection's time zone.
const mondayOf = (date: SQL) => sql`date_trunc('week', ${date}::timestamp)::date`;

export async function selectRetention(db: Queryable, owner: OwnerId, from: LocalDate): Promise<RetentionWeek[]> {
  const { rows } = await db.execute<RetentionWeek>(sql`
    select
      ${mondayOf(sql`local_date`)} as "from",
      sum(reviews)::bigint as reviews,
      sum(recalled) as recalled,
      sum(predicted) / sum(reviews) as predicted
    from ${recallSince(owner, mondayOf(sql`${from}::date`))}
    group by 1 order by 1`);
  return rows;
}

export async function selectCalibration(db: Queryable, owner: OwnerId, from: LocalDate): Promise<CalibrationBin[]> {
  const { rows } = await db.execute<Omit<CalibrationBin, "from" | "to"> & { bin: number }>(sql`
    select
      bin,
      sum(reviews)::bigint as reviews,
      sum(recalled)::bigint as recalled,
      sum(predicted) / sum(reviews) as predicted
    from ${recallSince(owner, sql`${from}::date`)}
    where told
    group by 1 order by 1`);
  return rows.map(({ bin, ...counts }) => ({ from: BINS[bin - 1] ?? 0, to: BINS[bin] ?? 1, ...counts }));
}

// ---- Summing the log ----

/** A part of the log: the reviews after the id `after`, null for the start of the log, up to the id `through`. */
export type LogPart = { after: number | null; through: number };

/**
 * Returns the next part of the log to sum: at most `limit` reviews, up to the first one that was not made before the date
 * `before`. Undefined if there is none.
 */
export async function selectUnsummed(db: Queryable, owner: OwnerId, before: LocalDate, limit: number) {
  const { rows } = await db.execute<{ after: number | null; through: number | null }>(sql`
    with next as materialized (
      select id, local_date < ${before}::date as is_over from ${reviews}
      where user_id = ${owner} and id > coalesce(${summedThrough(owner)}, 0)
      order by id limit ${limit}
    )
    select summed_through as after, (
      select max(id) from next where not exists (
        select 1 from (select min(id) as id from next where not is_over) as first where first.id <= next.id)
    ) as through from ${userScheduling} where user_id = ${owner}`);
  const [row] = rows;
  return row?.through ? (row as LogPart) : undefined;
}

/** Makes ratings and undos wait for the transaction. Returns false if the sums no longer end at `after`. */
export async function lockSums(db: Queryable, owner: OwnerId, after: number | null): Promise<boolean> {
  const { rows } = await db.execute<{ summed: number | null }>(sql`
    select summed_through as summed from ${userScheduling} where user_id = ${owner} for update`);
  return rows[0] !== undefined && rows[0].summed === after;
}

export async function addToSums(db: Queryable, owner: OwnerId, { after, through }: LogPart): Promise<void> {
  if (after === null) await db.delete(recallDays).where(eq(recallDays.userId, owner));
  const part = sql`(select * from ${reviews} where user_id = ${owner} and id > ${after ?? 0} and id <= ${through})`;
  await db.execute(sql`
    insert into ${recallDays} as day (user_id, local_date, bin, told, reviews, recalled, predicted)
    select ${owner}, * from (${recallSums(part)}) as sums
    on conflict (user_id, local_date, bin, told) do update set reviews = day.reviews + excluded.reviews,
      recalled = day.recalled + excluded.recalled, predicted = day.predicted + excluded.predicted`);
  await db.update(userScheduling).set({ summedThrough: through }).where(eq(userScheduling.userId, owner));
}

/** Returns how many of a user's sums differ from the log, and the review up to which the log is summed. */
export async function selectWrongSums(db: Queryable, owner: OwnerId) {
  const summed = sql`(select * from ${reviews} where user_id = ${owner} and id <= ${summedThrough(owner)})`;
  const { rows } = await db.execute<{ wrong: number; through: number | null }>(sql`
    select ${summedThrough(owner)} as through, count(*) as wrong
    from (select * from ${recallDays} where user_id = ${owner} and ${summedThrough(owner)} is not null) as stored
    full join (${recallSums(summed)}) as log using (local_date, bin, told)
    where stored.reviews is distinct from log.reviews
      or abs(stored.recalled - log.recalled) + abs(stored.predicted - log.predicted) > 1e-6`);
  return rows[0] as { wrong: number; through: number | null };
}

// ---- Cards ----

export async function selectCardStates(db: Queryable, owner: OwnerId): Promise<CardStates> {
  // Each half is an index-only scan; few cards are suspended.
  const { rows } = await db.execute<CardStates>(sql`
    select
      count(*) filter (where difficulty = 'new') as new,
      count(*) filter (where difficulty = 'hard') as hard,
      count(*) filter (where difficulty = 'medium') as medium,
      count(*) filter (where difficulty = 'easy') as easy,
      count(*) filter (where difficulty <> 'new' and "interval" >= ${MATURE_DAYS}) as mature
    from (
      select difficulty, "interval" from ${cards} where user_id = ${owner} and not suspended
      union all
      select difficulty, "interval" from ${cards} where user_id = ${owner} and suspended
    ) as states`);
  return rows[0] as CardStates;
}
