import {
  and,
  eq,
  getTableName,
  gt,
  inArray,
  lt,
  lte,
  ne,
  notInArray,
  or,
  type SQL,
  sql,
} from "#platform/db/drizzle.cjs";
import { isOwn } from "#platform/db/own-rows.ts";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import type { Runner } from "#platform/db/prepared.ts";
import { SESSION_CHANGES } from "#platform/http/session-memory.ts";
import { userPreferences } from "#schema/account.ts";
import { emailVerifications, passwordResets, type SessionData, sessions, users } from "#schema/auth.ts";
import { authenticatorApps, passkeys } from "#schema/factors.ts";
import { accountLock, sharedAccountLock } from "./locking/locking.queries.ts";

export type UserRow = typeof users.$inferSelect;

export async function insertUser(db: Queryable, user: typeof users.$inferInsert): Promise<UserRow | undefined> {
  const [row] = await db.insert(users).values(user).onConflictDoNothing({ target: users.email }).returning();
  return row;
}

export async function selectUserByEmail(db: Queryable, email: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.email, email));
  return row;
}

export async function selectUser(db: Queryable, owner: OwnerId): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, owner));
  return row;
}

/** Locks the account. Sessions and links of the user are always locked after it, or two calls could deadlock. */
export async function lockUser(db: Queryable, owner: OwnerId): Promise<UserRow | undefined> {
  await db.execute(accountLock(owner));
  const [row] = await db.select().from(users).where(eq(users.id, owner)).for("update");
  return row;
}

/** The time at which a second factor was shown, and the credential id if it was a passkey. */
export type ShownFactor = { at: Date; credentialId?: string | undefined };

/**
 * Returns false if the user's password has changed, the account is closed, or its factors no longer permit the session. The lock
 * makes a concurrent change wait, so that the change then ends this session with the others.
 */
export async function insertSession(
  db: Queryable,
  owner: OwnerId,
  passwordHash: string,
  { sid, sess, expire, factor }: { sid: string; sess: SessionData; expire: Date; factor: ShownFactor | undefined },
): Promise<boolean> {
  return db.transaction(async (transaction) => {
    await transaction.execute(sharedAccountLock(owner));
    if (!(await selectIsFactorEnough(transaction, owner, factor))) return false;
    const { rowCount } = await transaction.execute(sql`
      insert into ${sessions} (sid, user_id, sess, expire)
      select ${sid}, ${users.id}, ${JSON.stringify(sess)}::json, ${expire.toISOString()}::timestamptz
      from ${users}
      where ${users.id} = ${owner} and ${users.passwordHash} = ${passwordHash} and ${users.deletionAt} is null`);
    return rowCount === 1;
  });
}

/** True if the account has a passkey or an active app. */
export const hasFactor = (owner: OwnerId) => sql<boolean>`(
  exists (select 1 from ${passkeys} where user_id = ${owner})
  or exists (select 1 from ${authenticatorApps} where user_id = ${owner} and active))`;

/** Returns whether a session may start: without a shown factor the account must have none, and a shown passkey must still exist. */
async function selectIsFactorEnough(db: Queryable, owner: OwnerId, factor: ShownFactor | undefined): Promise<boolean> {
  if (factor && factor.credentialId === undefined) return true;
  const isEnough = factor
    ? sql`exists (select 1 from ${passkeys} where user_id = ${owner} and credential_id = ${factor.credentialId})`
    : sql`not ${hasFactor(owner)}`;
  const { rows } = await db.execute<{ isEnough: boolean }>(sql`select ${isEnough} as "isEnough"`);
  return rows[0]?.isEnough === true;
}

/**
 * $1 is the hash of the secret, $2 the current time. It is prepared, because it runs before every call whose session is not cached. It
 * also returns the preference that decides which date it is for the owner.
 */
const sessionStatement = {
  name: "auth-session",
  text: `
SELECT session.user_id AS "userId", sess, expire, day_start_hour AS "dayStartHour"
FROM ${getTableName(sessions)} AS session
LEFT JOIN ${getTableName(userPreferences)} AS preferences ON preferences.user_id = session.user_id
WHERE sid = $1 AND expire > $2`,
};

export type SessionRow = {
  userId: OwnerId;
  sess: SessionData;
  expire: Date;
  /** The owner's preference; null without one. */
  dayStartHour: number | null;
};

export async function selectSession(reader: Runner, sid: string, now: Date): Promise<SessionRow | undefined> {
  const { rows } = await reader.query<SessionRow>({ ...sessionStatement, values: [sid, now] });
  return rows[0];
}

