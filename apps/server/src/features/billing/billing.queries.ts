import { and, count, eq, gt, isNotNull, isNull, lt, sql } from "drizzle-orm";
import { AppError } from "#app-error.ts";
import type { Queryable } from "#db/pool.ts";
import { users } from "#features/auth/auth.table.ts";
import { cards } from "#features/cards/cards.table.ts";
import { folders } from "#features/folders/folders.table.ts";
import type { OwnerId } from "#owner.ts";
import type { BillingState } from "./billing.state.ts";
import { billingEvents, userBilling } from "./billing.table.ts";

export type BillingRow = typeof userBilling.$inferSelect;
export type Payer = Pick<typeof users.$inferSelect, "id" | "email" | "createdAt" | "subscription" | "statusMobile">;

const payer = {
  id: users.id,
  email: users.email,
  createdAt: users.createdAt,
  subscription: users.subscription,
  statusMobile: users.statusMobile,
};

export async function selectPayer(db: Queryable, owner: OwnerId): Promise<Payer | undefined> {
  const [row] = await db.select(payer).from(users).where(eq(users.id, owner));
  return row;
}

export async function selectBilling(db: Queryable, owner: OwnerId): Promise<BillingRow | undefined> {
  const [row] = await db.select().from(userBilling).where(eq(userBilling.userId, owner));
  return row;
}

export async function selectOrInsertBilling(db: Queryable, owner: OwnerId): Promise<BillingRow> {
  await db.insert(userBilling).values({ userId: owner }).onConflictDoNothing();
  return demandRow(await selectBilling(db, owner));
}

export async function selectOwnerOfCustomer(db: Queryable, customerId: string): Promise<OwnerId | null> {
  const [row] = await db
    .select({ userId: userBilling.userId })
    .from(userBilling)
    .where(eq(userBilling.customerId, customerId));
  return row?.userId ?? null;
}

export async function bindCustomer(db: Queryable, owner: OwnerId, customerId: string): Promise<boolean> {
  const rows = await db
    .update(userBilling)
    .set({ customerId })
    .where(and(eq(userBilling.userId, owner), isNull(userBilling.customerId), isNull(userBilling.closingSince)))
    .returning({ userId: userBilling.userId });
  return rows.length > 0;
}

/** Writes what was read of the provider; false, and nothing is written, when somebody wrote after `revision`. */
export async function updateState(
  db: Queryable,
  owner: OwnerId,
  revision: number,
  { subscription, subscriptionId, ...state }: BillingState & { customerId: string | null },
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(userBilling)
    .set({ ...state, syncedAt: now, revision: revision + 1 })
    .where(and(eq(userBilling.userId, owner), eq(userBilling.revision, revision)))
    .returning({ userId: userBilling.userId });
  if (rows.length === 0) return false;
  await db
    .update(users)
    .set({ subscription, subscriptionStripe: subscriptionId, ...(subscriptionId !== null && { web: true }) })
    .where(eq(users.id, owner));
  return true;
}

export async function markClosing(db: Queryable, owner: OwnerId, since: Date): Promise<BillingRow> {
  const [row] = await db
    .insert(userBilling)
    .values({ userId: owner, closingSince: since })
    .onConflictDoUpdate({ target: userBilling.userId, set: { closingSince: since } })
    .returning();
  return demandRow(row);
}

export async function clearClosing(db: Queryable, owner: OwnerId, since: Date): Promise<void> {
  await db
    .update(userBilling)
    .set({ closingSince: null })
    .where(and(eq(userBilling.userId, owner), eq(userBilling.closingSince, since)));
}

export async function clearCustomer(
  db: Queryable,
  owner: OwnerId,
  { subscription, subscriptionId, ...state }: BillingState,
  now: Date,
): Promise<void> {
  await db
    .update(userBilling)
    .set({ ...state, customerId: null, syncedAt: now, revision: sql`${userBilling.revision} + 1` })
    .where(eq(userBilling.userId, owner));
  await db.update(users).set({ subscription, subscriptionStripe: subscriptionId }).where(eq(users.id, owner));
}

export async function isKnownEvent(db: Queryable, id: string): Promise<boolean> {
  const rows = await db.select({ id: billingEvents.id }).from(billingEvents).where(eq(billingEvents.id, id));
  return rows.length > 0;
}

export async function insertEvent(db: Queryable, event: typeof billingEvents.$inferInsert): Promise<void> {
  await db.insert(billingEvents).values(event).onConflictDoNothing();
}

export async function deleteEventsBefore(db: Queryable, before: Date): Promise<void> {
  await db.delete(billingEvents).where(lt(billingEvents.receivedAt, before));
}

export async function selectCustomers(db: Queryable, after: OwnerId | null, limit: number): Promise<OwnerId[]> {
  const rows = await db
    .select({ userId: userBilling.userId })
    .from(userBilling)
    .where(and(isNotNull(userBilling.customerId), after === null ? undefined : gt(userBilling.userId, after)))
    .orderBy(userBilling.userId)
    .limit(limit);
  return rows.map(({ userId }) => userId);
}

/**
 * Takes premium from those whose days of grace are over. The lock waits for a payment that is being written and then looks
 * at the row again: without it the old row would count, and whoever has just paid would lose premium.
 */
export async function endGraces(db: Queryable, now: Date): Promise<void> {
  await db.execute(sql`
    with late as (
      select user_id from user_billing
      where status = 'past_due' and grace_until <= ${now.toISOString()}::timestamptz
      for update
    )
    update users set subscription = 'past_due' from late where users.id = late.user_id and users.subscription = 'active'`);
}

function demandRow(row: BillingRow | undefined): BillingRow {
  if (!row) throw new AppError("unauthorized", "Unauthorized");
  return row;
}

const MATERIALS_LOCK = 7_264_010;

/** Only one transaction at a time adds materials for a user. */
export async function lockMaterials(db: Queryable, owner: OwnerId): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${MATERIALS_LOCK}, ${owner % 2 ** 31}::int)`);
}

export async function countFolders(db: Queryable, owner: OwnerId): Promise<number> {
  const [row] = await db.select({ folders: count() }).from(folders).where(eq(folders.userId, owner));
  return row?.folders ?? 0;
}

export async function countCards(db: Queryable, owner: OwnerId): Promise<number> {
  const [row] = await db.select({ cards: count() }).from(cards).where(eq(cards.userId, owner));
  return row?.cards ?? 0;
}
