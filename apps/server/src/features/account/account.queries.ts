import type { DeviceKey } from "@repasa/contract/account.ts";
import { accountLock } from "#features/auth/locking/locking.queries.ts";
import { and, eq, gt, isNull, lte, sql } from "#platform/db/drizzle.cjs";
import { setLocally } from "#platform/db/local-setting.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { accessEvents, deviceKeys, type PreferencesRow, userPreferences } from "#schema/account.ts";
import { previousEmails, users } from "#schema/auth.ts";
import { userBilling } from "#schema/billing.ts";
import { feedback } from "#schema/feedback.ts";

export type PreferencesChange = {
  [K in Exclude<keyof PreferencesRow, "userId" | "updatedAt">]?: PreferencesRow[K] | undefined;
};

export async function selectPreferences(db: Queryable, owner: OwnerId): Promise<PreferencesRow | undefined> {
  const [row] = await db.select().from(userPreferences).where(eq(userPreferences.userId, owner));
  return row;
}

export async function upsertPreferences(
  db: Queryable,
  owner: OwnerId,
  change: PreferencesChange,
  now: Date,
): Promise<PreferencesRow> {
  const values = { ...change, updatedAt: now };
  const [row] = await db
    .insert(userPreferences)
    .values({ ...values, userId: owner })
    .onConflictDoUpdate({ target: userPreferences.userId, set: values })
    .returning();
  return row as PreferencesRow;
}

/** Sets the daily number of new cards unless the user has chosen one, or was asked for one. Returns whether it was set. */
export async function setFirstPace(db: Queryable, owner: OwnerId, newCardsPerDay: number, now: Date): Promise<boolean> {
  const { userId, newCardsPerDay: chosen, newCardsOffered } = userPreferences;
  const values = { newCardsPerDay, newCardsOffered: true, updatedAt: now };
  const set = await db
    .insert(userPreferences)
    .values({ ...values, userId: owner })
    .onConflictDoUpdate({ target: userId, set: values, setWhere: sql`${chosen} is null and not ${newCardsOffered}` })
    .returning({ userId });
  return set.length > 0;
}

export async function selectDeviceKey(db: Queryable, owner: OwnerId): Promise<DeviceKey | undefined> {
  const [row] = await db.select({ key: deviceKeys.key }).from(deviceKeys).where(eq(deviceKeys.userId, owner));
  return row?.key;
}

/** Inserts a key pair unless the account has one. */
export async function insertDeviceKeyOnce(db: Queryable, owner: OwnerId, key: DeviceKey, now: Date): Promise<void> {
  await db.insert(deviceKeys).values({ userId: owner, key, createdAt: now }).onConflictDoNothing();
}

export async function insertAccessEvent(db: Queryable, values: typeof accessEvents.$inferInsert): Promise<void> {
  await db.insert(accessEvents).values(values);
}

/** Deletes at most `limit` of the oldest events, and returns how many. They are found by id, because ids grow with time. */
export async function deleteOldAccessEvents(db: Queryable, before: Date, limit: number): Promise<number> {
  const { rowCount } = await db.execute(sql`
    delete from ${accessEvents} where created_at < ${before.toISOString()}
      and id in (select id from ${accessEvents} order by id limit ${limit})`);
  return rowCount ?? 0;
}

/** Returns the closed accounts that are due to be deleted. */
export async function selectClosedAccounts(db: Queryable, now: Date): Promise<OwnerId[]> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(lte(users.deletionAt, now))
    .orderBy(users.deletionAt);
  return rows.map(({ id }) => id);
}

/**
 * Deletes the user, if the account is closed or open as the caller expects, with the rows that they left while signed out. Returns
 * without deleting: `missing` if there is no such user in the expected state, `customer` if a payment may be in progress, and
 * `reopenable` if an old address can take the account back. The lock timeout is shorter than deadlock detection (1 s), so that the
 * deletion fails rather than one of the user's calls.
 */
export async function deleteUser(
  db: Queryable,
  owner: OwnerId,
  { now, isClosed }: { now: Date; isClosed: boolean },
  {
    before,
    after,
  }: { before: (db: Queryable) => Promise<void>; after: (db: Queryable, email: string) => Promise<void> },
): Promise<"deleted" | "missing" | "customer" | "reopenable"> {
  return db.transaction(async (transaction) => {
    await setLocally(transaction, "lock_timeout", "250ms");
    await transaction.execute(accountLock(owner));
    const [user] = await transaction
      .select({ email: users.email, deletionAt: users.deletionAt })
      .from(users)
      .where(eq(users.id, owner))
      .for("update");
    // The account may have been closed or taken back since the caller read it.
    if (!user || isClosed !== (user.deletionAt !== null)) return "missing";
    const [billing] = await transaction
      .select({ customerId: userBilling.customerId })
      .from(userBilling)
      .where(eq(userBilling.userId, owner))
      .for("update");
    if (billing?.customerId) return "customer";
    const wayBack = and(eq(previousEmails.userId, owner), gt(previousEmails.expiresAt, now));
    if ((await transaction.$count(previousEmails, wayBack)) > 0) return "reopenable";
    await deleteRowsByAddress(transaction, owner, user.email);
    await before(transaction);
    await transaction.delete(users).where(eq(users.id, owner));
    await after(transaction, user.email);
    return "deleted";
  });
}

/** Deletes the rows that are stored under an address of the account rather than under its id. */
export async function deleteRowsByAddress(db: Queryable, owner: OwnerId, email: string): Promise<void> {
  await db.delete(feedback).where(and(isNull(feedback.userId), eq(feedback.email, email)));
  await db.delete(accessEvents).where(and(isNull(accessEvents.userId), eq(accessEvents.email, email)));
  await deleteJobs(db, owner, email);
}

/** Deletes the jobs that contain an address of the user: waiting and completed ones, and dead letters. */
async function deleteJobs(db: Queryable, owner: OwnerId, email: string): Promise<void> {
  await db.execute(sql`
    with addresses as (
      select ${email} as email union all select ${previousEmails.email} from ${previousEmails} where user_id = ${owner}
    )
    delete from pgboss.job
    where data->'data' ?| array['email', 'to'] and data->'data'->>'userId' = ${String(owner)}
      or data->'data'->>'email' in (select email from addresses)
      or data->'data'->>'to' in (select email from addresses)`);
}
