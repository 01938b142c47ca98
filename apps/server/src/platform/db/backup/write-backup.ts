// pg_dump is not among the embedded programs, and refuses servers that are newer than itself.
import type { Readable } from "node:stream";
import pg from "pg";
import { to } from "pg-copy-streams";
import { type Manifest, openBackupFile, type TableToSave, writeBackupFile } from "./backup-file.ts";
import { connectAlone, JOBS, QUEUE_SCHEMA, readQueueVersion, readTables } from "./database-contents.ts";

/** Neither the format of the rows nor the tables that names refer to may depend on a server's settings. */
const SETTINGS =
  "SET extra_float_digits = 1; SET datestyle = ISO; SET intervalstyle = postgres; SET timezone = UTC; SET bytea_output = hex; SET synchronize_seqscans = off";

/** Finished jobs are deleted within an hour anyway, and pg-boss's own jobs belong to the workers that run. */
const WAITING_JOBS = "state < 'completed' AND name NOT LIKE '\\_\\_%'";

/**
 * Writes all tables, as of one moment, to a file, and reads the file again to check it. Other users of the database are not blocked,
 * and memory does not grow with the tables.
 */
export async function writeBackup(connectionString: string, file: string, now: Date): Promise<Manifest> {
  const client = await connectAlone(connectionString, "repasa-backup");
  try {
    await client.query(SETTINGS);
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const tables = await lockTables(client);
    const about = await readManifestHead(client, now);
    await writeBackupFile(file, tables, about);
  } finally {
    await client.end();
  }
  const written = await openBackupFile(file);
  try {
    await written.verify();
    return written.manifest;
  } finally {
    written.close();
  }
}

async function lockTables(client: pg.Client): Promise<TableToSave[]> {
  const tables = await readTables(client, "public");
  if (tables.length === 0) throw new Error("The database holds no tables.");
  // Prevents migrations from dropping a table meanwhile.
  await client.query(`LOCK TABLE ${tables.map(({ quoted }) => quoted).join(", ")} IN ACCESS SHARE MODE`);
  const queue = (await readTables(client, QUEUE_SCHEMA)).find(({ name }) => name === JOBS);
  const copied = tables.map(({ name, columns, quoted }) => {
    return { name, columns, source: `${quoted} (${columns.map(pg.escapeIdentifier).join(", ")})` };
  });
  if (queue) {
    const names = queue.columns.map(pg.escapeIdentifier).join(", ");
    const source = `(SELECT ${names} FROM ${queue.quoted} WHERE ${WAITING_JOBS} ORDER BY created_on, id)`;
    copied.push({ name: queue.name, columns: queue.columns, source });
  }
  return copied.map(({ name, columns, source }) => ({
    name,
    columns,
    open: async (): Promise<Readable> => client.query(to(`COPY ${source} TO STDOUT`)),
  }));
}

async function readManifestHead(client: pg.Client, now: Date): Promise<Omit<Manifest, "tables">> {
  const version = await client.query("SELECT current_setting('server_version') AS version");
  const migrations = await client.query("SELECT name, checksum FROM schema_migrations ORDER BY name");
  // Sequences are read outside the snapshot, and later, so that they are never behind the rows.
  const sequences = await client.query<{ name: string; last: string | null }>(
    `SELECT schemaname || '.' || sequencename AS name, last_value::text AS last
    FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`,
  );
  return {
    format: 1,
    createdAt: now.toISOString(),
    serverVersion: version.rows[0].version,
    migrations: migrations.rows,
    queueVersion: await readQueueVersion(client),
    sequences: sequences.rows,
  };
}
