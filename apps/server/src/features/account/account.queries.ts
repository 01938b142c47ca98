import { and, eq, isNull, sql } from "drizzle-orm";
import type { Queryable } from "#db/pool.ts";
import { users } from "#features/auth/auth.table.ts";
import { userBilling } from "#features/billing/billing.table.ts";
import { feedback } from "#features/feedback/feedback.table.ts";
import type { OwnerId } from "#owner.ts";
import { accessEvents, userPreferences } from "./account.table.ts";

export type PreferencesRow = typeof userPreferences.$inferSelect;
export type PreferenceChanges = {
  [K in Exclude<keyof PreferencesRow, "userId" | "updatedAt">]?: PreferencesRow[K] | undefined;
};

export async function selectPreferences(db: Queryable, owner: OwnerId): Promise<PreferencesRow | undefined> {
  const [row] = await db.select().from(userPreferences).where(eq(userPreferences.userId, owner));
  return row;
}

/** Changes what is given; Drizzle leaves out of the statement what is undefined, and the column's default holds. */
export async function upsertPreferences(
  db: Queryable,
  owner: OwnerId,
  { theme, shortcuts, desiredRetention, newCardsPerDay, reminder, reminderHour }: PreferenceChanges,
  now: Date,
): Promise<PreferencesRow> {
  const changes = { theme, shortcuts, desiredRetention, newCardsPerDay, reminder, reminderHour, updatedAt: now };
  const [row] = await db
    .insert(userPreferences)
    .values({ ...changes, userId: owner })
    .onConflictDoUpdate({ target: userPreferences.userId, set: changes })
    .returning();
  // Either way there is a row now, or an error.
  return row as PreferencesRow;
}

export async function insertAccessEvent(db: Queryable, values: typeof accessEvents.$inferInsert): Promise<void> {
  await db.insert(accessEvents).values(values);
}

/**
 * Deletes the user with all rows that point to them, and what they left while signed out. Who is a customer of the
 * payment provider stays: a payment may have been begun since all others were ended. Whoever writes for the user at the same time may hold a row that this waits for, and wait for the user's row
 * that this holds. This gives up first, long before the database (after 1 s) ends one of the two as it likes.
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
