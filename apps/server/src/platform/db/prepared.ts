import type { QueryResult, QueryResultRow } from "pg";
import { PgDialect, type SQL } from "#platform/db/drizzle.cjs";

/** A statement under a name, so that each connection plans it a few times at most. */
export type Statement = { name: string; text: string; values: unknown[] };

/** A pool, a connection, or whatever else runs prepared statements. */
export type Runner = { query<Row extends QueryResultRow>(statement: Statement): Promise<QueryResult<Row>> };

const dialect = new PgDialect({ casing: "snake_case" });

/**
 * Runs a prepared statement. Where little is read, planning takes several times as long as everything else.
 *
 * @param statement with the same text each time: only its parameters may differ
 */
export async function runPrepared<Row extends QueryResultRow>(
  runner: Runner,
  name: string,
  statement: SQL,
): Promise<Row[]> {
  const { sql: text, params: values } = dialect.sqlToQuery(statement);
  return (await runner.query<Row>({ name, text, values })).rows;
}
