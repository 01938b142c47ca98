import type { LocalDate } from "@repasa/scheduler/local-dates.ts";
import { isCatchingUp } from "#features/schedule/schedule.queries.ts";
import { and, eq, sql } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { userPreferences } from "#schema/account.ts";
import { reviews, userBreaks } from "#schema/schedule.ts";

/** From this many reviews given here on, an account is no longer new. */
const NEW_ACCOUNT_REVIEWS = 100;

/**
 * What an account does with its due cards.
 *
 * - `isNew`: true if few reviews were given here; imported ones do not count.
 * - `isSpreading`: true if a catch-up plan or a break affects the due cards of the date.
 */
export type Habit = { isNew: boolean; isSpreading: boolean };

export async function selectHabit(db: Queryable, owner: OwnerId, date: LocalDate): Promise<Habit> {
  const { rows } = await db.execute<Habit>(sql`
    select (
        select count(*) < ${NEW_ACCOUNT_REVIEWS} from (
          select from ${reviews} where user_id = ${owner} and import_id is null limit ${NEW_ACCOUNT_REVIEWS}
        ) as own
      ) as "isNew",
      exists (select from ${userPreferences} where user_id = ${owner} and ${isCatchingUp(date)}) or exists (
        select from ${userBreaks}
        where user_id = ${owner} and from_date <= ${date}::date and greatest(to_date, spread_until) >= ${date}::date
      ) as "isSpreading"`);
  return rows[0] as Habit;
}

/** The preferences that an import sets; those that are undefined stay. */
export type ImportedPace = {
  readonly desiredRetention?: number | undefined;
  readonly retentionQuestionFrom?: LocalDate | null | undefined;
  readonly catchUpUntil?: LocalDate | undefined;
  readonly catchUpPerDay?: number | undefined;
};

export async function upsertPace(db: Queryable, owner: OwnerId, pace: ImportedPace, now: Date): Promise<void> {
  const change = { ...pace, updatedAt: now };
  await db
    .insert(userPreferences)
    .values({ ...change, userId: owner })
    .onConflictDoUpdate({ target: userPreferences.userId, set: change });
}

/** Resets what an import set and nobody has changed since. */
export async function resetPace(
  db: Queryable,
  owner: OwnerId,
  { desiredRetention, catchUpUntil }: ImportedPace,
): Promise<void> {
  const { userId } = userPreferences;
  if (desiredRetention !== undefined) {
    await db
      .update(userPreferences)
      .set({ desiredRetention: null, retentionQuestionFrom: null })
      .where(and(eq(userId, owner), eq(userPreferences.desiredRetention, desiredRetention)));
  }
  if (catchUpUntil !== undefined) {
    await db
      .update(userPreferences)
      .set({ catchUpUntil: null, catchUpPerDay: null })
      .where(and(eq(userId, owner), eq(userPreferences.catchUpUntil, catchUpUntil)));
  }
}
