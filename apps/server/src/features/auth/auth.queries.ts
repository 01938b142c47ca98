import { and, eq, getTableName, gt, lt, lte, ne, or, sql } from "drizzle-orm";
import type { Pool } from "pg";
import type { Queryable } from "#db/pool.ts";
import { userPreferences } from "#features/account/account.table.ts";
import type { OwnerId } from "#owner.ts";
import { emailVerifications, type SessionData, sessions, users } from "./auth.table.ts";

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

/** Locks the user's row. Sessions and links of the user are always locked after it, or two calls could deadlock. */
export async function lockUser(db: Queryable, owner: OwnerId): Promise<UserRow | undefined> {
  const [row] = await db.select().from(users).where(eq(users.id, owner)).for("update");
  return row;
}

/** False when the user's password has changed. The lock makes a change wait, which then ends this session with the others. */
export async function insertSession(
  db: Queryable,
  owner: OwnerId,
  passwordHash: string,
  { sid, sess, expire }: { sid: string; sess: SessionData; expire: Date },
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    with holder as (
      select ${users.id} from ${users} where ${users.id} = ${owner} and ${users.passwordHash} = ${passwordHash} for share
    )
    insert into ${sessions} (sid, user_id, sess, expire)
    select ${sid}, holder.id, ${JSON.stringify(sess)}::json, ${expire.toISOString()}::timestamptz from holder`);
  return rowCount === 1;
}

/**
 * $1 the hash of the secret, $2 now. Runs before every call, so it is prepared, and brings along what tells which date it is
 * for the owner.
 */
export const sessionStatement = {
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

export async function selectSession(pool: Pool, sid: string, now: Date): Promise<SessionRow | undefined> {
  const { rows } = await pool.query<SessionRow>({ ...sessionStatement, values: [sid, now] });
  return rows[0];
}

export async function prolongSession(
  db: Queryable,
  owner: OwnerId,
  sid: string,
  sess: SessionData,
  expire: Date,
): Promise<void> {
  await db
    .update(sessions)
    .set({ sess, expire })
    .where(and(eq(sessions.userId, owner), eq(sessions.sid, sid)));
}

export async function selectSessions(db: Queryable, owner: OwnerId, now: Date) {
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

export async function deleteSessions(db: Queryable, owner: OwnerId, kept: string | null): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, owner), kept === null ? undefined : ne(sessions.sid, kept)));
}

export async function updateResetToken(
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

/** Sets the password of the token's user. The one statement also spends the token, so that only one call finds it. */
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

export async function updatePassword(db: Queryable, owner: OwnerId, passwordHash: string, now: Date): Promise<void> {
  await db
    .update(users)
    .set({ passwordHash, pendingEmail: null, ...noResetToken, updatedAt: now })
    .where(eq(users.id, owner));
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
    .set({ email, pendingEmail: null, isEmailVerified: true, ...noResetToken, updatedAt: now })
    .where(eq(users.id, owner));
}

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

/** False when the link was spent or withdrawn meanwhile. */
export async function spendVerification(db: Queryable, owner: OwnerId, hash: string): Promise<boolean> {
  const gone = await db
    .delete(emailVerifications)
    .where(and(eq(emailVerifications.userId, owner), eq(emailVerifications.tokenHash, hash)))
    .returning({ hash: emailVerifications.tokenHash });
  return gone.length > 0;
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
