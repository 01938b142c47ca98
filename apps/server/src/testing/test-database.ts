import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { type Database, type DatabaseOptions, openDatabase } from "#platform/db/pool.ts";
import { connectNodes } from "#platform/scale-out/testing/citus-cluster.ts";
import { clearDatabase, type NewDatabase, readNewDatabase } from "#testing/cleared-databases.ts";
import { databaseUrl, dropDatabase, onEachServer } from "#testing/database-server.ts";

declare module "vitest" {
  interface ProvidedContext {
    testDatabase: { serverUrl: string; workerUrls: string[]; template: string; namePrefix: string };
  }
}

export interface TestDatabase {
  readonly connectionString: string;
  readonly db: Database;
  readonly drop: () => Promise<void>;
}

export type TestDatabaseOptions = Omit<DatabaseOptions, "connectionString"> & {
  /** Settings of each connection, as `-c name=value`. */
  serverOptions?: string;
};

/** Databases that earlier files of this process used. To create and drop one takes 75 ms, and to clear it 10. */
const cleared: string[] = [];
let newDatabase: NewDatabase | undefined;

/** Returns a database for one test file or test, with all migrations and no rows. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const { serverUrl, workerUrls, template, namePrefix } = inject("testDatabase");
  const reused = cleared.pop();
  if (reused !== undefined) return openTestDatabase(serverUrl, reused, options, clearOrDrop);
  const name = `${namePrefix}${randomBytes(5).toString("hex")}`;
  await onEachServer([serverUrl, ...workerUrls], (admin) =>
    // WAL_LOG is the faster strategy for a database this small: the other one waits for a checkpoint.
    admin.query(
      `CREATE DATABASE ${pg.escapeIdentifier(name)} TEMPLATE ${pg.escapeIdentifier(template)} STRATEGY WAL_LOG`,
    ),
  );
  newDatabase ??= await readNewDatabase(databaseUrl(serverUrl, name));
  return openTestDatabase(serverUrl, name, options, workerUrls.length > 0 ? dropOnEachServer : clearOrDrop);
}

/** Keeps the database for a later file, unless its structure was changed. */
async function clearOrDrop(name: string): Promise<void> {
  const { serverUrl } = inject("testDatabase");
  // A test may have made it unusable.
  const structure =
    newDatabase && (await clearDatabase(databaseUrl(serverUrl, name), newDatabase).catch(() => undefined));
  if (structure !== undefined && structure === newDatabase?.structure) cleared.push(name);
  else await dropOnEachServer(name);
}

async function dropOnEachServer(name: string): Promise<void> {
  const { serverUrl, workerUrls } = inject("testDatabase");
  await onEachServer([serverUrl, ...workerUrls], (admin) => dropDatabase(admin, name));
}

export async function createEmptyTestDatabase(): Promise<TestDatabase> {
  const { serverUrl, namePrefix } = inject("testDatabase");
  const name = `${namePrefix}${randomBytes(5).toString("hex")}`;
  await onEachServer([serverUrl], (admin) => admin.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`));
  return openTestDatabase(serverUrl, name, {}, dropOnEachServer);
}

/** Creates an empty database on all nodes of the Citus cluster that the tests run on, and connects the nodes. */
export async function createTestCluster(): Promise<TestDatabase> {
  const { serverUrl, workerUrls, namePrefix } = inject("testDatabase");
  const name = `${namePrefix}${randomBytes(5).toString("hex")}`;
  const servers = [serverUrl, ...workerUrls];
  await onEachServer(servers, (admin) => admin.query(`CREATE DATABASE ${pg.escapeIdentifier(name)}`));
  await connectNodes(servers.map((url) => databaseUrl(url, name)));
  // Not the application name of a server, because connections of servers block what is tested here.
  return openTestDatabase(serverUrl, name, { applicationName: TEST_NAME }, dropOnEachServer);
}

/** Opens a pool with longer limits than a server has, because statements take longer on a busy machine. */
export function openTestPool(options: DatabaseOptions): Database {
  return openDatabase({ maxConnections: 5, connectionTimeoutMs: 20_000, statementTimeoutMs: 60_000, ...options });
}

/** The name of connections on which tests write what the product records when it writes it (change-guard.ts). */
const TEST_NAME = "test";

/** The `pool` of the database is for statements of tests; the product uses another one. */
function openTestDatabase(
  serverUrl: string,
  name: string,
  { serverOptions, ...options }: TestDatabaseOptions,
  giveBack: (name: string) => Promise<void>,
): TestDatabase {
  const url = databaseUrl(serverUrl, name);
  const connectionString = serverOptions === undefined ? url : `${url}?options=${encodeURIComponent(serverOptions)}`;
  const db = openTestPool({ ...options, connectionString });
  const own = openTestPool({ ...options, connectionString, applicationName: TEST_NAME });
  return {
    connectionString,
    db: { ...db, pool: own.pool },
    drop: async () => {
      await db.close();
      await own.close();
      await giveBack(name);
    },
  };
}
