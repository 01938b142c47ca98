import pg from "pg";
import type { Clock } from "#clock.ts";
import { StartupError } from "#startup-error.ts";
import type { DatabaseLogger } from "./database-logger.ts";
import { MIGRATIONS_DIRECTORY, type Migration, readMigrations } from "./migration-files.ts";

const MIGRATION_LOCK = 7_264_002;
const OLDEST_SERVER_VERSION = 150_000;

export interface MigrateOptions {
  readonly connectionString: string;
  readonly clock: Clock;
  readonly logger?: DatabaseLogger;
  readonly directory?: string;
  readonly lockTimeoutMs?: number;
}

/** Drizzle's own migrator takes no lock, compares no checksums, and silently skips a migration that was merged late. */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const migrations = await readMigrations(options.directory ?? MIGRATIONS_DIRECTORY);
  const client = await connect(options.connectionString);
  try {
    await requireServerVersion(client);
    await lock(client, options.lockTimeoutMs ?? 5 * 60_000);
    const pending = await findPending(client, migrations);
    for (const migration of pending) {
      await apply(client, migration, options.clock);
      options.logger?.info({ migration: migration.name }, "migration applied");
    }
    return pending.map((migration) => migration.name);
  } finally {
    await client.end().catch(() => {});
  }
}

async function connect(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    application_name: "repasa-migrate",
    connectionTimeoutMillis: 10_000,
    // An index on a large table may take longer than a pooler's default timeout.
    statement_timeout: 0,
    keepAlive: true,
  });
  client.on("error", () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    const reason = error instanceof Error ? error.message || String(Reflect.get(error, "code")) : String(error);
    throw new StartupError(
      `Cannot connect to the database ${client.database} at ${client.host}:${client.port}: ${reason}`,
      { cause: error },
    );
  }
}

async function requireServerVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query("SELECT current_setting('server_version_num')::int AS number");
  const number: number = rows[0].number;
  if (number >= OLDEST_SERVER_VERSION) return;
  throw new StartupError(
    `The database is PostgreSQL ${Math.floor(number / 10_000)}; ${OLDEST_SERVER_VERSION / 10_000} or later is needed.`,
  );
}

async function lock(client: pg.Client, timeoutMs: number): Promise<void> {
  await client.query("SELECT set_config('lock_timeout', $1, false)", [`${timeoutMs}ms`]);
  try {
    await client.query("SELECT pg_advisory_lock($1)", [MIGRATION_LOCK]);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === "55P03")) throw error;
    throw new StartupError(`Another server has been migrating the database for more than ${timeoutMs / 1000} s.`, {
      cause: error,
    });
  }
}

async function findPending(client: pg.Client, migrations: Migration[]): Promise<Migration[]> {
  await client.query(
    "CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL)",
  );
  const { rows } = await client.query<{ name: string; checksum: string }>(
    "SELECT name, checksum FROM schema_migrations ORDER BY name",
  );
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of rows) {
    const migration = known.get(name);
    if (!migration) {
      throw new StartupError(
        `The database has migration ${name}, which this version does not know: start the version that made it, or a later one.`,
      );
    }
    if (migration.checksum !== checksum) {
      throw new StartupError(
        `Migration ${name} was changed after it was applied to this database: restore the file and write a new migration.`,
      );
    }
  }
  const applied = new Set(rows.map((row) => row.name));
  return migrations.filter((migration) => !applied.has(migration.name));
}

async function apply(client: pg.Client, migration: Migration, clock: Clock): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(migration.sql);
    await client.query("INSERT INTO schema_migrations (name, checksum, applied_at) VALUES ($1, $2, $3)", [
      migration.name,
      migration.checksum,
      clock.now(),
    ]);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(`Migration ${migration.name} failed and was rolled back: ${reason}`, { cause: error });
  }
}
