import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { type Database, type DatabaseOptions, openDatabase } from "#db/pool.ts";
import { databaseUrl, dropDatabase } from "#testing/database-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    testDatabase: { serverUrl: string; template: string; namePrefix: string };
  }
}

export interface TestDatabase {
  readonly connectionString: string;
  readonly db: Database;
  readonly drop: () => Promise<void>;
}

/** A database of its own for one test file or test, with every migration applied and no rows. */
export async function createTestDatabase(
  options: Omit<DatabaseOptions, "connectionString"> = {},
): Promise<TestDatabase> {
  const { serverUrl, template, namePrefix } = inject("testDatabase");
  const name = `${namePrefix}${randomBytes(5).toString("hex")}`;
  await onServer(serverUrl, (admin) =>
    // WAL_LOG is the faster strategy for a database this small: the other one waits for a checkpoint.
    admin.query(
      `CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE ${pg.escapeIdentifier(template)} STRATEGY WAL_LOG`,
    ),
  );
  return openTestDatabase(serverUrl, name, options);
}

export async function createEmptyTestDatabase(): Promise<TestDatabase> {
  const { serverUrl, namePrefix } = inject("testDatabase");
  const name = `${namePrefix}${randomBytes(5).toString("hex")}`;
  await onServer(serverUrl, (admin) => admin.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`));
  return openTestDatabase(serverUrl, name, {});
}

function openTestDatabase(serverUrl: string, name: string, options: Omit<DatabaseOptions, "connectionString">) {
  const connectionString = databaseUrl(serverUrl, name);
  const db = openDatabase({ maxConnections: 5, ...options, connectionString });
  return {
    connectionString,
    db,
    drop: async () => {
      await db.close();
      await onServer(serverUrl, (admin) => dropDatabase(admin, name));
    },
  };
}

async function onServer(serverUrl: string, work: (admin: pg.Client) => Promise<unknown>): Promise<void> {
  const admin = new pg.Client({ connectionString: serverUrl });
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}
