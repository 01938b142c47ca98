import pg from "pg";
import { StartupError } from "#platform/process/startup-error.ts";
import { hasKeysOffTable } from "#platform/scale-out/distribution-state.ts";
import { runMigration } from "#platform/scale-out/distribution-steps.ts";
import type { Clock } from "#platform/time/clock.ts";
import type { DatabaseLogger } from "./database-logger.ts";
import { MIGRATION_LOCK } from "./locks.ts";
import { MIGRATIONS_DIRECTORY, type Migration, readMigrations } from "./migration-files.ts";

const OLDEST_SERVER_VERSION = 150_000;
const INSUFFICIENT_PRIVILEGE = "42501";

export interface MigrateOptions {
  readonly connectionString: string;
  readonly clock: Clock;
  readonly logger?: DatabaseLogger;
  readonly directory?: string;
  readonly lockTimeoutMs?: number;
  /** True for the command that distributes the database: it continues where it was interrupted, which no server may do. */
  readonly isDistributing?: boolean;
}

/** Drizzle's own migrator takes no lock, compares no checksums, and silently skips a migration that was merged late. */
export async function migrate(options: MigrateOptions): Promise<string[]> {
  const migrations = await readMigrations(options.directory ?? MIGRATIONS_DIRECTORY);
  const client = await connectOnce(options.connectionString, "repasa-migrate");
  try {
    await requireServerVersion(client);
    const applied: string[] = [];
    for (let next = await applyNext(client, migrations, options); next; ) {
      applied.push(next.name);
      options.logger?.info({ migration: next.name }, "migration applied");
      next = await applyNext(client, migrations, options);
    }
    return applied;
  } finally {
    await client.end().catch(() => {});
  }
}

/** A connection for statements that may take long. */
export async function connectOnce(
  connectionString: string,
  applicationName: string,
  settings: Pick<pg.ClientConfig, "statement_timeout"> = {},
): Promise<pg.Client> {
  const client = new pg.Client({
    ...settings,
    connectionString,
    application_name: applicationName,
    connectionTimeoutMillis: 10_000,
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

export async function requireServerVersion(client: pg.Client): Promise<void> {
  const { rows } = await client.query("SELECT current_setting('server_version_num')::int AS number");
  const number: number = rows[0].number;
  if (number >= OLDEST_SERVER_VERSION) return;
  throw new StartupError(
    `The database is PostgreSQL ${Math.floor(number / 10_000)}; ${OLDEST_SERVER_VERSION / 10_000} or later is needed.`,
  );
}

/**
 * Applies the next migration in one transaction, with which the lock and the settings end: behind a pooler, a lock of the session
 * would stay with a connection that others get. Returns undefined when there is nothing left to apply.
 */
async function applyNext(
  client: pg.Client,
  migrations: Migration[],
  { clock, lockTimeoutMs = 5 * 60_000, isDistributing = false }: MigrateOptions,
): Promise<Migration | undefined> {
  await client.query("BEGIN");
  try {
    await lock(client, lockTimeoutMs);
    if (!isDistributing) await requireKeysOn(client);
    const migration = await findPending(client, migrations);
    if (migration) await apply(client, migration, clock.now());
    else await client.query("COMMIT");
    return migration;
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
}

async function lock(client: pg.Client, timeoutMs: number): Promise<void> {
  await client.query("SELECT set_config('lock_timeout', $1, true)", [`${timeoutMs}ms`]);
  // Creating an index on a large table may take longer than the role's other statements may.
  await client.query("SET LOCAL statement_timeout = 0");
  try {
    await client.query("SELECT pg_advisory_xact_lock($1)", [MIGRATION_LOCK]);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError && error.code === "55P03")) throw error;
    throw new StartupError(`Another server has been migrating the database for more than ${timeoutMs / 1000} s.`, {
      cause: error,
    });
  }
}

async function requireKeysOn(client: pg.Client): Promise<void> {
  if (!(await hasKeysOffTable(client))) return;
  throw new StartupError(
    "Distributing the database was stopped while foreign keys are off: run npm run db:distribute again.",
  );
}

const MIGRATIONS_TABLE =
  "CREATE TABLE IF NOT EXISTS schema_migrations (name text PRIMARY KEY, checksum text NOT NULL, applied_at timestamptz NOT NULL)";

async function findPending(client: pg.Client, migrations: Migration[]): Promise<Migration | undefined> {
  const rows = await readApplied(client);
  requireKnown(rows, migrations);
  const applied = new Set(rows.map((row) => row.name));
  return migrations.find((migration) => !applied.has(migration.name));
}

/** Creates nothing: a server may have a role that cannot. */
async function readApplied(client: pg.Client): Promise<Applied[]> {
  const { rows: found } = await client.query("SELECT to_regclass('public.schema_migrations') AS found");
  if (found[0].found === null) return [];
  return (await client.query<Applied>("SELECT name, checksum FROM schema_migrations ORDER BY name")).rows;
}

/** Returns the names of the migrations that are still to be applied, without changing the database. */
export async function readPending(client: pg.Client, directory = MIGRATIONS_DIRECTORY): Promise<string[]> {
  const names = (await readMigrations(directory)).map(({ name }) => name);
  const applied = new Set((await readApplied(client)).map((row) => row.name));
  return names.filter((name) => !applied.has(name));
}

type Applied = Pick<Migration, "name" | "checksum">;

/** Throws if a later version, or a different one, has migrated the database. */
export function requireKnown(applied: readonly Applied[], migrations: readonly Migration[]): void {
  const known = new Map(migrations.map((migration) => [migration.name, migration]));
  for (const { name, checksum } of applied) {
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
}

/** Applies a migration and commits, because some constraints are only checked then. */
async function apply(client: pg.Client, migration: Migration, now: Date): Promise<void> {
  try {
    await applyWithin(client, migration, now);
    await client.query("COMMIT");
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const isForbidden = error instanceof pg.DatabaseError && error.code === INSUFFICIENT_PRIVILEGE;
    const advice = isForbidden
      ? "; run npm run migrate with DATABASE_OWNER_URL, the address of who owns the tables"
      : "";
    throw new StartupError(`Migration ${migration.name} failed and was rolled back: ${reason}${advice}`, {
      cause: error,
    });
  }
}

/** Applies a migration in the caller's transaction. */
export async function applyWithin(client: pg.Client, { name, sql, checksum }: Migration, now: Date): Promise<void> {
  await client.query(MIGRATIONS_TABLE);
  await runMigration(client, sql);
  await client.query("INSERT INTO schema_migrations (name, checksum, applied_at) VALUES ($1, $2, $3)", [
    name,
    checksum,
    now,
  ]);
}
