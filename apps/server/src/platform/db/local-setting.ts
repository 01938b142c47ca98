import { setLocalStatements } from "#platform/scale-out/statements.ts";
import type { Queryable } from "./pool.ts";

/** Changes a setting until the transaction ends. */
export async function setLocally(
  transaction: Queryable,
  setting: "lock_timeout" | "enable_nestloop",
  value: string,
): Promise<void> {
  await transaction.execute(setLocalStatements(setting, value));
}

/**
 * Prepares a transaction for a join over thousands of rows that were just written. PostgreSQL has no statistics on them yet: the
 * planner would expect a single row, and scan the other table once for each.
 */
export async function avoidNestedLoops(transaction: Queryable): Promise<void> {
  await setLocally(transaction, "enable_nestloop", "off");
}
