import { sql } from "./drizzle.cjs";
import type { Queryable } from "./pool.ts";

/** Sets what holds until the transaction ends. A distributed database tells workers of it only when it is asked to. */
export async function setLocally(
  transaction: Queryable,
  setting: "lock_timeout" | "enable_nestloop",
  value: string,
): Promise<void> {
  await transaction.execute(
    sql.raw(`set local citus.propagate_set_commands = 'local'; set local ${setting} = '${value}'`),
  );
}
