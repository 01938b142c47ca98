// `node tools/structure/check-tables.ts` checks that every database table is classified, and follows the rules of its class.
import { globSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { getTableConfig, is, PgTable, toSnakeCase } from "../../apps/server/src/platform/db/drizzle.cjs";
import { type Classification, classification, type PersonalTable, type TableRule } from "./table-classification.ts";

interface ForeignKeyShape {
  columns: string[];
  table: string;
  onDelete: string;
}

/** A table, with names as in the database. */
export interface TableShape {
  name: string;
  /** For each column, true if it is NOT NULL. */
  columns: Map<string, boolean>;
  primaryKey: string[];
  foreignKeys: ForeignKeyShape[];
  /** Unique constraints and unique indexes; an expression is listed as "(expression)". */
  uniques: string[][];
}

/** Reads a Drizzle table. Column names are converted to snake_case here, which otherwise the pool does (`db/pool.ts`). */
export function readTableShape(table: PgTable): TableShape {
  const config = getTableConfig(table);
  const nameOf = (column: { name: string; keyAsName: boolean }) =>
    column.keyAsName ? toSnakeCase(column.name) : column.name;
  const [compositeKey] = config.primaryKeys;
  return {
    name: config.name,
    columns: new Map(config.columns.map((column) => [nameOf(column), column.notNull])),
    primaryKey: (compositeKey?.columns ?? config.columns.filter((column) => column.primary)).map(nameOf),
    foreignKeys: config.foreignKeys.map((key) => {
      const { columns, foreignTable } = key.reference();
      return {
        columns: columns.map(nameOf),
        table: getTableConfig(foreignTable).name,
        onDelete: key.onDelete ?? "no action",
      };
    }),
    uniques: [
      ...config.columns.filter((column) => column.isUnique).map((column) => [nameOf(column)]),
      ...config.uniqueConstraints.map((constraint) => constraint.columns.map(nameOf)),
      ...config.indexes
        .filter((index) => index.config.unique)
        .map((index) =>
          index.config.columns.map((column) =>
            "name" in column && column.name !== undefined && "keyAsName" in column
              ? nameOf({ name: column.name, keyAsName: column.keyAsName })
              : "(expression)",
          ),
        ),
    ],
  };
}

const OWNER = "user_id";
const CLASSIFICATION = "tools/structure/table-classification.ts";

/** Returns whether deleting a user deletes the table's rows, directly or through another personal table. */
function cascadesFromUsers(table: TableShape, byName: Map<string, TableShape>, seen = new Set<string>()): boolean {
  if (table.name === "users") return true;
  if (seen.has(table.name)) return false;
  seen.add(table.name);
  return table.foreignKeys.some((key) => {
    const parent = byName.get(key.table);
    const isCertain = key.onDelete === "cascade" && key.columns.every((column) => table.columns.get(column));
    return isCertain && parent !== undefined && cascadesFromUsers(parent, byName, seen);
  });
}

/** Finds the rules for personal tables that a table breaks, with a description of each problem. */
function findBrokenRules(table: TableShape, byName: Map<string, TableShape>): Map<TableRule, string> {
  const broken = new Map<TableRule, string>();
  const list = (columns: string[]) => `(${columns.join(", ")})`;
  if (table.columns.get(OWNER) !== true) broken.set("user-id", `has no column ${OWNER} not null`);
  if (!cascadesFromUsers(table, byName) || table.name === "users") {
    broken.set("cascade", "is not deleted with its user: no foreign key leads to users with on delete cascade");
  }
  if (table.primaryKey[0] !== OWNER) {
    broken.set("primary-key", `has the primary key ${list(table.primaryKey)}, which does not begin with ${OWNER}`);
  }
  const foreignKey = table.foreignKeys.find((key) => !key.columns.includes(OWNER));
  if (foreignKey) {
    broken.set(
      "foreign-keys",
      `has the foreign key ${list(foreignKey.columns)} -> ${foreignKey.table} without ${OWNER}`,
    );
  }
  const unique = table.uniques.find((columns) => !columns.includes(OWNER));
  if (unique) broken.set("uniques", `has the unique constraint ${list(unique)} without ${OWNER}`);
  return broken;
}

function findPersonalProblems(table: TableShape, { exceptions = {} }: PersonalTable, byName: Map<string, TableShape>) {
  const broken = findBrokenRules(table, byName);
  return [
    ...[...broken].filter(([rule]) => !(rule in exceptions)).map(([rule, what]) => `${rule}: ${table.name} ${what}`),
    ...(Object.keys(exceptions) as TableRule[])
      .filter((rule) => !broken.has(rule))
      .map((rule) => `stale-exception: ${table.name} keeps the rule ${rule} — remove its exception`),
  ];
}

function findBlockedDeletions(table: TableShape): string[] {
  return table.foreignKeys.flatMap((key) => {
    const what = `${table.name} (${key.columns.join(", ")}) -> ${key.table}`;
    if (key.onDelete === "cascade") return [];
    if (key.onDelete !== "set null") {
      return [`blocked-deletion: ${what} is on delete ${key.onDelete} — use cascade or set null`];
    }
    const fixed = key.columns.filter((column) => table.columns.get(column));
    if (fixed.length === 0) return [];
    return [`blocked-deletion: ${what} is on delete set null, but ${fixed.join(", ")} cannot be null`];
  });
}

/** Returns a line for each problem of the tables and their classification. */
export function findTableProblems(tables: readonly TableShape[], classes: Classification): string[] {
  const byName = new Map(tables.map((table) => [table.name, table]));
  const lists = Object.entries(classes).map(([name, entries]) => ({ name, tables: Object.keys(entries) }));
  const unclassified = tables.flatMap(({ name }) => {
    const homes = lists.filter((list) => list.tables.includes(name)).map((list) => list.name);
    if (homes.length === 1) return [];
    const problem = homes.length === 0 ? "stands in no list" : `stands in ${homes.join(" and ")}`;
    return [`classified-once: ${name} ${problem} — put it into one list of ${CLASSIFICATION}`];
  });
  const missing = lists.flatMap((list) =>
    list.tables
      .filter((name) => !byName.has(name))
      .map((name) => `no-such-table: ${name} in ${list.name} of ${CLASSIFICATION} — remove it`),
  );
  const personal = Object.entries(classes.personal).flatMap(([name, entry]) => {
    const table = byName.get(name);
    return table ? findPersonalProblems(table, entry, byName) : [];
  });
  const misplaced = tables
    .filter((table) => table.name in classes.reference)
    .filter((table) => table.columns.has(OWNER) || table.foreignKeys.some((key) => key.table === "users"))
    .map((table) => `reference: ${table.name} points to a user — it is personal, or kept with a reason`);
  return [...unclassified, ...missing, ...personal, ...misplaced, ...tables.flatMap(findBlockedDeletions)];
}

export async function readTables(root: string): Promise<TableShape[]> {
  const shapes: TableShape[] = [];
  for (const path of globSync("apps/server/src/schema/*.ts", { cwd: root }).sort()) {
    const module: Record<string, unknown> = await import(pathToFileURL(join(root, path)).href);
    for (const value of Object.values(module)) if (is(value, PgTable)) shapes.push(readTableShape(value));
  }
  return shapes;
}

async function main() {
  const tables = await readTables(resolve(import.meta.dirname, "../.."));
  const problems = findTableProblems(tables, classification);
  if (tables.length === 0) problems.push("no-tables: found none below apps/server/src");
  for (const problem of problems) console.log(problem);
  console.log(`${tables.length} tables, ${problems.length} problems`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}

if (import.meta.main) await main();
