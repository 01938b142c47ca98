import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { type AddressInfo, createServer } from "node:net";
import path from "node:path";
import type { Card } from "@repasa/contract/cards.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { systemClock } from "#platform/time/clock.ts";
import { importThrough, signUp } from "#testing/http-student.ts";
import { PGBOUNCER, startPgBouncer } from "#testing/pgbouncer.ts";
import { launch, newDataDir, startServer } from "#testing/server-process.ts";
import { createEmptyTestDatabase, createTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { isDatabaseUnavailable } from "./database-errors.ts";
import { migrate } from "./migrate.ts";
import { openConnection, openDatabase } from "./pool.ts";
import { isPooled } from "./pooler.ts";
import { ensureRoles, grantToApp, limitRole, type RoleUrls } from "./roles.ts";

/** Starts a server that refuses every session with an error of the form that PgBouncer 1.18 and 1.24 use. */
async function startRefusingPooler(message: string) {
  const fields = `SFATAL\0VFATAL\0C08P01\0M${message}\0\0`;
  const answer = Buffer.alloc(5 + fields.length);
  answer.write("E");
  answer.writeInt32BE(4 + fields.length, 1);
  answer.write(fields, 5);
  const server = createServer((socket) => {
    socket.on("error", () => {}).once("data", () => socket.end(answer));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `postgres://ana@127.0.0.1:${(server.address() as AddressInfo).port}/repasa`,
    close: () => server.close(),
  };
}

describe("isPooled", () => {
  it("distinguishes a pooler from the database itself", async () => {
    const database = await createTestDatabase();
    expect(await isPooled(database.connectionString)).toBe(false);
    await database.drop();
    const pooler = await startRefusingPooler("unsupported startup parameter: statement_timeout");
    expect(await isPooled(pooler.url)).toBe(true);
    pooler.close();
  });

  it("fails as unavailable if the pooler has no connection to the database", async () => {
    const pooler = await startRefusingPooler(
      "server login has been failing, cached error: the database system is starting up",
    );
    const error = await isPooled(pooler.url).catch((reason: unknown) => reason);
    expect(isDatabaseUnavailable(error)).toBe(true);
    pooler.close();
  });
});

describe("limitRole", () => {
  it("limits sessions that set no limits themselves, and keeps limits that were set for the role", async () => {
    const database = await createTestDatabase();
    const { appUrl } = await ensureRoles(database.connectionString);
    await Promise.all([limitRole(appUrl), limitRole(appUrl)]);
    expect(await readLimits(appUrl)).toEqual(["10s", "15s"]);
    const name = pg.escapeIdentifier(new URL(appUrl).pathname.slice(1));
    await database.db.pool.query(`ALTER ROLE repasa_app IN DATABASE ${name} SET statement_timeout = '3s'`);
    await limitRole(appUrl);
    expect(await readLimits(appUrl)).toEqual(["3s", "15s"]);
    const { client, close } = await openConnection(appUrl, "test");
    const { rows } = await client.query("SHOW idle_in_transaction_session_timeout");
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: "0" }]);
    await close();
    await database.drop();
  });
});

async function readLimits(connectionString: string): Promise<string[]> {
  const database = openDatabase({ connectionString, pooled: true });
  const { rows } = await database.pool.query(
    "SELECT current_setting('statement_timeout') AS a, current_setting('idle_in_transaction_session_timeout') AS b",
  );
  await database.close();
  return Object.values(rows[0]);
}

if (!PGBOUNCER) console.info("Nothing goes through PgBouncer: TEST_PGBOUNCER does not name the program.");

