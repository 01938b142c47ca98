import pg from "pg";
import { expect, inject, test } from "vitest";
import { createTestDatabase } from "./test-database.ts";

async function exists(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: inject("testDatabase").serverUrl });
  await client.connect();
  try {
    const name = new URL(connectionString).pathname.slice(1);
    return (await client.query("SELECT FROM pg_database WHERE datname = $1", [name])).rows.length > 0;
  } finally {
    await client.end();
  }
}

test("databases created at the same time are migrated, independent of each other, and gone when dropped", async () => {
  const clones = await Promise.all([createTestDatabase(), createTestDatabase(), createTestDatabase()]);
  for (const [index, { db }] of clones.entries()) {
    await db.pool.query("SELECT FROM schema_migrations");
    await db.pool.query("CREATE TABLE mine AS SELECT $1::int AS n", [index]);
  }
  for (const [index, { db }] of clones.entries()) {
    expect((await db.pool.query("SELECT n FROM mine")).rows).toEqual([{ n: index }]);
  }
  const [first] = clones;
  expect(await exists(first?.connectionString ?? "")).toBe(true);
  for (const clone of clones) await clone.drop();
  for (const clone of clones) expect(await exists(clone.connectionString)).toBe(false);
});

test("a dropped database comes back without its rows, numbers, estimates and sessions", async () => {
  const first = await createTestDatabase();
  const straggler = new pg.Client({ connectionString: first.connectionString });
  straggler.on("error", () => {});
  const ended = new Promise<void>((resolve) => straggler.on("end", () => resolve()));
  await straggler.connect();
  await straggler.query("CREATE TEMP TABLE mine ()");
  const insertUser =
    "INSERT INTO users (email, password_hash, created_at, updated_at) VALUES ('ana@repasa.example', 'x', now(), now()) RETURNING id";
  const { rows } = await first.db.pool.query(insertUser);
  await first.db.pool.query("ANALYZE users");
  await first.drop();
  await ended;

  const second = await createTestDatabase();
  expect(second.connectionString).toBe(first.connectionString);
  const select = async (statement: string) => (await second.db.pool.query(statement)).rows;
  expect(await select("SELECT FROM users")).toEqual([]);
  expect(await select("SELECT FROM pg_stats WHERE tablename = 'users'")).toEqual([]);
  expect(await select(insertUser)).toEqual(rows);
  await second.drop();
});

test.each([
  ["a table", "ALTER TABLE folders RENAME TO elsewhere; ALTER TABLE elsewhere RENAME TO folders"],
  ["a trigger", "CREATE TRIGGER mine BEFORE UPDATE ON folders EXECUTE FUNCTION suppress_redundant_updates_trigger()"],
  ["a right", "GRANT SELECT ON folders TO public"],
  ["a setting", `DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET work_mem = "1MB"', current_database()); END $$`],
  [
    "an index, which many rows made large",
    `INSERT INTO users (email, password_hash, created_at, updated_at)
    SELECT n || '@repasa.example', 'x', now(), now() FROM generate_series(1, 20000) AS n`,
  ],
  ["a row of the template", "UPDATE pgboss.queue SET notify = true WHERE name = 'dead-letters'"],
])("a database does not come back after a change of %s", async (_, change) => {
  const { connectionString, db, drop } = await createTestDatabase();
  await db.pool.query(change);
  await drop();
  expect(await exists(connectionString)).toBe(false);
});
