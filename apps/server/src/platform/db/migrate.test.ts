import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { StartupError } from "#platform/process/startup-error.ts";
import { createEmptyTestDatabase, type TestDatabase } from "#testing/test-database.ts";
import { migrate } from "./migrate.ts";
import { databaseStartError } from "./start-error.ts";

const appliedAt = new Date("2026-01-02T03:04:05.678Z");
const clock = { now: () => appliedAt };

let database: TestDatabase;
let directory: string;

beforeEach(async () => {
  database = await createEmptyTestDatabase();
  directory = await mkdtemp(join(tmpdir(), "repasa-migrations-"));
  await write(
    "0000_folders.sql",
    "CREATE TABLE folders (id int);\n--> statement-breakpoint\nINSERT INTO folders VALUES (1);\n",
  );
  await write(
    "0001_cards.sql",
    "CREATE TABLE cards (id int);\nSELECT pg_sleep(0.2);\nINSERT INTO folders VALUES (2);\n",
  );
});

afterEach(async () => {
  await database.drop();
  await rm(directory, { recursive: true });
});

const write = (name: string, content: string) => writeFile(join(directory, name), content);
const run = () => migrate({ connectionString: database.connectionString, directory, clock });
const rows = async (sql: string) => (await database.db.pool.query(sql)).rows;

async function catchStartupError(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(StartupError);
  return (error as StartupError).message;
}

test("five servers that start at once apply each migration once, in order", async () => {
  const applied = await Promise.all([run(), run(), run(), run(), run()]);
  expect(applied.flat().sort()).toEqual(["0000_folders", "0001_cards"]);
  expect(await rows("SELECT id FROM folders ORDER BY id")).toEqual([{ id: 1 }, { id: 2 }]);
  expect(await rows("SELECT name, length(checksum), applied_at FROM schema_migrations ORDER BY name")).toEqual([
    { name: "0000_folders", length: 64, applied_at: appliedAt },
    { name: "0001_cards", length: 64, applied_at: appliedAt },
  ]);
});

test("a later start applies only new migrations, including one that was merged late under a lower number", async () => {
  await write("0003_latest.sql", "CREATE TABLE latest (id int)");
  await run();
  await write("0002_late.sql", "CREATE TABLE late (id int)");
  expect(await run()).toEqual(["0002_late"]);
  expect(await run()).toEqual([]);
});

test("a partly distributed database is migrated only by the command that distributes it", async () => {
  await database.db.pool.query("CREATE TABLE distribution_keys_off (name text)");
  expect(await catchStartupError(run())).toMatch(/foreign keys are off: run npm run db:distribute again/);
  const { connectionString } = database;
  const applied = await migrate({ connectionString, directory, clock, isDistributing: true });
  expect(applied).toEqual(["0000_folders", "0001_cards"]);
});

test("a migration that fails is rolled back, and those before it are not", async () => {
  await write("0002_broken.sql", "CREATE TABLE half (id int);\nCREATE TABLE folders (id int);\n");
  expect(await catchStartupError(run())).toBe(
    'Migration 0002_broken failed and was rolled back: relation "folders" already exists',
  );
  expect(await rows("SELECT name FROM schema_migrations ORDER BY name")).toHaveLength(2);
  expect(await rows("SELECT to_regclass('half') AS half")).toEqual([{ half: null }]);
  await write("0002_broken.sql", "CREATE TABLE whole (id int);\n");
  expect(await run()).toEqual(["0002_broken"]);
});

test("an applied migration that was changed stops the start, unless only its line endings differ", async () => {
  await run();
  await write(
    "0000_folders.sql",
    "CREATE TABLE folders (id int);\r\n--> statement-breakpoint\r\nINSERT INTO folders VALUES (1);\r\n",
  );
  expect(await run()).toEqual([]);
  await write("0000_folders.sql", "CREATE TABLE folders (id bigint);\n");
  expect(await catchStartupError(run())).toMatch(/^Migration 0000_folders was changed after it was applied/);
});

test("a database of a newer version stops the start", async () => {
  await run();
  await rm(join(directory, "0001_cards.sql"));
  expect(await catchStartupError(run())).toMatch(
    /^The database has migration 0001_cards, which this version does not know/,
  );
});

test("duplicate numbers and invalid names of migrations stop the start", async () => {
  await write("0001_again.sql", "SELECT 1");
  expect(await catchStartupError(run())).toBe("Two migrations bear the number 0001: rename the newer one.");
  await rm(join(directory, "0001_again.sql"));
  await write("cards.sql", "SELECT 1");
  expect(await catchStartupError(run())).toMatch(/^Migration cards\.sql is not named like/);
});

test("a start fails if another server migrates for too long", async () => {
  const other = await database.db.pool.connect();
  await other.query("SELECT pg_advisory_lock(7264002)");
  const waiting = migrate({ connectionString: database.connectionString, directory, clock, lockTimeoutMs: 100 });
  expect(await catchStartupError(waiting)).toBe("Another server has been migrating the database for more than 0.1 s.");
  other.release(true);
  expect(await run()).toHaveLength(2);
});

test("an unreachable database is named without its password", async () => {
  const nowhere = migrate({ connectionString: "postgresql://ana:hush@127.0.0.1:1/repasa", directory, clock });
  const message = await catchStartupError(nowhere);
  expect(message).toMatch(/^Cannot connect to the database repasa at 127\.0\.0\.1:1: .*ECONNREFUSED/);
  expect(message).not.toContain("hush");
});

const readStartError = (connectionString: string) =>
  migrate({ connectionString, directory, clock }).then(
    () => undefined,
    (error: unknown) => databaseStartError(error)?.message,
  );

test("missing rights are reported in one line", async () => {
  const url = new URL(database.connectionString);
  Object.assign(url, { username: `reader_${url.pathname.slice(1)}`, password: "read" });
  await rows(`CREATE ROLE ${url.username} LOGIN PASSWORD 'read'`);
  expect(await readStartError(url.href)).toBe(
    "The database does not give its user the rights to create and change tables: grant them (permission denied for schema public).",
  );
  await rows(`DROP ROLE ${url.username}`);
});

test("a read-only database is reported in one line", async () => {
  const readOnly = `${database.connectionString}?options=-c%20default_transaction_read_only%3Don`;
  expect(await readStartError(readOnly)).toMatch(
    /^The database is read-only: make it writable, or name the primary \(.*\)\.$/,
  );
});
