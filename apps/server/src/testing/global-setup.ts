import { createHash, randomInt } from "node:crypto";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { allJobs } from "#all-jobs.ts";
import { startEmbeddedDatabase } from "#platform/db/embedded-database.ts";
import { migrate } from "#platform/db/migrate.ts";
import { MIGRATIONS_DIRECTORY, readMigrations } from "#platform/db/migration-files.ts";
import { installQueues, queueShape } from "#platform/jobs/queue.ts";
import { distributeDatabase } from "#platform/scale-out/distribution.ts";
import { ON_EVERY_NODE, ON_THE_COORDINATOR } from "#platform/scale-out/placement.ts";
import { connectNodes } from "#platform/scale-out/testing/citus-cluster.ts";
import { systemClock } from "#platform/time/clock.ts";
import { CHANGE_GUARD } from "./change-guard.ts";
import { databaseUrl, dropDatabase, NOT_DURABLE, onEachServer, selectWorkerUrls } from "./database-server.ts";

// All runs in this checkout share one cluster, even those that run at the same time. If a run is killed, the next one joins its
// cluster and stops it at the end. A run leaves its databases to the next one, which drops them while its own tests run, because each
// drop waits for the disk.
const DATA_DIRECTORY = join(import.meta.dirname, "../../../../.tmp/test-database");
const TEMPLATE_PREFIX = "repasa_template_";
const RUN_PREFIX = "repasa_test_";
/** First keys of advisory locks: a run holds (RUN_LOCK, run) while it lives, and (TEMPLATE_LOCK, template) while it uses that. */
const RUN_LOCK = 7_264_003;
const TEMPLATE_LOCK = 7_264_004;
const BUILD_LOCK = 7_264_005;

const SERVER_SETTINGS = {
  max_connections: "200",
  // Each of the databases that tests create and drop would be flushed to the disk.
  ...NOT_DURABLE,
  // It would gather statistics at a moment of its own, which change plans, and wakes up for each of many databases.
  autovacuum: "off",
};

const silentLogger = { info: () => {}, warn: () => {}, error: () => {} };

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startServer();
  const run = randomInt(1, 2 ** 31);
  const admin = new pg.Client({ connectionString: server.url });
  admin.on("error", () => {});
  await admin.connect();
  await admin.query("SELECT pg_advisory_lock($1, $2)", [RUN_LOCK, run]);
  const servers = [server.url, ...(await selectWorkerUrls(admin))];
  const template = await ensureTemplate(admin, servers);
  const dropping = dropLeftovers(admin, run, template);
  const namePrefix = `${RUN_PREFIX}${run}_`;
  project.provide("testDatabase", { serverUrl: server.url, workerUrls: servers.slice(1), template, namePrefix });

  return async () => {
    await dropping;
    await admin.end();
    await server.stop();
  };
}

async function startServer(): Promise<{ url: string; stop: () => Promise<void> }> {
  const url = process.env.TEST_CITUS_URL ?? process.env.TEST_DATABASE_URL;
  if (url) return { url, stop: async () => {} };
  const cluster = await startEmbeddedDatabase({
    dataDir: DATA_DIRECTORY,
    logger: silentLogger,
    settings: SERVER_SETTINGS,
  });
  return { url: cluster.databaseUrl("postgres"), stop: cluster.stop };
}

/** Returns the template, after creating it if necessary. On a Citus cluster it is distributed, with parts on all nodes. */
async function ensureTemplate(admin: pg.Client, servers: readonly string[]): Promise<string> {
  const migrations = await readMigrations(MIGRATIONS_DIRECTORY);
  const placed = servers.length > 1 && [ON_EVERY_NODE, ON_THE_COORDINATOR];
  const hash = createHash("sha256")
    .update(JSON.stringify({ migrations, queues: queueShape(allJobs), placed, guard: CHANGE_GUARD }))
    .digest();
  const template = `${TEMPLATE_PREFIX}${hash.toString("hex").slice(0, 16)}`;
  await admin.query("SELECT pg_advisory_lock($1)", [BUILD_LOCK]);
  try {
    await admin.query("SELECT pg_advisory_lock_shared($1, $2)", [TEMPLATE_LOCK, templateKey(template)]);
    if ((await selectDatabases(admin, template)).includes(template)) return template;
    await buildTemplate(servers, template);
    return template;
  } finally {
    await admin.query("SELECT pg_advisory_unlock($1)", [BUILD_LOCK]);
  }
}

/** Builds the template under another name, and renames it when it is complete, because a run may be killed meanwhile. */
async function buildTemplate(servers: readonly string[], template: string): Promise<void> {
  const unfinished = `${TEMPLATE_PREFIX}unfinished`;
  const urls = servers.map((url) => databaseUrl(url, unfinished));
  const [connectionString = ""] = urls;
  await onEachServer(servers, async (client) => {
    await dropDatabase(client, unfinished);
    await client.query(`CREATE DATABASE ${pg.escapeIdentifier(unfinished)}`);
  });
  if (urls.length > 1) await connectNodes(urls);
  await migrate({ connectionString, clock: systemClock });
  if (urls.length > 1) {
    await distributeDatabase({ connectionString, clock: systemClock, say: () => {}, confirm: async () => true });
  }
  await installQueues(connectionString, allJobs);
  if (urls.length === 1) await onEachServer(urls, (client) => client.query(CHANGE_GUARD));
  // The coordinator comes last, because runs search for the template there.
  await onEachServer(servers.toReversed(), async (client) => {
    // A template can be cloned only if nothing is connected to it, and Citus keeps a connection open.
    await client.query(`ALTER DATABASE ${pg.escapeIdentifier(unfinished)} ALLOW_CONNECTIONS false`);
    await client.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1", [unfinished]);
    await client.query(`DROP DATABASE IF EXISTS ${pg.escapeIdentifier(template)}`);
    await client.query(`ALTER DATABASE ${pg.escapeIdentifier(unfinished)} RENAME TO ${pg.escapeIdentifier(template)}`);
  });
}

async function dropLeftovers(admin: pg.Client, run: number, template: string): Promise<void> {
  for (const name of await selectDatabases(admin, RUN_PREFIX)) {
    const owner = Number(name.slice(RUN_PREFIX.length).split("_")[0]);
    if (owner !== run) await dropUnlessInUse(admin, name, RUN_LOCK, owner);
  }
  for (const name of await selectDatabases(admin, TEMPLATE_PREFIX)) {
    if (name !== template && !name.endsWith("_unfinished")) {
      await dropUnlessInUse(admin, name, TEMPLATE_LOCK, templateKey(name));
    }
  }
}

async function dropUnlessInUse(admin: pg.Client, name: string, lock: number, key: number): Promise<void> {
  const { rows } = await admin.query("SELECT pg_try_advisory_lock($1, $2) AS unused", [lock, key]);
  if (!rows[0]?.unused) return;
  await dropDatabase(admin, name);
  await admin.query("SELECT pg_advisory_unlock($1, $2)", [lock, key]);
}

function templateKey(template: string): number {
  return Number.parseInt(template.slice(TEMPLATE_PREFIX.length, TEMPLATE_PREFIX.length + 7), 16);
}

async function selectDatabases(admin: pg.Client, prefix: string): Promise<string[]> {
  const { rows } = await admin.query<{ datname: string }>(
    "SELECT datname FROM pg_database WHERE starts_with(datname::text, $1) ORDER BY datname",
    [prefix],
  );
  return rows.map((row) => row.datname);
}