export async function selectHasSession(db: Queryable, owner: OwnerId, sid: string): Promise<boolean> {
  const rows = await db
    .select({ sid: sessions.sid })
    .from(sessions)
    .where(isOwn(sessions, owner, { sid }));
  return rows.length > 0;
}

/**
 * Updates only the columns that `change` names, because other calls may be changing the rest. Returns false if the session has
 * ended, or if its last second factor was shown at a time other than `shownAt`.
 */
export async function updateSession(
  db: Queryable,
  owner: OwnerId,
  sid: string,
  change: Partial<SessionData>,
  { expire, shownAt }: { expire?: Date; shownAt?: Date | null } = {},
): Promise<boolean> {
  const sess = sql`(${sessions.sess}::jsonb || ${JSON.stringify(change)}::jsonb)::json`;
  const isAsBefore = sql`${sessions.sess}->>'factorAt' is not distinct from ${shownAt?.toISOString() ?? null}`;
  const { rowCount } = await db
    .update(sessions)
    .set({ sess, ...(expire && { expire }) })
    .where(and(eq(sessions.userId, owner), eq(sessions.sid, sid), shownAt === undefined ? undefined : isAsBefore));
  return rowCount === 1;
}

export async function selectSessions(db: Queryable, owner: OwnerId, now: Date) {
  return db
    .select({ sid: sessions.sid, sess: sessions.sess })
    .from(sessions)
    .where(and(eq(sessions.userId, owner), gt(sessions.expire, now)));
}

/** Returns the owner of the session; undefined if it had already ended. */
export async function deleteSession(db: Queryable, sid: string): Promise<OwnerId | undefined> {
  return deleteAndNotify(db, eq(sessions.sid, sid));
}

export async function deleteSessionById(db: Queryable, owner: OwnerId, id: string): Promise<boolean> {
  const own = and(eq(sessions.userId, owner), eq(sql`${sessions.sess}->>'id'`, id));
  return (await deleteAndNotify(db, own)) !== undefined;
}

/**
 * Deletes all sessions but the newest `limit`, and returns whether there were more. As it runs after each insertion, at most that many
 * remain, however many insertions are concurrent.
 */
export async function deleteOldestSessions(db: Queryable, owner: OwnerId, limit: number): Promise<boolean> {
  const oldest = db
    .select({ sid: sessions.sid })
    .from(sessions)
    .where(eq(sessions.userId, owner))
    .orderBy(sql`${sessions.sess}->>'createdAt' desc`, sessions.sid)
    .offset(limit);
  return (await deleteAndNotify(db, and(eq(sessions.userId, owner), inArray(sessions.sid, oldest)))) !== undefined;
}

export async function deleteExpiredSessions(db: Queryable, now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expire, now));
}

export async function deleteExpiredResets(db: Queryable, now: Date): Promise<void> {
  await db.delete(passwordResets).where(lte(passwordResets.expiresAt, now));
}

/** @param except The session that is not deleted, and the public ids of others. */
export async function deleteSessions(
  db: Queryable,
  owner: OwnerId,
  except: { sid?: string | undefined; ids?: readonly string[] } = {},
): Promise<void> {
  const { sid, ids = [] } = except;
  const isOther = sid === undefined ? undefined : ne(sessions.sid, sid);
  const isNotKept = ids.length === 0 ? undefined : notInArray(sql`${sessions.sess}->>'id'`, [...ids]);
  await deleteAndNotify(db, and(eq(sessions.userId, owner), isOther, isNotKept));
}

/** Deletes sessions and returns their owner. All servers are notified when the transaction commits, because they may have cached them. */
async function deleteAndNotify(db: Queryable, which: SQL | undefined): Promise<OwnerId | undefined> {
  const { rows } = await db.execute<{ userId: OwnerId }>(sql`
    with deleted as (delete from ${sessions} where ${which} returning user_id)
    select user_id as "userId", pg_notify(${SESSION_CHANGES}, user_id::text) from deleted`);
  return rows[0]?.userId;
}

/** Notifies all servers when the transaction commits, for changes to what they cache of sessions that delete none. */
export async function notifySessionChange(db: Queryable, owner: OwnerId): Promise<void> {
  await db.execute(sql`select pg_notify(${SESSION_CHANGES}, ${String(owner)})`);
}

/**
 * Returns false for an address without an account. The lock makes a concurrent change of address wait, so that the change then ends
 * this link with the others.
 */
export async function insertReset(
  db: Queryable,
  email: string,
  reset: { tokenHash: string; expiresAt: Date; createdAt: Date },
): Promise<boolean> {
  const holder = await selectUserByEmail(db, email);
  if (!holder) return false;
  return db.transaction(async (transaction) => {
    await transaction.execute(sharedAccountLock(holder.id));
    const { rowCount } = await transaction.execute(sql`
      insert into ${passwordResets} (user_id, token_hash, expires_at, created_at)
      select ${users.id}, ${reset.tokenHash}, ${reset.expiresAt.toISOString()}::timestamptz,
        ${reset.createdAt.toISOString()}::timestamptz
      from ${users} where ${users.id} = ${holder.id} and ${users.email} = ${email}`);
    return rowCount === 1;
  });
}

