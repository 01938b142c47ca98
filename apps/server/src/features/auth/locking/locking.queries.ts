import { type SQL, sql } from "#platform/db/drizzle.cjs";
import type { OwnerId } from "#platform/db/owner.ts";

const ACCOUNT_LOCK = 7_264_011;
const lockKey = (owner: OwnerId) => sql`${ACCOUNT_LOCK}, ${owner % 2 ** 31}::int`;

/**
 * Locks an account until the transaction ends. Whoever changes how it is signed in to, or deletes it, holds the lock alone;
 * whoever starts a session or sends a link shares it. The user's row itself is not locked, because a distributed database
 * would lock it on every node, in no particular order. What depends on the lock is read in a later statement.
 */
export const accountLock = (owner: OwnerId) => sql`select pg_advisory_xact_lock(${lockKey(owner)})`;
export const sharedAccountLock = (owner: OwnerId) => sql`select pg_advisory_xact_lock_shared(${lockKey(owner)})`;

/** Shares the lock of the account that a column names if nobody holds it alone, and is false otherwise. */
export const trySharedAccountLock = (column: SQL) =>
  sql`pg_try_advisory_xact_lock_shared(${ACCOUNT_LOCK}, (${column} % ${sql.raw(String(2 ** 31))})::int)`;
