import type pg from "pg";
import { withClient } from "#testing/database-server.ts";

export type NewDatabase = {
  /** Tables that have rows, which stay. */
  filled: readonly string[];
  /** A text that changes with the structure of the database, and with those rows. */
  structure: string;
};

const CATALOGS = [
  "pg_attribute",
  "pg_attrdef",
  "pg_constraint",
  "pg_index",
  "pg_trigger",
  "pg_event_trigger",
  "pg_proc",
  "pg_type",
];

/**
 * Whatever is inserted into a table or updated raises the highest transaction id in it, and whatever is deleted lowers the number
 * of its rows. Both are the same in all copies of a template.
 */
const selectMark = (table: string) => `(SELECT concat(count(*), '/', max(xmin::text::bigint)) FROM ${table})`;

/** An index larger than this keeps its database from being used again. */
const GROWN_BYTES = 2 ** 19;

const structureOf = (filled: readonly string[]) => `
  SELECT concat_ws(' ',
    ${[...CATALOGS, ...filled].map(selectMark).join(", ")},
    -- Its rows also have estimates of sizes.
    (SELECT sum(hashtext(concat_ws(' ', oid, relname, relnamespace, relowner, relfilenode, relacl, reloptions, relhastriggers)))
      FROM pg_class),
    -- An index keeps its pages when rows are deleted, and plans with another one once they are many.
    (SELECT count(*) FROM pg_class WHERE relkind = 'i' AND oid >= 16384 AND pg_relation_size(oid) > ${GROWN_BYTES}),
    (SELECT count(*) FROM pg_db_role_setting JOIN pg_database d ON d.oid = setdatabase WHERE datname = current_database())
  ) AS structure`;

const WITH_PAGES = `
  SELECT oid::regclass::text AS name FROM pg_class
  WHERE relkind = 'r' AND oid >= 16384 AND pg_relation_size(oid) > 0 ORDER BY oid`;

/** Reads what a copy of the template looks like before its first use. */
export function readNewDatabase(connectionString: string): Promise<NewDatabase> {
  return withClient(connectionString, async (client) => {
    const filled = await selectTablesWithPages(client);
    return { filled, structure: await selectStructure(client, filled) };
  });
}

/** Leaves a database without sessions, and with no other rows than a new one. Returns its structure. */
export function clearDatabase(connectionString: string, { filled }: NewDatabase): Promise<string> {
  return withClient(connectionString, async (client) => {
    await client.query(
      "SELECT pg_terminate_backend(pid, 20000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
    const names = (await selectTablesWithPages(client)).filter((name) => !filled.includes(name));
    // `replica`: neither triggers nor foreign keys.
    await client.query(`
      SET session_replication_role = replica;
      ${names.map((name) => `DELETE FROM ${name};`).join("")}
      SELECT setval(seqrelid, seqstart, false) FROM pg_sequence
        WHERE NOT EXISTS (SELECT FROM pg_depend WHERE objid = seqrelid AND refobjid = ANY ('{${filled.join(",")}}'::regclass[]))`);
    // Deleted rows would slow down statements, and estimates of them would change plans.
    if (names.length > 0) await client.query(`VACUUM ${names.join(", ")}`);
    await client.query(`
      UPDATE pg_class SET reltuples = -1, relpages = 0 WHERE relkind = 'r' AND oid >= 16384 AND reltuples >= 0;
      DELETE FROM pg_statistic WHERE starelid >= 16384`);
    return selectStructure(client, filled);
  });
}

async function selectTablesWithPages(client: pg.Client): Promise<string[]> {
  return (await client.query<{ name: string }>(WITH_PAGES)).rows.map(({ name }) => name);
}

async function selectStructure(client: pg.Client, filled: readonly string[]): Promise<string> {
  const { rows } = await client.query<{ structure: string }>(structureOf(filled));
  return rows[0]?.structure ?? "";
}
