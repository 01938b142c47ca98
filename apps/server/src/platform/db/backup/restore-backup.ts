import { pipeline } from "node:stream/promises";
import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { from } from "pg-copy-streams";
import { StartupError } from "#platform/process/startup-error.ts";
import { hasCitus } from "#platform/scale-out/distribution-state.ts";
import { MIGRATION_LOCK } from "../locks.ts";
import { applyWithin, requireKnown, requireServerVersion } from "../migrate.ts";
import { MIGRATIONS_DIRECTORY, type Migration, readMigrations } from "../migration-files.ts";
import { type BackupFile, type Manifest, openBackupFile, type SavedTable } from "./backup-file.ts";
import { connectAlone, JOBS, readQueueVersion, readTables } from "./database-contents.ts";

export interface RestoreOptions {
  /** The address with the role that owns the tables. */
  readonly connectionString: string;
  readonly file: string;
  /** Whether the present contents of the database may be deleted. */
  readonly replace: boolean;
  readonly now: Date;
  /** Creates the tables of the queue, which have migrations of their own. */
  readonly installQueues: (connectionString: string) => Promise<void>;
  readonly migrationsDirectory?: string;
}

export type Restored = {
  readonly manifest: Manifest;
  /** The migrations that are newer than the backup. */
  readonly migrated: string[];
  /** The number of waiting jobs that cannot be restored: the queue's tables have changed, or their kind no longer exists. */
  readonly jobsLeftOut: number;
};

/** Tables that migrations fill, or whose rows expire in minutes. */
const TABLES_WITHOUT_USER_DATA = new Set([
  "public.schema_migrations",
  "public.spaced_repetition_config",
  "public.spaced_repetition_settings",
  "public.rate_limits",
]);

/** Tables that grant access. It may have been revoked since, for example because it was stolen, so everybody signs in again. */
export const ACCESS = ["sessions", "password_resets", "sign_in_steps", "passkey_challenges"];

/**
 * Restores a backup and then migrates it to this version, in one transaction. The whole file is read and checked before.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Restored> {
  const migrations = await readMigrations(options.migrationsDirectory ?? MIGRATIONS_DIRECTORY);
  const backup = await openBackupFile(options.file);
  try {
    const { manifest } = backup;
    requireKnown(manifest.migrations, migrations);
    await backup.verify();
    const client = await connectAlone(options.connectionString, "repasa-restore");
    try {
      await requireServerVersion(client);
      await requireFree(client, options.replace);
      await options.installQueues(options.connectionString);
      return await restoreWithin(client, backup, migrations, options);
    } finally {
      await client.end();
    }
  } finally {
    backup.close();
  }
}

async function restoreWithin(
  client: pg.Client,
  backup: BackupFile,
  migrations: readonly Migration[],
  { replace, now }: RestoreOptions,
): Promise<Restored> {
  const { manifest } = backup;
  const saved = new Set(manifest.migrations.map(({ name }) => name));
  const later = migrations.filter(({ name }) => !saved.has(name));
  // A failure closes the connection, which rolls everything back.
  await client.query("BEGIN");
  await client.query("SET LOCAL lock_timeout = '10s'");
  const { rows } = await client.query("SELECT pg_try_advisory_xact_lock($1) AS free", [MIGRATION_LOCK]);
  if (!rows[0].free) throw new StartupError("A server is starting on this database: stop it first.");
  await requireFree(client, replace);
  await dropTables(client);
  for (const migration of migrations) if (saved.has(migration.name)) await applyWithin(client, migration, now);
  await load(client, backup);
  const jobsLeftOut = await loadJobs(client, backup);
  for (const migration of later) await applyWithin(client, migration, now);
  for (const table of ACCESS) await client.query(`DELETE FROM ${table}`);
  // Positions are given again to other changes, so a device that was ahead of the backup has to read everything.
  await client.query("UPDATE change_feeds SET feed_id = gen_random_uuid()");
  await skipLostIds(client, manifest, now);
  await client.query("COMMIT");
  await client.query(`ANALYZE ${manifest.tables.map(({ name }) => quotedName(name)).join(", ")}`);
  return { manifest, migrated: later.map(({ name }) => name), jobsLeftOut };
}

async function requireFree(client: pg.Client, replace: boolean): Promise<void> {
  // The extension's own daemon is connected, and tables are distributed while they are empty.
  if (await hasCitus(client)) {
    throw new StartupError(
      "The database has the extension citus: restore into one without it, and distribute that (docs/operating.md).",
    );
  }
  if (!(await isAlone(client))) {
    throw new StartupError("Somebody is connected to this database: stop all servers and workers first.");
  }
  const tables = await readTables(client, "public");
  if (tables.length > 0 && !tables.some(({ name }) => name === "public.schema_migrations")) {
    throw new StartupError("The database holds tables of something else: name an empty one.");
  }
  if (replace) return;
  for (const { name, quoted } of tables) {
    if (TABLES_WITHOUT_USER_DATA.has(name)) continue;
    const { rows } = await client.query(`SELECT FROM ${quoted} LIMIT 1`);
    if (rows.length === 0) continue;
    throw new StartupError(
      `The database is not empty (${name} has rows): name an empty one, or --replace to throw away what it holds.`,
    );
  }
}

/** Sessions that have just ended may be listed for another moment. */
async function isAlone(client: pg.Client): Promise<boolean> {
  for (let attempt = 0; attempt < 10; attempt++) {
    // Processes without a user are PostgreSQL's own.
    const { rows } = await client.query(
      `SELECT FROM pg_stat_activity
      WHERE datname = current_database() AND pid <> pg_backend_pid() AND usesysid IS NOT NULL`,
    );
    if (rows.length === 0) return true;
    await delay(100);
  }
  return false;
}

