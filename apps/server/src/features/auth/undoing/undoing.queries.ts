import { and, asc, eq, gt, gte, lte, ne, or } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";
import type { Queryable } from "#platform/db/pool.ts";
import { previousEmails, users } from "#schema/auth.ts";

type Previous = { email: string; expiresAt: Date; createdAt: Date };

export async function insertPreviousEmail(db: Queryable, owner: OwnerId, previous: Previous): Promise<void> {
  await db
    .insert(previousEmails)
    .values({ ...previous, userId: owner })
    .onConflictDoUpdate({
      target: [previousEmails.userId, previousEmails.email],
      set: { ...previous, tokenHash: null, deletionTokenHash: null },
    });
}

/** Stores the token of a link. Returns false if the account has returned to the address in the meantime, or can no longer do so. */
export async function updatePreviousEmail(
  db: Queryable,
  owner: OwnerId,
  { email, now, ...token }: { email: string; now: Date } & ({ tokenHash: string } | { deletionTokenHash: string }),
): Promise<boolean> {
  const rows = await db
    .update(previousEmails)
    .set(token)
    .where(and(eq(previousEmails.userId, owner), eq(previousEmails.email, email), gt(previousEmails.expiresAt, now)))
    .returning({ email: previousEmails.email });
  return rows.length > 0;
}

export async function selectPreviousEmail(
  db: Queryable,
  hash: string,
  now: Date,
): Promise<{ userId: OwnerId } | undefined> {
  const [row] = await db
    .select({ userId: previousEmails.userId })
    .from(previousEmails)
    .where(and(hasToken(hash), gt(previousEmails.expiresAt, now)));
  return row;
}

/** Deletes a previous address and returns it; undefined if its link was used or withdrawn in the meantime. */
export async function spendPreviousEmail(
  db: Queryable,
  owner: OwnerId,
  hash: string,
): Promise<{ email: string; createdAt: Date } | undefined> {
  const [row] = await db
    .delete(previousEmails)
    .where(and(eq(previousEmails.userId, owner), hasToken(hash)))
    .returning({ email: previousEmails.email, createdAt: previousEmails.createdAt });
  return row;
}

/** Returns the addresses that the account can return to, the one that it left first at the front. */
export async function selectPreviousEmails(db: Queryable, owner: OwnerId, now: Date): Promise<Previous[]> {
  return db
    .select({
      email: previousEmails.email,
      expiresAt: previousEmails.expiresAt,
      createdAt: previousEmails.createdAt,
    })
    .from(previousEmails)
    .where(and(eq(previousEmails.userId, owner), gt(previousEmails.expiresAt, now)))
    .orderBy(asc(previousEmails.createdAt));
}

/** Deletes the addresses that the account left at an instant or later. */
export async function deletePreviousEmails(db: Queryable, owner: OwnerId, since: Date): Promise<void> {
  await db.delete(previousEmails).where(and(eq(previousEmails.userId, owner), gte(previousEmails.createdAt, since)));
}

/** Returns whether another account can still return to the address. */
export async function isEmailReserved(db: Queryable, owner: OwnerId, email: string, now: Date): Promise<boolean> {
  const rows = await db
    .select({ email: previousEmails.email })
    .from(previousEmails)
    .where(and(eq(previousEmails.email, email), ne(previousEmails.userId, owner), gt(previousEmails.expiresAt, now)));
  return rows.length > 0;
}

/**
 * Frees the account's address and replaces its password with one that nobody knows; a job deletes the account at `deletionAt`. The
 * placeholder is not an address, so that nobody can register with it.
 */
export async function closeUser(
  db: Queryable,
  owner: OwnerId,
  { deletionAt, passwordHash, now }: { deletionAt: Date; passwordHash: string; now: Date },
): Promise<void> {
  await db
    .update(users)
    .set({ email: `closed:${owner}`, pendingEmail: null, passwordHash, deletionAt, updatedAt: now })
    .where(eq(users.id, owner));
}

export async function reopenUser(db: Queryable, owner: OwnerId): Promise<void> {
  await db.update(users).set({ deletionAt: null }).where(eq(users.id, owner));
}

export async function deleteExpiredPreviousEmails(db: Queryable, now: Date): Promise<void> {
  await db.delete(previousEmails).where(lte(previousEmails.expiresAt, now));
}

/** Matches the token of the letter on the change or of the one on the deletion, since both links undo the change. */
function hasToken(hash: string) {
  return or(eq(previousEmails.tokenHash, hash), eq(previousEmails.deletionTokenHash, hash));
}
