// Distributes a database over the machines of a Citus cluster. The remaining steps are read from the catalog each time, so an
// interrupted run is simply repeated.
import pg from "pg";
import {
  hasKeysOffTable,
  isDistributed,
  KEYS_OFF,
  PLANNED_EACH_TIME,
  type PlacedTable,
  readForeignKeys,
  readFunctionsHere,
  readKeysOff,
  readPlacedTables,
} from "./distribution-state.ts";
import { ANCHOR, ON_EVERY_NODE, OWNER_COLUMN } from "./placement.ts";
import { statementsOf } from "./sql-statements.ts";

/** A step of the plan. It runs in transactions of its own. */
export interface Step {
  readonly title: string;
  /** @param committed called after each transaction */
  readonly run: (client: pg.Client, committed: () => void) => Promise<void>;
}

const quoted = pg.escapeIdentifier;
const literal = pg.escapeLiteral;

/** Changes to a table that is on every node cannot run in parallel with changes to shards. */
const ONE_SHARD_AFTER_ANOTHER = "SET LOCAL citus.multi_shard_modify_mode TO 'sequential'";

/** The remaining steps, in an order in which each is possible; none if every table is in its place. */
export async function planDistribution(client: pg.Client): Promise<Step[]> {
  const tables = await readPlacedTables(client);
  const moving = new Set(tables.filter(isMisplaced).map(({ name }) => name));
  const keys = await readForeignKeys(client);
  const loose = keys.filter(({ table, referenced }) => moving.has(table) || moving.has(referenced));
  const off = (await readKeysOff(client)).length + loose.length;
  const leftovers = tables.filter((table) => table.leftovers || isMisplaced(table)).map(({ name }) => name);
  const functions = await readFunctionsHere(client);
  return [
    ...(loose.length > 0 ? [{ title: `take ${loose.length} foreign keys off`, run: takeKeysOff }] : []),
    ...tables.filter(isMisplaced).toSorted(compareSteps).map(moveStep),
    ...(leftovers.length > 0 ? [{ title: "free what the moved tables held here", run: freeLeftovers }] : []),
    ...(off > 0 || (await hasKeysOffTable(client))
      ? [{ title: `put ${off} foreign keys back`, run: putKeysBack }]
      : []),
    ...functions.map(functionStep),
  ];
}

const isMisplaced = ({ place, wanted }: PlacedTable) => wanted !== "coordinator" && place !== wanted;

/** Tables on every node first, then the one that the others are colocated with. */
function compareSteps(a: PlacedTable, b: PlacedTable): number {
  const rank = ({ name, wanted }: PlacedTable) => (wanted === "every node" ? 0 : name === ANCHOR ? 1 : 2);
  return rank(a) - rank(b) || a.name.localeCompare(b.name);
}

async function inTransaction(client: pg.Client, statements: readonly string[], committed: () => void): Promise<void> {
  await client.query("BEGIN");
  try {
    await client.query(ONE_SHARD_AFTER_ANOTHER);
    for (const statement of statements) await client.query(statement);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK").catch(() => {});
    throw error;
  }
  committed();
}

/** With foreign keys, Citus would turn the tables that they reference into tables of the coordinator. */
async function takeKeysOff(client: pg.Client, committed: () => void): Promise<void> {
  const moving = new Set((await readPlacedTables(client)).filter(isMisplaced).map(({ name }) => name));
  const keys = (await readForeignKeys(client)).filter(
    ({ table, referenced }) => moving.has(table) || moving.has(referenced),
  );
  const create = `CREATE TABLE IF NOT EXISTS ${KEYS_OFF} ("table" text, referenced text, name text, definition text)`;
  const statements = keys.flatMap(({ table, referenced, name, definition }) => [
    `INSERT INTO ${KEYS_OFF} VALUES (${[table, referenced, name, definition].map(literal).join(", ")})`,
    `ALTER TABLE ${quoted(table)} DROP CONSTRAINT ${quoted(name)}`,
  ]);
  await inTransaction(client, [create, ...statements], committed);
}

function moveStep({ name, wanted }: PlacedTable): Step {
  const title = wanted === "every node" ? `put ${name} on every node` : `distribute ${name} by ${OWNER_COLUMN}`;
  return { title, run: (client, committed) => inTransaction(client, [moveStatement(name, wanted)], committed) };
}

function moveStatement(name: string, wanted: PlacedTable["wanted"]): string {
  if (wanted === "every node") return `SELECT create_reference_table(${literal(name)})`;
  const beside = name === ANCHOR ? "none" : ANCHOR;
  return `SELECT create_distributed_table(${literal(name)}, '${OWNER_COLUMN}', colocate_with => '${beside}')`;
}

async function freeLeftovers(client: pg.Client, committed: () => void): Promise<void> {
  for (const { name, leftovers } of await readPlacedTables(client)) {
    if (!leftovers) continue;
    const free = `SELECT truncate_local_data_after_distributing_table(${literal(name)})`;
    await inTransaction(client, [free], committed);
  }
}

async function putKeysBack(client: pg.Client, committed: () => void): Promise<void> {
  const keys = (await readKeysOff(client)).toSorted(
    (a, b) => Number(b.referenced in ON_EVERY_NODE) - Number(a.referenced in ON_EVERY_NODE),
  );
  for (const { table, name, definition } of keys) {
    const back = `ALTER TABLE ${quoted(table)} ADD CONSTRAINT ${quoted(name)} ${definition}`;
    const forget = `DELETE FROM ${KEYS_OFF} WHERE "table" = ${literal(table)} AND name = ${literal(name)}`;
    await inTransaction(client, [back, forget], committed);
  }
  await inTransaction(client, [`DROP TABLE IF EXISTS ${KEYS_OFF}`], committed);
}

function functionStep(name: string): Step {
  return {
    title: `run ${name.replace(/\(.*/, "")} at its user's rows`,
    run: (client, committed) => inTransaction(client, functionStatements(name), committed),
  };
}

const functionStatements = (name: string) => [
  `ALTER FUNCTION ${name} SET ${PLANNED_EACH_TIME}`,
  `SELECT create_distributed_function(${literal(name)}, '$1', colocate_with => '${ANCHOR}')`,
];

/**
 * Runs a migration in the caller's transaction. On a distributed database each new table is moved to its place while it is
 * empty and before its foreign keys are added, because Citus would refuse them.
 */
export async function runMigration(client: pg.Client, sql: string): Promise<void> {
  if (!(await isDistributed(client))) {
    await client.query(sql);
    return;
  }
  await client.query(ONE_SHARD_AFTER_ANOTHER);
  for (const statement of statementsOf(sql)) {
    await client.query(statement);
    if (/^create table/i.test(statement.replace(/^(\s|--[^\n]*\n|\/\*[\s\S]*?\*\/)*/, "")))
      await placeNewTables(client);
  }
  for (const name of await readFunctionsHere(client)) {
    for (const statement of functionStatements(name)) await client.query(statement);
  }
}

async function placeNewTables(client: pg.Client): Promise<void> {
  for (const { name, wanted } of (await readPlacedTables(client)).filter(isMisplaced).toSorted(compareSteps)) {
    await client.query(moveStatement(name, wanted));
  }
}
