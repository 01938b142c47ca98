// Forms that some statements need on a Citus cluster. On a single PostgreSQL they return the same.
import { sql } from "#platform/db/drizzle.cjs";

/** `set local` on every node: Citus forwards it to the workers only when asked to. Without Citus that request is ignored. */
export const setLocalStatements = (setting: string, value: string) =>
  sql.raw(`set local citus.propagate_set_commands = 'local'; set local ${setting} = '${value}'`);
