import type { CalibrationBin, CardStates, RetentionWeek } from "@repasa/contract/progress.ts";
import { HARD_WHEN_RECALLED } from "@repasa/scheduler/recall-share.ts";
import { type SQL, sql } from "drizzle-orm";
import type { Queryable } from "#db/pool.ts";
import { cards } from "#features/cards/cards.table.ts";
import { learnerFields, learnerRow, reviews, type StoredLearner } from "#features/schedule/schedule.table.ts";
import type { LocalDate } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";

const MATURE_DAYS = 21;

// The scored reviews of a user that stand, each with what was `expected` of it then: `calibratedRecall` of packages/scheduler
// in SQL, bounds included; a test compares the two.
const scoredReviews = (owner: OwnerId) => sql`(
  select local_date, grade, expected from ${reviews},
    lateral (select least(greatest(retrievability, 0.002), 0.998) as bounded) as recall,
    lateral (select least(greatest(1 / (1 + exp(-(
      (state_before->>'calibrationA')::float8 * ln(bounded / (1 - bounded)) + (state_before->>'calibrationB')::float8
    ))), 0.001), 0.999) as expected) as prediction
  where user_id = ${owner} and retrievability is not null and undone_at is null) as scored`;

// `recallShare` of packages/scheduler for a rating that did not say whether the card was recalled; compared as well.
const recalled = sql.raw(`case when grade is not null then (grade > 1)::integer
  else expected * ${HARD_WHEN_RECALLED} / (expected * ${HARD_WHEN_RECALLED} + (1 - expected)) end`);

// Without the cast a date would become an instant in the connection's time zone.
const mondayOf = (date: SQL) => sql`date_trunc('week', ${date}::timestamp)::date`;

export async function selectRetention(db: Queryable, owner: OwnerId, from: LocalDate): Promise<RetentionWeek[]> {
  const { rows } = await db.execute<RetentionWeek>(sql`
    select
      ${mondayOf(sql`local_date`)} as "from",
      count(*) as reviews,
      sum(${recalled}) as recalled,
      avg(expected) as predicted
    from ${scoredReviews(owner)}
    where local_date >= ${mondayOf(sql`${from}::date`)}
    group by 1 order by 1`);
  return rows;
}

/** Where the bins of predictions begin; narrower where most reviews are. */
const BINS = [0, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95];

export async function selectCalibration(db: Queryable, owner: OwnerId, from: LocalDate): Promise<CalibrationBin[]> {
  const { rows } = await db.execute<Omit<CalibrationBin, "from" | "to"> & { bin: number }>(sql`
    select
      width_bucket(expected, ${sql.raw(`array[${BINS}]::float8[]`)}) as bin,
      count(*) as reviews,
      count(*) filter (where grade > 1) as recalled,
      avg(expected) as predicted
    from ${scoredReviews(owner)}
    where local_date >= ${from} and grade is not null
    group by 1 order by 1`);
  return rows.map(({ bin, ...counts }) => ({ from: BINS[bin - 1] ?? 0, to: BINS[bin] ?? 1, ...counts }));
}

export async function selectCardStates(db: Queryable, owner: OwnerId): Promise<CardStates> {
  const { rows } = await db.execute<CardStates>(sql`
    select
      count(*) filter (where difficulty = 'new') as new,
      count(*) filter (where difficulty = 'hard') as hard,
      count(*) filter (where difficulty = 'medium') as medium,
      count(*) filter (where difficulty = 'easy') as easy,
      count(*) filter (where difficulty <> 'new' and "interval" >= ${MATURE_DAYS}) as mature
    from ${cards} where user_id = ${owner}`);
  return rows[0] as CardStates;
}

export type WorkloadRow = StoredLearner & { stabilities: number[] };

export async function selectStabilities(db: Queryable, owner: OwnerId): Promise<WorkloadRow> {
  const { rows } = await db.execute<WorkloadRow>(sql`
    select ${sql.raw(learnerFields)},
      array(select stability from ${cards} where user_id = ${owner} and stability is not null) as stabilities
    from ${learnerRow(owner)}`);
  return rows[0] as WorkloadRow;
}
