import { and, eq, gt, lt, lte, ne, or, sql } from "drizzle-orm";
import type { Pool } from "pg";
import type { Queryable } from "#db/pool.ts";
import type { OwnerId } from "#owner.ts";
import { emailVerifications, type SessionData, sessions, users } from "./auth.table.ts";

export type UserRow = typeof users.$inferSelect;

export async function insertUser(db: Queryable, user: typeof users.$inferInsert): Promise<UserRow | undefined> {
  const [row] = await db.insert(users).values(user).onConflictDoNothing({ target: users.email }).returning();
  return row;
}

export async function userByEmail(db: Queryable, email: string): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.email, email));
  return row;
}

export async function userOf(db: Queryable, owner: OwnerId): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, owner));
  return row;
}

/** The user's row, held until the transaction ends. Whoever also needs sessions or links of the user takes them after. */
export async function lockUser(transaction: Queryable, userId: OwnerId): Promise<UserRow | undefined> {
  const [row] = await transaction.select().from(users).where(eq(users.id, userId)).for("update");
  return row;
}

/**
 * Begins a session of whoever still has the password that was just verified; false when it has changed since. The user's
 * row is shared meanwhile: a new password waits, and then ends this session with the others.
 */
export async function insertSession(
  db: Queryable,
  { sid, user, sess, expire }: { sid: string; user: UserRow; sess: SessionData; expire: Date },
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    with holder as (
      select ${users.id} from ${users} where ${users.id} = ${user.id} and ${users.passwordHash} = ${user.passwordHash}
      for share
    )
    insert into ${sessions} (sid, user_id, sess, expire)
    select ${sid}, holder.id, ${JSON.stringify(sess)}::json, ${expire.toISOString()}::timestamptz from holder`);
  return rowCount === 1;
}

/** $1 the hash of the secret, $2 now. */
export const liveSessionStatement = {
  name: "auth-live-session",
  text: `SELECT user_id AS "userId", sess, expire FROM sessions WHERE sid = $1 AND expire > $2`,
};

export type LiveSession = { userId: OwnerId; sess: SessionData; expire: Date };

/** The session that a call came with. Runs before every call, as one prepared look-up by primary key. */
export async function liveSession(pool: Pool, sid: string, now: Date): Promise<LiveSession | undefined> {
  const { rows } = await pool.query<LiveSession>({ ...liveSessionStatement, values: [sid, now] });
  return rows[0];
}

export async function touchSession(db: Queryable, sid: string, sess: SessionData, expire: Date): Promise<void> {
  await db.update(sessions).set({ sess, expire }).where(eq(sessions.sid, sid));
}

export async function sessionsOf(db: Queryable, owner: OwnerId, now: Date) {
  return db
    .select({ sid: sessions.sid, sess: sessions.sess })
    .from(sessions)
    .where(and(eq(sessions.userId, owner), gt(sessions.expire, now)));
}

export async function deleteSession(db: Queryable, sid: string): Promise<void> {
  await db.delete(sessions).where(eq(sessions.sid, sid));
}

export async function deleteSessionById(db: Queryable, owner: OwnerId, id: string): Promise<boolean> {
  const gone = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, owner), eq(sql`${sessions.sess}->>'id'`, id)))
    .returning({ sid: sessions.sid });
  return gone.length > 0;
}

export async function deleteExpiredSessions(db: Queryable, now: Date): Promise<void> {
  await db.delete(sessions).where(lt(sessions.expire, now));
}

/** Ends a user's sessions, all but the spared one. */
export async function deleteSessions(db: Queryable, userId: OwnerId, spared: string | null): Promise<void> {
  await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), spared === null ? undefined : ne(sessions.sid, spared)));
}

/** Gives the account that has this address now, if there is one, a new token in place of the one before. */
export async function setResetToken(
  db: Queryable,
  email: string,
  token: { hash: string; expires: Date },
  now: Date,
): Promise<boolean> {
  const rows = await db
    .update(users)
    .set({ resetToken: token.hash, resetTokenExpiry: token.expires, updatedAt: now })
    .where(eq(users.email, email))
    .returning({ id: users.id });
  return rows.length > 0;
}

export async function isResetToken(db: Queryable, hash: string, now: Date): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.resetToken, hash), gt(users.resetTokenExpiry, now)));
  return rows.length > 0;
}

const noResetToken = { resetToken: null, resetTokenExpiry: null };

/** Sets the password of whoever holds the token, and spends it; two at once cannot both find it. */
export async function spendResetToken(
  db: Queryable,
  hash: string,
  passwordHash: string,
  now: Date,
): Promise<UserRow | undefined> {
  const [user] = await db
    .update(users)
    .set({ passwordHash, pendingEmail: null, ...noResetToken, updatedAt: now })
    .where(and(eq(users.resetToken, hash), gt(users.resetTokenExpiry, now)))
    .returning();
  return user;
}

/** Links that were mailed before do nothing from now on. */
export async function setPassword(db: Queryable, owner: OwnerId, passwordHash: string, now: Date): Promise<void> {
  await db
    .update(users)
    .set({ passwordHash, pendingEmail: null, ...noResetToken, updatedAt: now })
    .where(eq(users.id, owner));
}

export async function setPendingEmail(db: Queryable, owner: OwnerId, email: string | null, now: Date): Promise<void> {
  await db.update(users).set({ pendingEmail: email, updatedAt: now }).where(eq(users.id, owner));
}

export async function setEmailVerified(db: Queryable, userId: OwnerId, now: Date): Promise<void> {
  await db.update(users).set({ isEmailVerified: true, updatedAt: now }).where(eq(users.id, userId));
}

/** A link to set a new password that lies in the mailbox left behind does nothing from now on. */
export async function replaceEmail(db: Queryable, userId: OwnerId, email: string, now: Date): Promise<void> {
  await db
    .update(users)
    .set({ email, pendingEmail: null, isEmailVerified: true, ...noResetToken, updatedAt: now })
    .where(eq(users.id, userId));
}

/** Whether an address still waits to be confirmed, as the account's own or as the one to replace it. */
export async function awaitedAs(db: Queryable, userId: OwnerId, email: string): Promise<"own" | "new" | null> {
  const [user] = await db
    .select({ pendingEmail: users.pendingEmail })
    .from(users)
    .where(
      and(
        eq(users.id, userId),
        or(eq(users.pendingEmail, email), and(eq(users.email, email), eq(users.isEmailVerified, false))),
      ),
    );
  if (!user) return null;
  return user.pendingEmail === email ? "new" : "own";
}

export type Verification = { userId: OwnerId; email: string };

export async function insertVerification(
  db: Queryable,
  verification: typeof emailVerifications.$inferInsert,
): Promise<void> {
  await db.insert(emailVerifications).values(verification);
}

/** What a link was sent for, while it lasts. */
export async function verificationByToken(db: Queryable, hash: string, now: Date): Promise<Verification | undefined> {
  const [row] = await db
    .select({ userId: emailVerifications.userId, email: emailVerifications.email })
    .from(emailVerifications)
    .where(and(eq(emailVerifications.tokenHash, hash), gt(emailVerifications.expiresAt, now)));
  return row;
}

/** False when the link was spent or withdrawn meanwhile. */
export async function spendVerification(db: Queryable, userId: OwnerId, hash: string): Promise<boolean> {
  const gone = await db
    .delete(emailVerifications)
    .where(and(eq(emailVerifications.userId, userId), eq(emailVerifications.tokenHash, hash)))
    .returning({ hash: emailVerifications.tokenHash });
  return gone.length > 0;
}

/** Withdraws a user's links: those of one address, those of all but one, or all. */
export async function deleteVerifications(
  db: Queryable,
  userId: OwnerId,
  which: { of?: string; except?: string } = {},
): Promise<void> {
  await db
    .delete(emailVerifications)
    .where(
      and(
        eq(emailVerifications.userId, userId),
        which.of === undefined ? undefined : eq(emailVerifications.email, which.of),
        which.except === undefined ? undefined : ne(emailVerifications.email, which.except),
      ),
    );
}

export async function deleteExpiredVerifications(db: Queryable, userId: OwnerId, now: Date): Promise<void> {
  await db
    .delete(emailVerifications)
    .where(and(eq(emailVerifications.userId, userId), lte(emailVerifications.expiresAt, now)));
}
