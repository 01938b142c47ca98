// Reads from the catalog how far a database is distributed over the machines of a Citus cluster.
import type pg from "pg";
import { AT_THE_USERS_ROWS, OWNER_COLUMN, type Place, placeOfTable } from "./placement.ts";

export interface PlacedTable {
  readonly name: string;
  readonly place: Place;
  readonly wanted: Place;
  /** Whether rows that were copied to their node are still on the coordinator too. */
  readonly leftovers: boolean;
}

export interface ForeignKey {
  readonly table: string;
  readonly referenced: string;
  readonly name: string;
  readonly definition: string;
}

/** The table of the foreign keys that are dropped while tables move, so that an interrupted run finds them. Dropped when all are back. */
export const KEYS_OFF = "distribution_keys_off";

/** A table that `pg_dist_partition` does not list is a plain one, or one of Citus on the coordinator. */
const TABLES = `
  SELECT c.relname AS name,
    CASE WHEN p.partmethod = 'h' THEN 'by user' WHEN p.repmodel = 't' THEN 'every node' ELSE 'coordinator' END AS place,
    EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = c.oid AND attname = $1 AND NOT attisdropped) AS "hasOwner",
    coalesce(p.partmethod = 'h' OR p.repmodel = 't', false) AND pg_relation_size(c.oid) > 0 AS leftovers
  FROM pg_class AS c LEFT JOIN pg_dist_partition AS p ON p.logicalrelid = c.oid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND c.relname <> '${KEYS_OFF}'
  ORDER BY c.relname`;

/** Citus hides its shards from `pg_class`, but not from `pg_constraint`. */
const KEYS = `
  SELECT one.relname AS table, other.relname AS referenced, conname AS name, pg_get_constraintdef(k.oid) AS definition
  FROM pg_constraint AS k JOIN pg_class AS one ON one.oid = conrelid JOIN pg_class AS other ON other.oid = confrelid
  WHERE contype = 'f' AND conparentid = 0 AND connamespace = 'public'::regnamespace
  ORDER BY 1, 3`;

/**
 * A setting of functions that run on the worker with their user's rows. There Citus 13.2 stores a plan for each run of a
 * function's statements and never finds it again: 280 KB a rating until the coordinator closes the connection.
 */
export const PLANNED_EACH_TIME = "plan_cache_mode=force_custom_plan";

const FUNCTIONS = `
  SELECT p.oid::regprocedure::text AS name FROM pg_proc AS p
  LEFT JOIN pg_dist_object AS o ON o.classid = 'pg_proc'::regclass AND o.objid = p.oid
  WHERE p.pronamespace = 'public'::regnamespace AND p.proname = ANY ($1)
    AND (o.distribution_argument_index IS NULL OR NOT coalesce(p.proconfig @> ARRAY['${PLANNED_EACH_TIME}'], false))
  ORDER BY 1`;

export async function hasCitus(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query("SELECT 1 FROM pg_extension WHERE extname = 'citus'");
  return rows.length > 0;
}

/** Whether at least one table is distributed. */
export async function isDistributed(client: pg.Client): Promise<boolean> {
  if (!(await hasCitus(client))) return false;
  const { rows } = await client.query(
    "SELECT 1 FROM pg_dist_partition WHERE repmodel = 't' OR partmethod = 'h' LIMIT 1",
  );
  return rows.length > 0;
}

export async function readPlacedTables(client: pg.Client): Promise<PlacedTable[]> {
  const { rows } = await client.query(TABLES, [OWNER_COLUMN]);
  return rows.map(({ name, place, leftovers, hasOwner }) => {
    return { name, place, leftovers, wanted: placeOfTable(name, hasOwner) };
  });
}

export async function readForeignKeys(client: pg.Client): Promise<ForeignKey[]> {
  return (await client.query<ForeignKey>(KEYS)).rows;
}

/** Foreign keys that were dropped and are not back yet. */
export async function readKeysOff(client: pg.Client): Promise<ForeignKey[]> {
  const { rows: found } = await client.query("SELECT to_regclass($1) AS found", [`public.${KEYS_OFF}`]);
  if (found[0]?.found === null) return [];
  return (await client.query<ForeignKey>(`SELECT "table", referenced, name, definition FROM ${KEYS_OFF} ORDER BY 1, 3`))
    .rows;
}

export async function hasKeysOffTable(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query("SELECT to_regclass($1) AS found", [`public.${KEYS_OFF}`]);
  return rows[0]?.found !== null;
}

/** Functions that should run on the worker with their user's rows and do not yet, or lack their setting. */
export async function readFunctionsHere(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(FUNCTIONS, [AT_THE_USERS_ROWS]);
  return rows.map(({ name }) => name);
}

/** The reason why this database cannot be distributed; null if it can. */
export async function whyNotReady(client: pg.Client): Promise<string | null> {
  if (!(await hasCitus(client))) {
    return "This PostgreSQL has no extension citus: nothing is changed. docs/operating.md says how to make a cluster.";
  }
  const { rows } = await client.query<{ local: number; coordinator: boolean; workers: number }>(`
    SELECT (SELECT groupid FROM pg_dist_local_group) AS local, coalesce(bool_or(groupid = 0), false) AS coordinator,
      count(*) FILTER (WHERE groupid <> 0 AND isactive)::int AS workers
    FROM pg_dist_node WHERE noderole = 'primary'`);
  const [state] = rows;
  if (state?.local !== 0) return "This is a worker: name the coordinator's database.";
  if (!state.coordinator) {
    return "The coordinator does not know its own address: SELECT citus_set_coordinator_host('host', port).";
  }
  return state.workers === 0 ? "The cluster has no worker: SELECT citus_add_node('host', port)." : null;
}

export async function readClusterSize(client: pg.Client): Promise<{ workers: number; shards: number }> {
  const { rows } = await client.query<{ workers: number; shards: number }>(`
    SELECT count(*) FILTER (WHERE groupid <> 0 AND isactive)::int AS workers,
      current_setting('citus.shard_count')::int AS shards FROM pg_dist_node WHERE noderole = 'primary'`);
  return rows[0] ?? { workers: 0, shards: 0 };
}
