import { and, desc, eq, gt, inArray, lte } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { devices, users } from "#schema/auth.ts";
import { userReminders } from "#schema/reminders.ts";

/** Returns the token hash that identifies a browser to the account of this address. */
export async function selectDevice(
  db: Queryable,
  email: string,
  tokenHashes: string[],
  now: Date,
): Promise<string | undefined> {
  const [row] = await db
    .select({ tokenHash: devices.tokenHash })
    .from(devices)
    .innerJoin(users, eq(users.id, devices.userId))
    .where(and(eq(users.email, email), inArray(devices.tokenHash, tokenHashes), gt(devices.expiresAt, now)));
  return row?.tokenHash;
}

/** Extends the validity of the token that identifies the browser to the user until `expiresAt`, and returns its hash. */
export async function extendDevice(
  db: Queryable,
  owner: OwnerId,
  tokenHashes: string[],
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<string | undefined> {
  const [row] = await db
    .update(devices)
    .set({ expiresAt })
    .where(and(eq(devices.userId, owner), inArray(devices.tokenHash, tokenHashes), gt(devices.expiresAt, now)))
    .returning({ tokenHash: devices.tokenHash });
  return row?.tokenHash;
}

/** Returns those of the token hashes that identify a browser to the user. */
export async function selectOwnDevices(db: Queryable, owner: OwnerId, tokenHashes: string[]): Promise<string[]> {
  const rows = await db
    .select({ tokenHash: devices.tokenHash })
    .from(devices)
    .where(and(eq(devices.userId, owner), inArray(devices.tokenHash, tokenHashes)));
  return rows.map(({ tokenHash }) => tokenHash);
}

export async function insertDevice(
  db: Queryable,
  owner: OwnerId,
  device: Omit<typeof devices.$inferInsert, "userId">,
): Promise<void> {
  await db.insert(devices).values({ ...device, userId: owner });
}

/** Deletes all devices but the `limit` that were used last. */
export async function deleteOldestDevices(db: Queryable, owner: OwnerId, limit: number): Promise<void> {
  const oldest = db
    .select({ tokenHash: devices.tokenHash })
    .from(devices)
    .where(eq(devices.userId, owner))
    .orderBy(desc(devices.expiresAt), devices.tokenHash)
    .offset(limit);
  await db.delete(devices).where(and(eq(devices.userId, owner), inArray(devices.tokenHash, oldest)));
}

export async function deleteDevices(db: Queryable, owner: OwnerId): Promise<void> {
  await db.delete(devices).where(eq(devices.userId, owner));
}

export async function deleteExpiredDevices(db: Queryable, now: Date): Promise<void> {
  await db.delete(devices).where(lte(devices.expiresAt, now));
}

/** Returns the time zone of the user's last visit. */
export async function selectTimeZone(db: Queryable, owner: OwnerId): Promise<string | undefined> {
  const [row] = await db
    .select({ timeZone: userReminders.timeZone })
    .from(userReminders)
    .where(eq(userReminders.userId, owner));
  return row?.timeZone;
}