describe.runIf(PGBOUNCER)("PgBouncer in transaction mode", () => {
  let database: TestDatabase;
  let roles: RoleUrls;
  let pooler: Awaited<ReturnType<typeof startPgBouncer>>;
  const environment = () => ({
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: roles.appUrl,
    DATABASE_OWNER_URL: roles.ownerUrl,
  });

  beforeAll(async () => {
    database = await createEmptyTestDatabase();
    roles = await ensureRoles(database.connectionString);
    pooler = await startPgBouncer(roles.appUrl);
  });

  afterAll(async () => {
    await pooler?.stop();
    await database.drop();
  });

  it("serves two servers that start at once on an empty database, and no session leaves anything behind", async () => {
    const dataDirs = [await newDataDir(), await newDataDir()];
    const servers = await Promise.all(dataDirs.map((DATA_DIR) => startServer({ DATA_DIR, ...environment() })));
    const [one = "", two = ""] = servers.map(({ url }) => url);
    const students = await Promise.all(Array.from({ length: 5 }, () => signUp(one)));
    await Promise.all(
      students.map(async (student) => {
        const { body: folder } = await student.call<Folder>(one, "POST", "/api/folders", { name: "Química" });
        const faces = Array.from({ length: 8 }, (_, index) => ({ front: `${index}`, back: "b" }));
        const created = await Promise.all(
          faces.map((card, index) =>
            student.call<Card>(index % 2 ? one : two, "POST", `/api/folders/${folder.id}/cards`, card),
          ),
        );
        expect(new Set(created.map(({ status }) => status))).toEqual(new Set([201]));
        const rated = await Promise.all(
          created.map(({ body }, index) =>
            student.call(index % 2 ? two : one, "POST", `/api/cards/${body.id}/review`, { difficulty: "easy" }),
          ),
        );
        expect(new Set(rated.map(({ status }) => status))).toEqual(new Set([200]));
        expect((await student.call(two, "GET", "/api/user/stats")).body).toMatchObject({ reviewedToday: 8 });
        expect((await student.call(two, "GET", "/api/user/retention?days=30")).status).toBe(200);
      }),
    );
    const [student] = students;
    if (!student) throw new Error("nobody signed up");
    await importThrough(student, [one, two]);
    // The workers are notified: by polling they would send the letters only after ten seconds.
    await vi.waitUntil(async () => (await countLetters(dataDirs)) === 5, { interval: 100 });
    expect(await listLeftovers(database)).toEqual([]);
    expect(await readLimits(pooler.url)).toEqual(["10s", "15s"]);
    for (const server of servers) server.process.kill("SIGTERM");
    expect(await Promise.all(servers.map(({ ended }) => ended))).toEqual([0, 0]);
    expect(
      servers.map(({ output }) =>
        output()
          .replace(/^Repasa: .*$/m, "")
          .trim(),
      ),
    ).toEqual(["", ""]);
  });

  it("does not keep the lock of migrations when their transaction has ended", async () => {
    const empty = await createEmptyTestDatabase();
    const through = await startPgBouncer(empty.connectionString);
    const run = () => migrate({ connectionString: through.url, clock: systemClock, lockTimeoutMs: 20_000 });
    const [first = [], second = []] = await Promise.all([run(), run()]);
    expect(new Set([...first, ...second]).size).toBe(first.length + second.length);
    expect(await run()).toEqual([]);
    expect(await listLeftovers(empty)).toEqual([]);
    await through.stop();
    await empty.drop();
  });

  it("makes the server answer 503 while it cannot reach the database", async () => {
    const server = await startServer({ DATA_DIR: await newDataDir(), ...environment(), WORKER: "off" });
    const student = await signUp(server.url);
    const name = pg.escapeIdentifier(new URL(roles.appUrl).pathname.slice(1));
    const admin = new pg.Client({ connectionString: withDatabase(database.connectionString, "postgres") });
    await admin.connect();
    await admin.query(`ALTER DATABASE ${name} CONNECTION LIMIT 0`);
    await admin.query("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'repasa_app'");
    const statuses = await Promise.all(
      Array.from({ length: 4 }, async () => (await student.call(server.url, "GET", "/api/folders")).status),
    );
    expect(new Set(statuses)).toEqual(new Set([503]));
    await admin.query(`ALTER DATABASE ${name} CONNECTION LIMIT -1`);
    await admin.end();
    await vi.waitUntil(async () => (await student.call(server.url, "GET", "/api/folders")).status === 200, {
      timeout: 25_000,
      interval: 200,
    });
    server.process.kill("SIGTERM");
    expect(await server.ended).toBe(0);
  });

  async function readStartError(variables: Record<string, string>): Promise<string> {
    const server = launch({ LOG_LEVEL: "silent", DATA_DIR: await newDataDir(), ...variables });
    expect(await server.ended).toBe(1);
    return server.output().trim();
  }

  it("stops the start without an address that bypasses it, or if it does not keep prepared statements", async () => {
    await migrate({ connectionString: roles.ownerUrl, clock: systemClock });
    await grantToApp(roles);
    expect(await readStartError({ DATABASE_URL: pooler.url })).toBe(
      "DATABASE_URL leads through a pooler: name the database itself in DATABASE_DIRECT_URL.",
    );
    const older = await startPgBouncer(roles.appUrl, { max_prepared_statements: "0" });
    expect(await readStartError({ ...environment(), DATABASE_URL: older.url })).toBe(
      "The pooler of DATABASE_URL does not keep prepared statements: PgBouncer 1.21 or later with max_prepared_statements is needed.",
    );
    await older.stop();
    const ignoring = await startPgBouncer(roles.appUrl, { ignore_startup_parameters: "statement_timeout" });
    expect(await isPooled(ignoring.url)).toBe(true);
    await ignoring.stop();
  });
});

function withDatabase(connectionString: string, name: string): string {
  const url = new URL(connectionString);
  url.pathname = `/${name}`;
  return url.href;
}

async function countLetters(dataDirs: string[]): Promise<number> {
  const boxes = await Promise.all(dataDirs.map((dir) => readdir(path.join(dir, "outbox")).catch(() => [])));
  return boxes.flat().length;
}

/** Lists the advisory locks and temporary tables that idle sessions hold. */
async function listLeftovers({ db }: TestDatabase): Promise<unknown[]> {
  const { rows } = await db.pool.query(`
    SELECT 'lock' AS what, application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
      WHERE locktype = 'advisory' AND datname = current_database() AND state = 'idle'
    UNION ALL SELECT 'table', relname FROM pg_class WHERE relpersistence = 't'`);
  return rows;
}