async function dropTables(client: pg.Client): Promise<void> {
  const tables = await readTables(client, "public");
  if (tables.length > 0) await client.query(`DROP TABLE ${tables.map(({ quoted }) => quoted).join(", ")} CASCADE`);
  const { rows } = await client.query<{ name: string }>(
    `SELECT p.oid::regprocedure::text AS name FROM pg_proc AS p
    WHERE p.pronamespace = 'public'::regnamespace
      AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.objid = p.oid AND d.deptype = 'e')`,
  );
  for (const { name } of rows) await client.query(`DROP FUNCTION ${name}`);
}

async function load(client: pg.Client, backup: BackupFile): Promise<void> {
  const tables = (await readTables(client, "public")).map(({ quoted }) => quoted);
  const foreignKeys = await dropForeignKeys(client);
  for (const table of tables) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER USER`);
  // Rows that migrations inserted. TRUNCATE would create new files for all tables.
  for (const table of tables) await client.query(`DELETE FROM ${table}`);
  for (const table of backup.manifest.tables) if (table.name !== JOBS) await copyTable(client, backup, table);
  for (const table of tables) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER USER`);
  for (const { table, name, definition } of foreignKeys) {
    await client.query(`ALTER TABLE ${table} ADD CONSTRAINT ${name} ${definition}`);
  }
  for (const { name, last } of backup.manifest.sequences) {
    if (last !== null) await client.query("SELECT setval($1::regclass, $2::bigint)", [name, last]);
  }
}

/** More ids than are given between two backups. */
const LOST_IDS = 1_000_000;

/** More ids than are given in a second, over the time between two restores of the same backup. */
const LOST_IDS_A_SECOND = 10_000;

/**
 * Leaves a gap in every sequence, also of tables that are newer than the backup. What was made after the backup is lost, but devices
 * still name it in what they have queued, which must reach nothing else. The gap grows with the backup's age: what was made after one
 * restore has none of the ids that are given after another one.
 */
async function skipLostIds(client: pg.Client, manifest: Manifest, now: Date): Promise<void> {
  const seconds = Math.max(0, Math.ceil((now.getTime() - Date.parse(manifest.createdAt)) / 1000));
  await client.query(
    `SELECT setval(format('%I.%I', schemaname, sequencename)::regclass, coalesce(last_value, 0) + $1)
    FROM pg_sequences WHERE schemaname = 'public'`,
    [LOST_IDS + LOST_IDS_A_SECOND * seconds],
  );
}

/** Foreign keys are checked once for all rows at the end: row by row it would take much longer, and memory for each. */
async function dropForeignKeys(client: pg.Client): Promise<{ table: string; name: string; definition: string }[]> {
  const { rows } = await client.query<{ table: string; name: string; definition: string }>(
    `SELECT conrelid::regclass::text AS table, quote_ident(conname) AS name, pg_get_constraintdef(oid) AS definition
    FROM pg_constraint WHERE contype = 'f' AND connamespace = 'public'::regnamespace ORDER BY 1, 2`,
  );
  for (const { table, name } of rows) await client.query(`ALTER TABLE ${table} DROP CONSTRAINT ${name}`);
  return rows;
}

async function copyTable(
  client: pg.Client,
  backup: BackupFile,
  table: SavedTable,
  target = quotedName(table.name),
): Promise<void> {
  const columns = table.columns.map(pg.escapeIdentifier).join(", ");
  const copy = client.query(from(`COPY ${target} (${columns}) FROM STDIN`));
  await pipeline(await backup.rowsOf(table), copy);
  if (copy.rowCount !== table.rows) {
    throw new Error(`${table.name} took ${copy.rowCount} of ${table.rows} rows`);
  }
}

const quotedName = (name: string) => name.split(".").map(pg.escapeIdentifier).join(".");

/** Loads the jobs whose queue still exists. Returns the number of others. */
async function loadJobs(client: pg.Client, backup: BackupFile): Promise<number> {
  await client.query(`TRUNCATE ${JOBS}`);
  const saved = backup.manifest.tables.find(({ name }) => name === JOBS);
  if (!saved) return 0;
  if (backup.manifest.queueVersion !== (await readQueueVersion(client))) return saved.rows;
  await client.query(`CREATE TEMP TABLE saved_jobs (LIKE ${JOBS} INCLUDING DEFAULTS) ON COMMIT DROP`);
  await copyTable(client, backup, saved, "saved_jobs");
  const { rowCount } = await client.query(
    `INSERT INTO ${JOBS} SELECT * FROM saved_jobs WHERE name IN (SELECT name FROM pgboss.queue)`,
  );
  return saved.rows - (rowCount ?? 0);
}
