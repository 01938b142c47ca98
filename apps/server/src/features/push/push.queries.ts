import { and, asc, desc, eq, gt, inArray, sql } from "#platform/db/drizzle.cjs";
import { isOwn } from "#platform/db/own-rows.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { PushTarget } from "#platform/push/push.ts";
import type { VapidKeys } from "#platform/push/vapid.ts";
import { sessions } from "#schema/auth.ts";
import { pushKeys, pushSubscriptions } from "#schema/push.ts";

export type Device = typeof pushSubscriptions.$inferSelect;
type NewDevice = PushTarget & { label: string | null | undefined; sid: string };

const ONLY_KEYS = 1;

/** Returns the key pair of the installation. Of several that are inserted at once, the first one stays. */
export async function insertKeysOnce(db: Queryable, candidate: () => VapidKeys, now: Date): Promise<VapidKeys> {
  const [known] = await db.select().from(pushKeys);
  if (known) return known;
  await db
    .insert(pushKeys)
    .values({ id: ONLY_KEYS, ...candidate(), createdAt: now })
    .onConflictDoNothing();
  const [row] = await db.select().from(pushKeys);
  if (!row) throw new Error("the key pair of pushes is missing");
  return row;
}

/**
 * Inserts a subscription, or renews the one with this endpoint. If that belonged to another account, it becomes a new one of this
 * account. A label that is undefined leaves that of a renewed subscription as it is.
 */
export async function upsertDevice(
  db: Queryable,
  owner: OwnerId,
  { endpoint, p256dh, auth, label, sid }: NewDevice,
  now: Date,
): Promise<Device> {
  const isOwn = sql`${pushSubscriptions.userId} = excluded.user_id`;
  const renewedLabel = label === undefined ? sql`${pushSubscriptions.label}` : sql`excluded.label`;
  const [row] = await db
    .insert(pushSubscriptions)
    .values({ userId: owner, endpoint, p256dh, auth, label: label ?? null, sid, createdAt: now })
    .onConflictDoUpdate({
      target: pushSubscriptions.endpoint,
      set: {
        userId: owner,
        p256dh,
        auth,
        sid,
        label: sql`case when ${isOwn} then ${renewedLabel} else excluded.label end`,
        createdAt: sql`case when ${isOwn} then ${pushSubscriptions.createdAt} else excluded.created_at end`,
        servedFor: sql`case when ${isOwn} then ${pushSubscriptions.servedFor} end`,
      },
    })
    .returning();
  return row as Device;
}

/** Deletes all subscriptions but the newest `limit`. As it runs after each insertion, at most that many remain. */
export async function deleteOldestDevices(db: Queryable, owner: OwnerId, limit: number): Promise<void> {
  const oldest = db
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, owner))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
    .offset(limit);
  await db
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, owner), inArray(pushSubscriptions.id, oldest)));
}

/** Returns the subscriptions whose sessions have not ended, the oldest first. */
export async function selectDevices(db: Queryable, owner: OwnerId, now: Date): Promise<Device[]> {
  const rows = await db
    .select({ device: pushSubscriptions })
    .from(pushSubscriptions)
    .innerJoin(sessions, eq(sessions.sid, pushSubscriptions.sid))
    .where(and(eq(pushSubscriptions.userId, owner), gt(sessions.expire, now)))
    .orderBy(asc(pushSubscriptions.createdAt), asc(pushSubscriptions.id));
  return rows.map(({ device }) => device);
}

export async function deleteDevice(db: Queryable, owner: OwnerId, id: number): Promise<boolean> {
  const { rowCount } = await db.delete(pushSubscriptions).where(isDevice(owner, id));
  return rowCount === 1;
}

/** Notes that a reminder was sent to a device, or refused by its service. */
export async function updateServed(db: Queryable, owner: OwnerId, id: number, scheduledAt: Date): Promise<void> {
  await db.update(pushSubscriptions).set({ servedFor: scheduledAt, retryAt: null }).where(isDevice(owner, id));
}

export async function updateRetryAt(db: Queryable, owner: OwnerId, id: number, retryAt: Date | null): Promise<void> {
  await db.update(pushSubscriptions).set({ retryAt }).where(isDevice(owner, id));
}

function isDevice(owner: OwnerId, id: number) {
  return isOwn(pushSubscriptions, owner, { id });
}
