import { sql } from "./drizzle.cjs";
import type { Queryable } from "./pool.ts";

/** Changes a setting until the transaction ends. A distributed database passes it on to its workers only if it is told to. */
export async function setLocally(
  transaction: Queryable,
  setting: "lock_timeout" | "enable_nestloop",
  value: string,
): Promise<void> {
  await transaction.execute(
    sql.raw(`set local citus.propagate_set_commands = 'local'; set local ${setting} = '${value}'`),
  );
}

/**
 * Prepares a transaction for a join over thousands of rows that were just written. PostgreSQL has no statistics on them yet: the
 * planner would expect a single row, and scan the other table once for each.
 */
export async function avoidNestedLoops(transaction: Queryable): Promise<void> {
  await setLocally(transaction, "enable_nestloop", "off");
}
