import { and, eq, gt, inArray, isNotNull, isNull, lt, lte, sql } from "#platform/db/drizzle.cjs";
import { accountKeys, MATERIALS_LOCK } from "#platform/db/locks.ts";
import { isOwn } from "#platform/db/own-rows.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { AppError } from "#platform/http/app-error.ts";
import { users } from "#schema/auth.ts";
import { billingEvents, userBilling } from "#schema/billing.ts";
import { cards } from "#schema/cards.ts";
import { folders } from "#schema/folders.ts";
import { userReminders } from "#schema/reminders.ts";
import type { Announced } from "./billing.notices.ts";
import type { BillingState } from "./billing.state.ts";

export type BillingRow = typeof userBilling.$inferSelect;
export type Payer = Pick<typeof users.$inferSelect, "id" | "email" | "createdAt" | "subscription" | "statusMobile">;

const payer = {
  id: users.id,
  email: users.email,
  createdAt: users.createdAt,
  subscription: users.subscription,
  statusMobile: users.statusMobile,
};

/** Returns undefined for a closed account, which has no address. */
export async function selectPayer(db: Queryable, owner: OwnerId): Promise<Payer | undefined> {
  const [row] = await db
    .select(payer)
    .from(users)
    .where(and(eq(users.id, owner), isNull(users.deletionAt)));
  return row;
}

export async function selectBilling(db: Queryable, owner: OwnerId): Promise<BillingRow | undefined> {
  const [row] = await db.select().from(userBilling).where(eq(userBilling.userId, owner));
  return row;
}

export async function selectOrInsertBilling(db: Queryable, owner: OwnerId): Promise<BillingRow> {
  await db.insert(userBilling).values({ userId: owner }).onConflictDoNothing();
  return requireRow(await selectBilling(db, owner));
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

/** Stores a state that was read at the provider. Returns false and writes nothing if the row has changed since `revision`. */
export async function updateState(
  db: Queryable,
  owner: OwnerId,
  revision: number,
  {
    subscription,
    subscriptionId,
    period: _,
    announced,
    ...state
  }: BillingState & { customerId: string | null; announced: Announced },
  now: Date,
): Promise<boolean> {
  const { paidFor, failedFor, renewalAmount, renewalCurrency } = announced;
  const rows = await db
    .update(userBilling)
    .set({ ...state, paidFor, failedFor, renewalAmount, renewalCurrency, syncedAt: now, revision: revision + 1 })
    .where(isOwn(userBilling, owner, { revision }))
    .returning({ userId: userBilling.userId });
  if (rows.length === 0) return false;
  await db
    .update(users)
    .set({
      subscription,
      subscriptionStripe: subscriptionId,
      graceUntil: state.graceUntil,
      ...(subscriptionId !== null && { web: true }),
    })
    .where(eq(users.id, owner));
  return true;
}

/** Counts a definite failure to create a customer, so that the next attempt gets an idempotency key of its own. */
export async function countCustomerAttempt(db: Queryable, owner: OwnerId, failed: number): Promise<void> {
  await db
    .update(userBilling)
    .set({ customerAttempt: failed + 1 })
    .where(isOwn(userBilling, owner, { customerAttempt: failed }));
}

export async function markClosing(db: Queryable, owner: OwnerId, since: Date): Promise<BillingRow> {
  const [row] = await db
    .insert(userBilling)
    .values({ userId: owner, closingSince: since })
    .onConflictDoUpdate({ target: userBilling.userId, set: { closingSince: since } })
    .returning();
  return requireRow(row);
}

export async function clearClosing(db: Queryable, owner: OwnerId, since: Date): Promise<void> {
  await db
    .update(userBilling)
    .set({ closingSince: null })
    .where(isOwn(userBilling, owner, { closingSince: since }));
}

export async function clearCustomer(
  db: Queryable,
  owner: OwnerId,
  { subscription, subscriptionId, period: _, ...state }: BillingState,
  now: Date,
): Promise<void> {
  await db
    .update(userBilling)
    .set({ ...state, customerId: null, syncedAt: now, revision: sql`${userBilling.revision} + 1` })
    .where(eq(userBilling.userId, owner));
  await db
    .update(users)
    .set({ subscription, subscriptionStripe: subscriptionId, graceUntil: state.graceUntil })
    .where(eq(users.id, owner));
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
 * Takes premium from users whose grace period is over. The lock waits for a payment that is being written and then reads the row
 * again; without it the old row would count, and a user who has just paid would lose premium.
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

export type Renewal = { userId: OwnerId; renewsAt: Date };

/** Marks at most `limit` subscriptions that renew after `now` and until `until`, and have not been marked, as reminded of. Returns them. */
export async function markReminded(db: Queryable, now: Date, until: Date, limit: number): Promise<Renewal[]> {
  const due = db
    .select({ userId: userBilling.userId })
    .from(userBilling)
    .where(
      and(
        eq(userBilling.status, "active"),
        isNull(userBilling.endsAt),
        gt(userBilling.currentPeriodEnd, now),
        lte(userBilling.currentPeriodEnd, until),
        sql`${userBilling.remindedOf} is distinct from ${userBilling.currentPeriodEnd}`,
      ),
    )
    .orderBy(userBilling.userId)
    .limit(limit)
    .for("update", { skipLocked: true });
  const rows = await db
    .update(userBilling)
    .set({ remindedOf: sql`${userBilling.currentPeriodEnd}` })
    .where(inArray(userBilling.userId, due))
    .returning({ userId: userBilling.userId, renewsAt: userBilling.remindedOf });
  return rows.flatMap(({ userId, renewsAt }) => (renewsAt ? [{ userId, renewsAt }] : []));
}

export type Addressee = { email: string; timeZone: string | null };

/** Returns the user's address and the time zone of their last visit; undefined for a closed account. */
export async function selectAddressee(db: Queryable, owner: OwnerId): Promise<Addressee | undefined> {
  const [row] = await db
    .select({ email: users.email, timeZone: userReminders.timeZone })
    .from(users)
    .leftJoin(userReminders, eq(userReminders.userId, users.id))
    .where(and(eq(users.id, owner), isNull(users.deletionAt)));
  return row;
}

function requireRow(row: BillingRow | undefined): BillingRow {
  if (!row) throw new AppError("unauthorized", "Unauthorized");
  return row;
}

/** Locks the user's folders and cards until the transaction ends, so that transactions count them one after another. */
export async function lockMaterials(db: Queryable, owner: OwnerId): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(${accountKeys(MATERIALS_LOCK, owner)})`);
}

/** Counts the folders that count in limits: all but those that a class has assigned. */
export async function countFolders(db: Queryable, owner: OwnerId): Promise<number> {
  return db.$count(folders, and(eq(folders.userId, owner), isNull(folders.assigned)));
}

/** Counts the cards that count in limits: all but those that came with assigned folders. */
export async function countCards(db: Queryable, owner: OwnerId): Promise<number> {
  // Two counts, because each reads an index alone.
  const all = await db.$count(cards, eq(cards.userId, owner));
  return all - (await db.$count(cards, isOwn(cards, owner, { assigned: true })));
}
