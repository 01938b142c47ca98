import { and, eq, gt, lt, sql } from "drizzle-orm";
import type { Pool } from "pg";
import type { Queryable } from "#db/pool.ts";
import type { OwnerId } from "#owner.ts";
import { type SessionData, sessions, users } from "./auth.table.ts";

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

export async function insertSession(
  db: Queryable,
  session: { sid: string; userId: number; sess: SessionData; expire: Date },
): Promise<void> {
  await db.insert(sessions).values(session);
}

/** $1 the hash of the secret, $2 now. */
export const liveSessionStatement = {
  name: "auth-live-session",
  text: `SELECT user_id AS "userId", sess, expire FROM sessions WHERE sid = $1 AND expire > $2`,
};

export type LiveSession = { userId: number; sess: SessionData; expire: Date };

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

export async function setResetToken(db: Queryable, userId: number, token: { hash: string; expires: Date }, now: Date) {
  await db
    .update(users)
    .set({ resetToken: token.hash, resetTokenExpiry: token.expires, updatedAt: now })
    .where(eq(users.id, userId));
}

export async function isResetToken(db: Queryable, hash: string, now: Date): Promise<boolean> {
  const rows = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.resetToken, hash), gt(users.resetTokenExpiry, now)));
  return rows.length > 0;
}

/** Sets the password of whoever holds the token, and spends it; two at once cannot both find it. */
export async function spendResetToken(db: Queryable, hash: string, passwordHash: string, now: Date) {
  return db.transaction(async (transaction) => {
    const [user] = await transaction
      .update(users)
      .set({ passwordHash, resetToken: null, resetTokenExpiry: null, updatedAt: now })
      .where(and(eq(users.resetToken, hash), gt(users.resetTokenExpiry, now)))
      .returning();
    if (user) await transaction.delete(sessions).where(eq(sessions.userId, user.id));
    return user;
  });
}
