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

test("a database is dropped even while somebody is connected to it", async () => {
  const { connectionString, drop } = await createTestDatabase();
  const straggler = new pg.Client({ connectionString });
  straggler.on("error", () => {});
  await straggler.connect();
  await drop();
  expect(await exists(connectionString)).toBe(false);
  await straggler.end().catch(() => {});
});
