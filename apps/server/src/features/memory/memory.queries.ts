import type { Client } from "pg";
import { hasMovedMemory, isCertainAnswer } from "#features/schedule/schedule.queries.ts";
import { arrayParam } from "#platform/db/array-params.ts";
import { eq, type SQL, sql } from "#platform/db/drizzle.cjs";
import { setLocally } from "#platform/db/local-setting.ts";
import { FITTING_LOCK } from "#platform/db/locks.ts";
import { isOwn } from "#platform/db/own-rows.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { userPreferences } from "#schema/account.ts";
import { users } from "#schema/auth.ts";
import { cards } from "#schema/cards.ts";
import { refits } from "#schema/memory.ts";
import { type LoggedState, reviews, type StoredCalibration, userScheduling } from "#schema/schedule.ts";
import type { Folded } from "./memory.thread.ts";

/**
 * Tries to take the lock that lets only one connection fit weights. It is held until the connection ends. Returns false if another
 * connection holds it.
 */
export async function tryToLockFitting(connection: Client): Promise<boolean> {
  const { rows } = await connection.query("SELECT pg_try_advisory_lock($1) AS acquired", [FITTING_LOCK]);
  return rows[0].acquired;
}

/**
 * Returns the users whose weights may have to be fitted, those who no longer want fitted weights but still have a fit, and those
 * whose log has to be folded again. They are ordered by id, and only those with an id above `after` are returned.
 */
export async function selectOwnersToRefit(db: Queryable, after: OwnerId | null, limit: number): Promise<OwnerId[]> {
  const { userId, version, refitCheckAt } = userScheduling;
  const rows = await db
    .select({ userId })
    .from(userScheduling)
    .leftJoin(userPreferences, eq(userPreferences.userId, userId))
    .leftJoin(refits, eq(refits.userId, userId))
    .where(
      sql`${userId} > ${after ?? 0} and (${refitCheckAt} = 0 or case when coalesce(${userPreferences.refit}, true)
        then ${version} >= ${refitCheckAt} else ${refits.userId} is not null end)`,
    )
    .orderBy(userId)
    .limit(limit);
  return rows.map((row) => row.userId);
}

/**
 * Returns an SQL expression whose value is the log in the JSON form that `parseLives` reads (memory.log.ts). The log contains the
 * reviews that moved their card, were not undone and satisfy `condition`.
 */
const buildLogExpression = (owner: OwnerId, condition: SQL = sql`true`) => {
  const log = sql`${reviews} where user_id = ${owner} and undone_at is null and ${hasMovedMemory} and ${condition}`;
  return sql`(
  select json_build_object(
    'cardIds', coalesce(json_agg(card_id order by id), '[]'),
    'grades', coalesce(json_agg(grade order by id), '[]'),
    'certain', coalesce(json_agg((${isCertainAnswer})::integer order by id), '[]'),
    'instants', coalesce(json_agg(round(extract(epoch from reviewed_at) * 1000) order by id), '[]'),
    'days', coalesce(json_agg(local_date - date '1970-01-01' order by id), '[]'),
    'fresh', coalesce(json_agg((state_before->>'stability' is null)::integer order by id), '[]'),
    'initialStates', (
      select coalesce(json_agg(json_build_object('cardId', card_id, 'stability', (state->>'stability')::float8,
        'difficulty', (state->>'memoryDifficulty')::float8,
        'lastReviewDay', (state->>'lastReviewDate')::date - date '1970-01-01')), '[]')
      from (select distinct on (card_id) card_id, state_before as state from ${log} order by card_id, id) as first_review
      where state->>'stability' is not null and state->>'lastReviewDate' is not null
    ))::text
  from ${log})`;
};

export type StoredMemory = {
  /** The learner's version, which `updateLearner` compares. */
  version: number;
  wantsFittedWeights: boolean;
  /** True if the log has to be folded again, although no fit is due. */
  isFoldDue: boolean;
  /** The text of the stored array; null for the default weights. */
  weights: string | null;
  /** The number of reviews that the last fit has learned from; null if there was none. */
  learnedFrom: number | null;
  /** The id of the last review of the log; null if the log is empty. */
  lastReviewId: number | null;
  log: string;
};

