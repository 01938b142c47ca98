import { and, count, eq, gt, isNotNull, lt, lte, sql } from "drizzle-orm";
import { AppError } from "#app-error.ts";
import type { Queryable } from "#db/pool.ts";
import { users } from "#features/auth/auth.table.ts";
import { cards } from "#features/cards/cards.table.ts";
import { folders } from "#features/folders/folders.table.ts";
import type { OwnerId } from "#owner.ts";
import type { BillingState } from "./billing.state.ts";
import { billingEvents, userBilling } from "./billing.table.ts";

export type BillingRow = typeof userBilling.$inferSelect;
export type Payer = { id: number; email: string; createdAt: Date; subscription: string; statusMobile: string | null };

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

/** Makes everybody who asks for the same user's billing wait until this transaction ends; makes the row if need be. */
export async function lockBilling(db: Queryable, owner: OwnerId): Promise<BillingRow> {
  await db.insert(userBilling).values({ userId: owner }).onConflictDoNothing();
  const [row] = await db.select().from(userBilling).where(eq(userBilling.userId, owner)).for("update");
  // The row that stood in the way of the insertion went with its user.
  if (!row) throw new AppError("unauthorized", "Unauthorized");
  return row;
}

/** The same, found by the customer; undefined when it belongs to nobody here. */
export async function lockBillingOfCustomer(db: Queryable, customerId: string): Promise<BillingRow | undefined> {
  const [row] = await db.select().from(userBilling).where(eq(userBilling.customerId, customerId)).for("update");
  return row;
}

export async function setCustomer(db: Queryable, userId: OwnerId, customerId: string | null): Promise<void> {
  await db.update(userBilling).set({ customerId }).where(eq(userBilling.userId, userId));
}

/** Writes what the provider says, whatever stood there before. */
export async function writeState(db: Queryable, userId: OwnerId, state: BillingState, now: Date): Promise<void> {
  const { subscription, subscriptionId, status, currentPeriodEnd, endsAt, graceUntil } = state;
  await db
    .update(userBilling)
    .set({ status, currentPeriodEnd, endsAt, graceUntil, syncedAt: now })
    .where(eq(userBilling.userId, userId));
  await db.update(users).set({ subscription, subscriptionStripe: subscriptionId }).where(eq(users.id, userId));
}

/** False when the event took effect before. */
export async function insertEvent(db: Queryable, event: typeof billingEvents.$inferInsert): Promise<boolean> {
  const rows = await db.insert(billingEvents).values(event).onConflictDoNothing().returning({ id: billingEvents.id });
  return rows.length > 0;
}

export async function deleteEventsBefore(db: Queryable, before: Date): Promise<void> {
  await db.delete(billingEvents).where(lt(billingEvents.receivedAt, before));
}

/** Customers whose state the provider may have changed without a word that arrived here, a page of them. */
export async function selectCustomers(
  db: Queryable,
  afterUser: OwnerId | null,
  limit: number,
): Promise<{ userId: OwnerId; customerId: string }[]> {
  const rows = await db
    .select({ userId: userBilling.userId, customerId: userBilling.customerId })
    .from(userBilling)
    .where(and(isNotNull(userBilling.customerId), afterUser === null ? undefined : gt(userBilling.userId, afterUser)))
    .orderBy(userBilling.userId)
    .limit(limit);
  return rows.flatMap(({ userId, customerId }) => (customerId === null ? [] : [{ userId, customerId }]));
}

/** Takes premium from those whose late payment has been waited for long enough. */
export async function endGraces(db: Queryable, now: Date): Promise<void> {
  const late = db
    .select({ id: userBilling.userId })
    .from(userBilling)
    .where(and(eq(userBilling.status, "past_due"), lte(userBilling.graceUntil, now)));
  await db
    .update(users)
    .set({ subscription: "past_due" })
    .where(and(eq(users.subscription, "active"), sql`${users.id} in ${late}`));
}

const MATERIALS_LOCK = 7_264_010;

/** Lets only one transaction at a time add materials for a user. */
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
