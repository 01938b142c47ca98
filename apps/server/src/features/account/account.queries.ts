import { and, eq, isNull, sql } from "drizzle-orm";
import type { Queryable } from "#db/pool.ts";
import { users } from "#features/auth/auth.table.ts";
import { userBilling } from "#features/billing/billing.table.ts";
import { feedback } from "#features/feedback/feedback.table.ts";
import type { OwnerId } from "#owner.ts";
import { accessEvents, userPreferences } from "./account.table.ts";

export type PreferencesRow = typeof userPreferences.$inferSelect;
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

export async function insertAccessEvent(db: Queryable, values: typeof accessEvents.$inferInsert): Promise<void> {
  await db.insert(accessEvents).values(values);
}

/**
 * Deletes the user and what they left while signed out; a `customer` stays, since a payment may be under way. The lock
 * timeout is shorter than deadlock detection (1 s), so that the deletion gives up rather than a call of the user's.
 */
export async function deleteUser(db: Queryable, owner: OwnerId): Promise<"deleted" | "gone" | "customer"> {
  return db.transaction(async (transaction) => {
    await transaction.execute(sql`set local lock_timeout = '250ms'`);
    const [user] = await transaction
      .select({ email: users.email })
      .from(users)
      .where(eq(users.id, owner))
      .for("update");
    if (!user) return "gone";
    const [billing] = await transaction
      .select({ customerId: userBilling.customerId })
      .from(userBilling)
      .where(eq(userBilling.userId, owner))
      .for("update");
    if (billing?.customerId) return "customer";
    await transaction.delete(feedback).where(and(isNull(feedback.userId), eq(feedback.email, user.email)));
    await transaction.delete(accessEvents).where(and(isNull(accessEvents.userId), eq(accessEvents.email, user.email)));
    await transaction.delete(users).where(eq(users.id, owner));
    return "deleted";
  });
}