export async function selectMemory(db: Queryable, owner: OwnerId): Promise<StoredMemory | undefined> {
  const { rows } = await db.execute<StoredMemory>(sql`
    select version, coalesce(refit, true) as "wantsFittedWeights", refit_check_at = 0 as "isFoldDue",
      weights::text, learned_from as "learnedFrom",
      (select max(id) from ${reviews} where user_id = ${owner}) as "lastReviewId", ${buildLogExpression(owner)} as log
    from ${userScheduling} left join ${userPreferences} using (user_id) left join ${refits} using (user_id)
    where user_id = ${owner}`);
  return rows[0];
}

export async function selectLog(db: Queryable, owner: OwnerId): Promise<string> {
  const { rows } = await db.execute<{ log: string }>(sql`select ${buildLogExpression(owner)} as log`);
  return rows[0]?.log as string;
}

/**
 * Returns the number of reviews that weights can be learned from. The rule also exists as `indexTeachingReviews`, applied to
 * `selectReviewsOfCompleteLives` (memory.log.ts); memory.test.ts compares the two.
 */
export async function selectTeachingCount(db: Queryable, owner: OwnerId): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    with dated as (
      select id, grade, is_certain, is_fresh, local_date > lag(local_date) over card as is_later,
        bool_or(is_fresh) over card as has_begun
      from (select id, card_id, grade, ${isCertainAnswer} as is_certain, local_date, state_before->>'stability' is null as is_fresh
        from ${reviews} where user_id = ${owner} and undone_at is null and ${hasMovedMemory}) as log
      window card as (partition by card_id order by id)
    )
    select count(*) from (
      select is_later and not is_fresh as is_elapsed, is_certain and grade is not null as shows,
        max(id) filter (where grade = 1 and not is_certain) over (order by id rows between unbounded preceding and 1 preceding) as forgotten,
        max(id) filter (where grade is null) over (order by id) as unknown
      from dated where has_begun
    ) as learned
    where is_elapsed and (shows or forgotten > coalesce(unknown, 0))`);
  return rows[0]?.count ?? 0;
}

/** Returns the log up to and including the review with the id `through`, without the review with the id `excluded`. */
export async function selectLogExcluding(db: Queryable, owner: OwnerId, through: number, excluded: number) {
  const { rows } = await db.execute<{ log: string }>(
    sql`select ${buildLogExpression(owner, sql`id <= ${through} and id <> ${excluded}`)} as log`,
  );
  return rows[0]?.log as string;
}

export type Refit = Omit<typeof refits.$inferSelect, "userId">;

/** Returns the last fit, null if there was none, and whether the user wants fitted weights and uses them now. */
export async function selectLastRefit(db: Queryable, owner: OwnerId) {
  const [row] = await db
    .select({
      wantsFittedWeights: sql<boolean>`coalesce(${userPreferences.refit}, true)`,
      usesFittedWeights: sql<boolean>`${userScheduling.weights} is not null`,
      refit: refits,
    })
    .from(users)
    .leftJoin(userPreferences, eq(userPreferences.userId, users.id))
    .leftJoin(userScheduling, eq(userScheduling.userId, users.id))
    .leftJoin(refits, eq(refits.userId, users.id))
    .where(eq(users.id, owner));
  return row ?? { wantsFittedWeights: true, usesFittedWeights: false, refit: null };
}

export async function updateRefitCheck(db: Queryable, owner: OwnerId, refitCheckAt: number): Promise<void> {
  await db.update(userScheduling).set({ refitCheckAt }).where(eq(userScheduling.userId, owner));
}

/**
 * Locks all cards of a user, so that ratings and undos wait for the end of the transaction. Fails after a short lock timeout
 * instead of risking a deadlock.
 */
export async function lockCards(db: Queryable, owner: OwnerId): Promise<void> {
  await setLocally(db, "lock_timeout", "250ms");
  await db.execute(sql`
    select count(*) from (select 1 from ${cards} where user_id = ${owner} order by id for update) as locked`);
}

type LearnerChange = Pick<
  typeof userScheduling.$inferInsert,
  keyof StoredCalibration | "weights" | "foldedThrough" | "folded" | "calibratedThrough" | "refitCheckAt"
>;

/** Updates the learner and increments the version. Returns false if `version` is no longer the present one. */
export async function updateLearner(
  db: Queryable,
  owner: OwnerId,
  version: number,
  change: LearnerChange,
): Promise<boolean> {
  const changed = await db
    .update(userScheduling)
    .set({ ...change, version: version + 1 })
    .where(isOwn(userScheduling, owner, { version }))
    .returning({ userId: userScheduling.userId });
  return changed.length === 1;
}

/** Returns the ids of the cards whose ease factor `updateMemories` will change: the only part of a memory that a card shows. */
export async function selectChangedEases(db: Queryable, owner: OwnerId, folded: Folded): Promise<number[]> {
  const { rows } = await db.execute<{ id: number }>(sql`
    select card.id from ${cards} as card join unnest(${arrayParam(folded.cardIds)}::bigint[],
      ${arrayParam(folded.easeFactors)}::integer[]) as folded (id, ease_factor) on folded.id = card.id
    where card.user_id = ${owner} and card.next_review_date is not null and card.ease_factor <> folded.ease_factor`);
  return rows.map(({ id }) => id);
}

/** Stores the memories that folding the log has computed. Cards that were deleted or reset since are left unchanged. */
export async function updateMemories(db: Queryable, owner: OwnerId, folded: Folded): Promise<void> {
  await db.execute(sql`
    update ${cards} as card
    set stability = folded.stability, memory_difficulty = folded.difficulty, ease_factor = folded.ease_factor
    from unnest(${arrayParam(folded.cardIds)}::bigint[], ${arrayParam(folded.stabilities)}::float8[],
      ${arrayParam(folded.difficulties)}::float8[], ${arrayParam(folded.easeFactors)}::integer[])
      as folded (id, stability, difficulty, ease_factor)
    where card.user_id = ${owner} and card.id = folded.id and card.next_review_date is not null`);
}

/**
 * Returns the weights under which a user's log was last folded, the review up to which it was folded, and the log's last review.
 */
export async function selectFoldState(db: Queryable, owner: OwnerId) {
  const { userId, foldedThrough } = userScheduling;
  const [row] = await db
    .select({
      foldedThrough,
      weights: sql<string | null>`${userScheduling.weights}::text`,
      lastReviewId: sql<number | null>`(select max(id) from ${reviews} where user_id = ${owner})`,
    })
    .from(userScheduling)
    .where(eq(userId, owner));
  return row;
}

export async function updateFoldState(
  db: Queryable,
  owner: OwnerId,
  folded: Pick<LearnerChange, "foldedThrough" | "folded">,
): Promise<void> {
  await db.update(userScheduling).set(folded).where(eq(userScheduling.userId, owner));
}

export async function upsertRefit(db: Queryable, owner: OwnerId, refit: Refit): Promise<void> {
  await db
    .insert(refits)
    .values({ userId: owner, ...refit })
    .onConflictDoUpdate({ target: refits.userId, set: refit });
}

export async function deleteRefit(db: Queryable, owner: OwnerId): Promise<void> {
  await db.delete(refits).where(eq(refits.userId, owner));
}

export type ScoredReviewRow = Pick<LoggedState, "calibrationA" | "calibrationB" | "hardSinceForgotten"> & {
  elapsedDays: number;
  retrievability: number;
  recalled: boolean;
  certain: boolean;
};

/**
 * Returns the newest reviews that were scored with the current weights and have the recall bit, each with the calibration that
 * applied before it.
 */
export async function selectScoredReviews(db: Queryable, owner: OwnerId, limit: number): Promise<ScoredReviewRow[]> {
  const { rows } = await db.execute<ScoredReviewRow>(sql`
    select local_date - (state_before->>'lastReviewDate')::date as "elapsedDays", retrievability, grade > 1 as recalled,
      ${isCertainAnswer} as certain,
      (state_before->>'calibrationA')::float8 as "calibrationA", (state_before->>'calibrationB')::float8 as "calibrationB",
      (state_before->>'hardSinceForgotten')::integer as "hardSinceForgotten"
    from ${reviews}
    where user_id = ${owner} and undone_at is null and retrievability is not null and grade is not null
      and state_before->>'lastReviewDate' < local_date::text
      and id > coalesce((select folded_through from ${userScheduling} where user_id = ${owner}), 0)
    order by id desc limit ${limit}`);
  return rows;
}
