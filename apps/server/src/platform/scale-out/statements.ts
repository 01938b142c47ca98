// Forms that some statements need on a Citus cluster. On a single PostgreSQL they return the same.
import { type SQL, type SQLWrapper, sql } from "#platform/db/drizzle.cjs";
import type { Queryable } from "#platform/db/pool.ts";

/**
 * Runs a statement that ends with `returning 1`, and returns the number of rows that it changed. On a cluster the number in
 * PostgreSQL's own reply includes the rows that `on conflict do nothing` skipped.
 */
export async function countChanged(db: Queryable, statement: SQL): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`with changed as (${statement}) select count(*) as count from changed`,
  );
  return rows[0]?.count ?? 0;
}

/**
 * `name as (rows)`, for `with`: rows that a statement computes before it changes others. Citus refuses to evaluate a
 * function that is not immutable, such as `concat_ws` in a digest, in the part that changes a distributed table.
 */
export const computedFirst = (name: string, rows: SQL) => sql`${sql.identifier(name)} as (${rows})`;

/**
 * `name as materialized (rows)`, for `with`: rows of a temporary table that a statement joins with others. Citus joins
 * distributed tables with the result of a query, but not with a table that only this connection has.
 */
export const temporaryRows = (name: string, rows: SQL) => sql`${sql.identifier(name)} as materialized (${rows})`;

/** `set local` on every node: Citus forwards it to the workers only if `citus.propagate_set_commands` says so, which a plain PostgreSQL ignores. */
export const setLocalStatements = (setting: string, value: string) =>
  sql.raw(`set local citus.propagate_set_commands = 'local'; set local ${setting} = '${value}'`);

/**
 * `table as inserted`, for an insert that selects from a distributed table and ends with `returning inserted.column`: without a name
 * for its target, the statement that Citus sends to a worker names a table that is not there.
 */
export const asInserted = (table: SQLWrapper) => sql`${table} as inserted`;