export async function selectReset(db: Queryable, hash: string, now: Date): Promise<{ userId: OwnerId } | undefined> {
  const [row] = await db
    .select({ userId: passwordResets.userId })
    .from(passwordResets)
    .where(and(eq(passwordResets.tokenHash, hash), gt(passwordResets.expiresAt, now)));
  return row;
}

/** Deletes a reset link. Returns false if it was used or withdrawn in the meantime. */
export async function spendReset(db: Queryable, owner: OwnerId, hash: string): Promise<boolean> {
  const deleted = await db
    .delete(passwordResets)
    .where(isOwn(passwordResets, owner, { tokenHash: hash }))
    .returning({ hash: passwordResets.tokenHash });
  return deleted.length > 0;
}

export async function deleteResets(db: Queryable, owner: OwnerId): Promise<void> {
  await db.delete(passwordResets).where(eq(passwordResets.userId, owner));
}

export async function updatePassword(db: Queryable, owner: OwnerId, passwordHash: string, now: Date): Promise<void> {
  await db.update(users).set({ passwordHash, pendingEmail: null, updatedAt: now }).where(eq(users.id, owner));
}

export async function updatePendingEmail(
  db: Queryable,
  owner: OwnerId,
  email: string | null,
  now: Date,
): Promise<void> {
  await db.update(users).set({ pendingEmail: email, updatedAt: now }).where(eq(users.id, owner));
}

export async function markEmailVerified(db: Queryable, owner: OwnerId, now: Date): Promise<void> {
  await db.update(users).set({ isEmailVerified: true, updatedAt: now }).where(eq(users.id, owner));
}

export async function updateEmail(db: Queryable, owner: OwnerId, email: string, now: Date): Promise<void> {
  await db
    .update(users)
    .set({ email, pendingEmail: null, isEmailVerified: true, updatedAt: now })
    .where(eq(users.id, owner));
}

/**
 * Returns which address of the user still has to be confirmed by a link to `email`: the account's own one or the pending one. Null if
 * `email` is neither, or is confirmed.
 */
export async function selectUnverified(
  db: Queryable,
  owner: OwnerId,
  email: string,
): Promise<"own" | "pending" | null> {
  const [user] = await db
    .select({ pendingEmail: users.pendingEmail })
    .from(users)
    .where(
      and(
        eq(users.id, owner),
        or(eq(users.pendingEmail, email), and(eq(users.email, email), eq(users.isEmailVerified, false))),
      ),
    );
  if (!user) return null;
  return user.pendingEmail === email ? "pending" : "own";
}

export type Verification = { userId: OwnerId; email: string };

export async function insertVerification(
  db: Queryable,
  owner: OwnerId,
  verification: Omit<typeof emailVerifications.$inferInsert, "userId">,
): Promise<void> {
  await db.insert(emailVerifications).values({ ...verification, userId: owner });
}

export async function selectVerification(db: Queryable, hash: string, now: Date): Promise<Verification | undefined> {
  const [row] = await db
    .select({ userId: emailVerifications.userId, email: emailVerifications.email })
    .from(emailVerifications)
    .where(and(eq(emailVerifications.tokenHash, hash), gt(emailVerifications.expiresAt, now)));
  return row;
}

/** Deletes a verification link. Returns false if it was used or withdrawn in the meantime. */
export async function spendVerification(db: Queryable, owner: OwnerId, hash: string): Promise<boolean> {
  const deleted = await db
    .delete(emailVerifications)
    .where(isOwn(emailVerifications, owner, { tokenHash: hash }))
    .returning({ hash: emailVerifications.tokenHash });
  return deleted.length > 0;
}

export async function deleteVerifications(
  db: Queryable,
  owner: OwnerId,
  which: { of?: string; except?: string } = {},
): Promise<void> {
  await db
    .delete(emailVerifications)
    .where(
      and(
        eq(emailVerifications.userId, owner),
        which.of === undefined ? undefined : eq(emailVerifications.email, which.of),
        which.except === undefined ? undefined : ne(emailVerifications.email, which.except),
      ),
    );
}

export async function deleteExpiredVerifications(db: Queryable, owner: OwnerId, now: Date): Promise<void> {
  await db
    .delete(emailVerifications)
    .where(and(eq(emailVerifications.userId, owner), lte(emailVerifications.expiresAt, now)));
}
