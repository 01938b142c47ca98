import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pino from "pino";
import { expect, it } from "vitest";
import { allJobs } from "#all-jobs.ts";
import { pairWithHandlers } from "#platform/jobs/job.ts";
import { installQueues, openQueue, startWorker } from "#platform/jobs/queue.ts";
import { systemClock } from "#platform/time/clock.ts";
import { createTestDatabase } from "#testing/test-database.ts";
import { writeBackup } from "./backup/write-backup.ts";
import { migrate } from "./migrate.ts";
import { type Database, openDatabase } from "./pool.ts";
import { ensureRoles, grantToApp } from "./roles.ts";

it("gives the superuser's tables to an owner that migrates, and lets the app's role only change rows", async () => {
  const database = await createTestDatabase();
  const { connectionString } = database;
  const urls = await ensureRoles(connectionString);
  // Repeated and concurrent calls change nothing.
  await Promise.all([ensureRoles(connectionString), ensureRoles(connectionString)]);
  await migrate({ connectionString: urls.ownerUrl, clock: systemClock });
  await installQueues(urls.ownerUrl, allJobs);
  await Promise.all([grantToApp(urls), grantToApp(urls)]);
  const app = openDatabase({ connectionString: urls.appUrl });
  const owner = openDatabase({ connectionString: urls.ownerUrl });
  try {
    const attributes = "SELECT rolsuper, rolcreaterole, rolcreatedb, rolbypassrls, rolreplication FROM pg_roles";
    for (const { pool } of [app, owner]) {
      const { rows } = await pool.query(`${attributes} WHERE rolname = current_user`);
      expect(Object.values(rows[0])).toEqual([false, false, false, false, false]);
    }
    const write = "INSERT INTO billing_events (id, type, received_at) VALUES ('evt_1', 'x', '2026-01-01Z')";
    await app.pool.query(write);
    await app.pool.query("CREATE TEMP TABLE incoming AS SELECT * FROM cards WITH NO DATA");
    for (const statement of [
      "CREATE TABLE mine (id integer)",
      "ALTER TABLE users ADD COLUMN nickname text",
      "DROP TABLE reviews",
      "TRUNCATE reviews",
      "CREATE FUNCTION f() RETURNS integer LANGUAGE sql AS 'SELECT 1'",
      "COPY users TO PROGRAM 'cat'",
      "SELECT pg_read_file('postgresql.conf')",
      "ALTER SYSTEM SET fsync = off",
      "SET ROLE repasa_owner",
    ]) {
      await expect(app.pool.query(statement), statement).rejects.toMatchObject({ code: "42501" });
    }
    expect(await runWorker(app, urls.appUrl)).toEqual([]);

    // A server that knows no owner starts, as long as somebody else has migrated.
    const asApp = { connectionString: urls.appUrl, clock: systemClock };
    expect(await migrate(asApp)).toEqual([]);
    await installQueues(urls.appUrl, allJobs);
    await grantToApp({ ownerUrl: urls.appUrl, appUrl: urls.appUrl });
    const folder = await mkdtemp(join(tmpdir(), "repasa-roles-"));
    expect((await writeBackup(urls.appUrl, join(folder, "backup"), new Date())).tables.length).toBeGreaterThan(40);
    await rm(folder, { recursive: true });
    await owner.pool.query("DELETE FROM schema_migrations WHERE name = (SELECT max(name) FROM schema_migrations)");
    await expect(migrate(asApp)).rejects.toThrow("DATABASE_OWNER_URL");

    // A later version adds a table.
    await owner.pool.query("CREATE TABLE later (id bigint GENERATED ALWAYS AS IDENTITY)");
    await expect(app.pool.query("INSERT INTO later DEFAULT VALUES")).rejects.toThrow("permission denied");
    await grantToApp(urls);
    await app.pool.query("INSERT INTO later DEFAULT VALUES");
  } finally {
    await Promise.all([app.close(), owner.close()]);
    await database.drop();
  }
});

/** Runs a worker and one job as the app's role, and returns the warnings that are logged. */
async function runWorker(app: Database, connectionString: string): Promise<string[]> {
  const warnings: string[] = [];
  const log = pino({ level: "warn" }, { write: (line) => void warnings.push(line) });
  const done: unknown[] = [];
  const handlers = new Proxy(
    {},
    { get: () => new Proxy({}, { get: () => async (data: unknown) => void done.push(data) }) },
  );
  const queue = await openQueue(app, systemClock, log);
  const worker = await startWorker({
    connectionString,
    work: pairWithHandlers(allJobs, handlers as never),
    clock: systemClock,
    log,
    supervisionSeconds: 1,
    pollSeconds: 2,
  });
  const { authJobs } = await import("#features/auth/auth.jobs.ts");
  await queue.enqueue(app.orm, authJobs.reset, [{ email: "ana@repasa.example" }]);
  await expect.poll(() => done).toContainEqual({ email: "ana@repasa.example" });
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  await worker.close();
  await queue.close();
  return warnings;
}
