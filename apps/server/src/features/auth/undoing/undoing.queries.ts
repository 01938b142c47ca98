import { and, asc, eq, gt, gte, lte, ne } from "#db/drizzle.cjs";
import type { Queryable } from "#db/pool.ts";
import { previousEmails } from "#features/auth/auth.table.ts";
import type { OwnerId } from "#owner.ts";

type Previous = { email: string; expiresAt: Date; createdAt: Date };

export async function insertPreviousEmail(db: Queryable, owner: OwnerId, previous: Previous): Promise<void> {
  await db
    .insert(previousEmails)
    .values({ ...previous, userId: owner })
    .onConflictDoUpdate({
      target: [previousEmails.userId, previousEmails.email],
      set: { ...previous, tokenHash: null },
    });
}

/** False when the account has gone back to the address meanwhile, or can no longer. */
export async function updatePreviousEmail(
  db: Queryable,
  owner: OwnerId,
  { email, tokenHash, now }: { email: string; tokenHash: string; now: Date },
): Promise<boolean> {
  const rows = await db
    .update(previousEmails)
    .set({ tokenHash })
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
    .where(and(eq(previousEmails.tokenHash, hash), gt(previousEmails.expiresAt, now)));
  return row;
}

/** Undefined when the link was spent or withdrawn meanwhile. */
export async function spendPreviousEmail(
  db: Queryable,
  owner: OwnerId,
  hash: string,
): Promise<{ email: string; createdAt: Date } | undefined> {
  const [row] = await db
    .delete(previousEmails)
    .where(and(eq(previousEmails.userId, owner), eq(previousEmails.tokenHash, hash)))
    .returning({ email: previousEmails.email, createdAt: previousEmails.createdAt });
  return row;
}

/** Those that the account can go back to, the one that it left first at the front. */
export async function selectPreviousEmails(
  db: Queryable,
  owner: OwnerId,
  now: Date,
): Promise<{ email: string; createdAt: Date }[]> {
  return db
    .select({ email: previousEmails.email, createdAt: previousEmails.createdAt })
    .from(previousEmails)
    .where(and(eq(previousEmails.userId, owner), gt(previousEmails.expiresAt, now)))
    .orderBy(asc(previousEmails.createdAt));
}

/** Those that were left at an instant or later. */
export async function deletePreviousEmails(db: Queryable, owner: OwnerId, since: Date): Promise<void> {
  await db.delete(previousEmails).where(and(eq(previousEmails.userId, owner), gte(previousEmails.createdAt, since)));
}

/** Whether another account may still go back to the address. */
export async function isEmailKept(db: Queryable, owner: OwnerId, email: string, now: Date): Promise<boolean> {
  const rows = await db
    .select({ email: previousEmails.email })
    .from(previousEmails)
    .where(and(eq(previousEmails.email, email), ne(previousEmails.userId, owner), gt(previousEmails.expiresAt, now)));
  return rows.length > 0;
}

export async function deleteExpiredPreviousEmails(db: Queryable, now: Date): Promise<void> {
  await db.delete(previousEmails).where(lte(previousEmails.expiresAt, now));
}
