import { type SQL, sql } from "#platform/db/drizzle.cjs";
import { accountKeys, SIGN_IN_LOCK } from "#platform/db/locks.ts";
import type { OwnerId } from "#platform/db/owner.ts";

/**
 * Locks an account until the transaction ends. Transactions that change how users sign in to it, or delete it, take the lock
 * exclusively; transactions that start a session or create a link share it. `platform/scale-out/placement.ts` explains why the user's row
 * itself is not locked. Data that depends on the lock must be read in a later statement.
 */
export const accountLock = (owner: OwnerId) => sql`select pg_advisory_xact_lock(${accountKeys(SIGN_IN_LOCK, owner)})`;
export const sharedAccountLock = (owner: OwnerId) =>
  sql`select pg_advisory_xact_lock_shared(${accountKeys(SIGN_IN_LOCK, owner)})`;

/** Shares the lock of the account that a column names; false if another transaction holds it exclusively. */
export const trySharedAccountLock = (column: SQL) =>
  sql`pg_try_advisory_xact_lock_shared(${SIGN_IN_LOCK}, (${column} % ${sql.raw(String(2 ** 31))})::int)`;
