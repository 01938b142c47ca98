import pg from "pg";
import { connectOnce } from "../migrate.ts";

export const QUEUE_SCHEMA = "pgboss";
export const JOBS = "pgboss.job";

export type TableInDatabase = {
  /** Qualified by the schema. */
  readonly name: string;
  readonly quoted: string;
  /** The columns that can be written. */
  readonly columns: string[];
};

/** Opens a connection without limits for its statements. */
export async function connectAlone(connectionString: string, applicationName: string): Promise<pg.Client> {
  const client = await connectOnce(connectionString, applicationName);
  await client.query("SET idle_in_transaction_session_timeout = 0; SET statement_timeout = 0");
  return client;
}

/** Lists tables by name, without the partitions of partitioned ones. */
export async function readTables(client: pg.Client, schema: string): Promise<TableInDatabase[]> {
  const { rows } = await client.query<{ name: string; columns: string[] }>(
    `SELECT c.relname AS name,
      (SELECT array_agg(a.attname::text ORDER BY a.attnum) FROM pg_attribute AS a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
    FROM pg_class AS c
    WHERE c.relnamespace = to_regnamespace($1) AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    ORDER BY 1`,
    [schema],
  );
  return rows.map(({ name, columns }) => ({
    name: `${schema}.${name}`,
    quoted: `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`,
    columns,
  }));
}

export async function readQueueVersion(client: pg.Client): Promise<number | null> {
  const { rows: tables } = await client.query("SELECT to_regclass('pgboss.version') IS NOT NULL AS known");
  if (!tables[0].known) return null;
  const { rows } = await client.query("SELECT version FROM pgboss.version");
  return rows[0]?.version ?? null;
}
