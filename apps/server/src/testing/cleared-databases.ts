import pg from "pg";

/** Tables that have rows in a new database, which stay. */
const FILLED = [
  ...["schema_migrations", "spaced_repetition_config", "spaced_repetition_settings"],
  ...["pgboss.version", "pgboss.queue", "pgboss.schedule"],
];

const CATALOGS = [
  ...[
    "pg_attribute",
    "pg_attrdef",
    "pg_constraint",
    "pg_index",
    "pg_trigger",
    "pg_event_trigger",
    "pg_proc",
    "pg_type",
  ],
];

/**
 * A text that two copies of a template share unless more than rows was changed in one of them. Whatever is inserted into a
 * table or updated raises the highest transaction id in it, and whatever is deleted lowers the number of its rows.
 */
const STRUCTURE = `
  SELECT concat_ws(' ',
    ${[...CATALOGS, ...FILLED].map((table) => `(SELECT concat(count(*), '/', max(xmin::text::bigint)) FROM ${table})`).join(", ")},
    -- Its rows also have estimates of sizes.
    (SELECT sum(hashtext(concat_ws(' ', oid, relname, relnamespace, relowner, relfilenode, relacl, reloptions, relhastriggers)))
      FROM pg_class),
    (SELECT count(*) FROM pg_db_role_setting JOIN pg_database d ON d.oid = setdatabase WHERE datname = current_database())
  ) AS structure`;

const isFilled = (table: string) => `${table} = ANY ('{${FILLED.join(",")}}'::regclass[])`;

const WITH_PAGES = `
  SELECT oid::regclass::text AS name FROM pg_class
  WHERE relkind = 'r' AND oid >= 16384 AND NOT ${isFilled("oid")} AND pg_relation_size(oid) > 0`;

/** Returns a text that changes with the structure of the database, and with the rows that a new one has. */
export function readStructure(connectionString: string): Promise<string> {
  return withClient(connectionString, selectStructure);
}

/** Leaves a database without sessions, and with no other rows than a new one. Returns the text of `readStructure`. */
export function clearDatabase(connectionString: string): Promise<string> {
  return withClient(connectionString, async (client) => {
    await client.query(
      "SELECT pg_terminate_backend(pid, 20000) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()",
    );
    const { rows } = await client.query<{ name: string }>(WITH_PAGES);
    const names = rows.map(({ name }) => name);
    // `replica`: neither triggers nor foreign keys.
    await client.query(`
      SET session_replication_role = replica;
      ${names.map((name) => `DELETE FROM ${name};`).join("")}
      SELECT setval(seqrelid, seqstart, false) FROM pg_sequence
        WHERE NOT EXISTS (SELECT FROM pg_depend WHERE objid = seqrelid AND ${isFilled("refobjid")})`);
    // Deleted rows would slow down statements, and estimates of them would change plans.
    if (names.length > 0) await client.query(`VACUUM ${names.join(", ")}`);
    await client.query(`
      UPDATE pg_class SET reltuples = -1, relpages = 0 WHERE relkind = 'r' AND oid >= 16384 AND reltuples >= 0;
      DELETE FROM pg_statistic WHERE starelid >= 16384`);
    return selectStructure(client);
  });
}

async function selectStructure(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ structure: string }>(STRUCTURE);
  return rows[0]?.structure ?? "";
}

async function withClient<T>(connectionString: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
