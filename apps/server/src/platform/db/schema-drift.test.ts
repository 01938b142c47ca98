import { globSync } from "node:fs";
import { join } from "node:path";
import { generateDrizzleJson, generateMigration } from "drizzle-kit/api";
import type pg from "pg";
import { expect, test } from "vitest";
import { scheduleColumnNames } from "#features/schedule/schedule.state.ts";
import { loggedColumns } from "#features/study/study.queries.ts";
import { is, PgTable, toSnakeCase } from "#platform/db/drizzle.cjs";
import { createEmptyTestDatabase, createTestDatabase } from "#testing/test-database.ts";

const SOURCE = join(import.meta.dirname, "../..");

async function importTables(): Promise<Record<string, unknown>> {
  const tables: Record<string, unknown> = {};
  for (const file of globSync("schema/*.ts", { cwd: SOURCE })) {
    const module: Record<string, unknown> = await import(join(SOURCE, file));
    for (const [name, value] of Object.entries(module)) if (is(value, PgTable)) tables[`${file}:${name}`] = value;
  }
  return tables;
}

async function describeSchema(pool: pg.Pool): Promise<string[]> {
  const { rows } = await pool.query<{ line: string }>(`
    SELECT format('column %s.%s %s%s default %s identity %s generated %s', c.relname, a.attname,
             format_type(a.atttypid, a.atttypmod), CASE WHEN a.attnotnull THEN ' not null' ELSE '' END,
             coalesce(pg_get_expr(d.adbin, d.adrelid), '-'), a.attidentity, a.attgenerated) AS line
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid LEFT JOIN pg_attrdef d ON (d.adrelid, d.adnum) = (c.oid, a.attnum)
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND a.attnum > 0 AND NOT a.attisdropped
       AND c.relname <> 'schema_migrations'
    UNION ALL
    SELECT format('constraint %s on %s: %s', conname, conrelid::regclass, pg_get_constraintdef(oid))
      FROM pg_constraint
     WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text <> 'schema_migrations' AND contype <> 't'
    UNION ALL
    -- Drizzle cannot say INCLUDE: what an index carries along is the migration's own.
    SELECT format('index %s', regexp_replace(indexdef, ' INCLUDE \\([^)]*\\)', ''))
      FROM pg_indexes WHERE schemaname = 'public' AND tablename <> 'schema_migrations'
    ORDER BY 1`);
  return rows.map((row) => row.line);
}

test("the migrations create exactly the tables that the code describes", async () => {
  const [migrated, described] = [await createTestDatabase(), await createEmptyTestDatabase()];
  try {
    const tables = await importTables();
    const target = generateDrizzleJson(tables, undefined, undefined, "snake_case");
    for (const statement of await generateMigration(generateDrizzleJson({}), target)) {
      await described.db.pool.query(statement);
    }
    const expected = await describeSchema(described.db.pool);
    expect(expected.length).toBeGreaterThan(Object.keys(tables).length);
    // When this fails after a change in src/schema: write the migration (CONTRIBUTING.md says how).
    expect(await describeSchema(migrated.db.pool)).toEqual(expected);
  } finally {
    await Promise.all([migrated.drop(), described.drop()]);
  }
});

test("log_review stores every column of the log that the code passes to it", async () => {
  const { db, drop } = await createTestDatabase();
  const { rows } = await db.pool.query("SELECT prosrc AS body FROM pg_proc WHERE proname = 'log_review'").finally(drop);
  expect(rows).toHaveLength(1);
  const stored = [...rows[0].body.matchAll(/\bentry\.(\w+)/g)].map(([, column]) => column);
  expect([...new Set(stored)].sort()).toEqual(loggedColumns.map(({ column }) => column).sort());
});

test("log_review updates every column of a card's schedule", async () => {
  const { db, drop } = await createTestDatabase();
  const { rows } = await db.pool.query("SELECT prosrc AS body FROM pg_proc WHERE proname = 'log_review'").finally(drop);
  const [, changes = ""] = /UPDATE cards\s+SET ([^;]+?)\s+WHERE/.exec(rows[0].body) ?? [];
  const changed = changes.split(/,\s+/).map((change: string) => change.replaceAll('"', ""));
  expect(changed).toEqual(scheduleColumnNames.map((name) => `${toSnakeCase(name)} = state.${name}`));
});
