import { type SQL, sql } from "#platform/db/drizzle.cjs";
import { accountKeys, SIGN_IN_LOCK } from "#platform/db/locks.ts";
import type { OwnerId } from "#platform/db/owner.ts";

/**
 * Locks an account until the transaction ends. Whoever changes how it is signed in to, or deletes it, holds the lock alone;
 * whoever starts a session or sends a link shares it. `platform/scale-out/placement.ts` says why the user's row itself is
 * not locked. What depends on the lock is read in a later statement.
 */
export const accountLock = (owner: OwnerId) => sql`select pg_advisory_xact_lock(${accountKeys(SIGN_IN_LOCK, owner)})`;
export const sharedAccountLock = (owner: OwnerId) =>
  sql`select pg_advisory_xact_lock_shared(${accountKeys(SIGN_IN_LOCK, owner)})`;

/** Shares the lock of the account that a column names if nobody holds it alone, and is false otherwise. */
export const trySharedAccountLock = (column: SQL) =>
  sql`pg_try_advisory_xact_lock_shared(${SIGN_IN_LOCK}, (${column} % ${sql.raw(String(2 ** 31))})::int)`;
