import pg from "pg";
import { waitAtMost } from "#platform/concurrency/wait-at-most.ts";
import { drizzle, type NodePgQueryResultHKT, type PgDatabase } from "#platform/db/drizzle.cjs";
import { READ_ONLY } from "./database-errors.ts";
import type { DatabaseLogger } from "./database-logger.ts";
import { type Outages, watchOutages } from "./outages.ts";
import { openPipeline, type Pipeline } from "./pipeline.ts";
import type { Runner } from "./prepared.ts";

const INT8 = 20;
const DATE = 1082;

// Set globally, because Drizzle uses the driver's global parsers.
pg.types.setTypeParser(INT8, parseSafeInteger);
pg.types.setTypeParser(DATE, (text) => text);

/** A function if the address may change: the embedded database gets another port if its own is taken while it is down. */
export type ConnectionString = string | (() => string);

export interface DatabaseOptions {
  readonly connectionString: ConnectionString;
  /** The address that bypasses a pooler; by default the same. */
  readonly directUrl?: ConnectionString;
  readonly logger?: DatabaseLogger;
  readonly maxConnections?: number;
  readonly connectionTimeoutMs?: number;
  readonly statementTimeoutMs?: number;
  /** How much longer than that a server may take to answer before its connection is closed. */
  readonly graceMs?: number;
  readonly idleInTransactionTimeoutMs?: number;
  readonly applicationName?: string;
  /** The pool's name in the log; "the database" by default. */
  readonly name?: string;
  /** The outages of another pool on the same database, so that the log has one line for both pools. */
  readonly outages?: Outages;
  /** True behind a pooler, which accepts no limits at the start of a session: those of the role apply (pooler.ts). */
  readonly pooled?: boolean;
}

/** The limits of a request's statements, in milliseconds. */
export const LIMITS = { statement_timeout: 10_000, idle_in_transaction_session_timeout: 15_000 };

export type Queryable = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

/** The ways to run prepared statements. */
export type Statements = {
  /** For short reads: they share one connection, and one that fails is run once more on the pool. */
  readonly reads: Runner;
  /** For writes, and for reads that may take long. */
  readonly pooled: Runner;
  /** For prepared statements and others in one transaction. */
  transaction<T>(work: (db: Queryable, client: pg.ClientBase) => Promise<T>): Promise<T>;
};

export interface Database {
  readonly orm: Queryable;
  readonly pool: pg.Pool;
  readonly statements: Statements;
  /** The address for sessions that hold locks or temporary tables: it bypasses a pooler. */
  readonly directUrl: () => string;
  readonly ping: () => Promise<void>;
  readonly outages: Outages;
  readonly close: () => Promise<void>;
}

const PIPELINED_READ_MS = 2_000;
/** An idle connection keeps its knowledge of the tables and the plans of prepared statements for this long. */
const IDLE_MS = 5 * 60_000;

/** Detects a connection whose other end has fallen silent in 20 s; the operating system would take two hours. */
const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };

export function openDatabase(options: DatabaseOptions): Database {
  const statementTimeout = options.statementTimeoutMs ?? LIMITS.statement_timeout;
  const idleTimeout = options.idleInTransactionTimeoutMs ?? LIMITS.idle_in_transaction_session_timeout;
  const limits = {
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 2_000,
    ...(!options.pooled && {
      statement_timeout: statementTimeout,
      idle_in_transaction_session_timeout: idleTimeout,
    }),
    // Only reached if the server no longer answers; otherwise its own limit comes first.
    query_timeout: statementTimeout + (options.graceMs ?? 2_000),
    application_name: options.applicationName ?? "repasa",
    ...KEEP_ALIVE,
  };
  const max = options.maxConnections ?? 16;
  const pool = new pg.Pool({ ...limits, Client: PlainResultClient, max, idleTimeoutMillis: IDLE_MS });
  // Read by each new connection.
  Object.defineProperty(pool.options, "connectionString", { get: () => currentOf(options.connectionString) });
  // The original method is bound here because a replica replaces `pool.query`.
  const query = pool.query.bind(pool);
  const ping = async () => {
    await query("SELECT 1");
  };
  const outages =
    options.outages ?? watchOutages({ name: options.name ?? "the database", ping, logger: options.logger });
  let closed: Promise<void> | undefined;
  pool.on("error", (error) => {
    if (closed !== undefined || outages.note(error)) return;
    options.logger?.warn({ err: error }, "a database connection was lost");
  });
  // The pool does not listen to a connection in use, and an unhandled error would end the process.
  pool.on("connect", (client) => client.on("error", () => {}));
  const reads = openPipeline(
    () => new pg.Client({ ...pipelining(limits), connectionString: currentOf(options.connectionString) }),
    pool,
  );
  endReadOnlyConnections(pool, reads);

  return {
    orm: drizzle(pool, { casing: "snake_case" }),
    pool,
    statements: createStatements(pool, reads),
    directUrl: () => currentOf(options.directUrl ?? options.connectionString),
    ping,
    outages,
    close: () => {
      if (options.outages === undefined) outages.close();
      closed ??= reads.close().then(() => pool.end());
      return closed;
    },
  };
}

function createStatements(pool: pg.Pool, reads: Runner): Statements {
  return {
    reads,
    pooled: pool,
    async transaction(work) {
      const client = await pool.connect();
      let isUsable = false;
      try {
        const result = await drizzle(client, { casing: "snake_case" }).transaction((db) => work(db, client));
        isUsable = true;
        return result;
      } finally {
        client.release(!isUsable);
      }
    },
  };
}

/** All others wait behind a read that takes long, so it is ended here, and run again on the pool with its usual limit. */
function pipelining({ statement_timeout, ...limits }: pg.ClientConfig): pg.ClientConfig {
  const ended = statement_timeout && { statement_timeout: Math.min(Number(statement_timeout), PIPELINED_READ_MS) };
  return { ...limits, ...ended, query_timeout: 2 * PIPELINED_READ_MS, pipeline: true };
}

/** Closes connections that turned out to be read-only: after a failover they would stay with the old primary. */
function endReadOnlyConnections(pool: pg.Pool, reads: Pipeline): void {
  const readOnly = new WeakSet<pg.PoolClient>();
  pool.on("connect", (client) => {
    client.connection.on("errorMessage", ({ code }) => code === READ_ONLY && readOnly.add(client));
  });
  pool.on("release", (_error, client) => {
    // The pool removes a client that is ending.
    if (!readOnly.has(client)) return;
    client.end().catch(() => {});
    reads.renew();
  });
}

/** A connection for work that takes long. */
export interface Connection {
  readonly orm: Queryable;
  readonly client: pg.Client;
  readonly close: () => Promise<void>;
}

export type ConnectionLimits = { statementMs?: number; answerMs?: number };

/** - `limits.answerMs`: how long to wait for a server that no longer answers; unlimited by default. */
export async function openConnection(
  connectionString: ConnectionString,
  applicationName: string,
  { statementMs = 300_000, answerMs }: ConnectionLimits = {},
): Promise<Connection> {
  const client = new PlainResultClient({
    connectionString: currentOf(connectionString),
    application_name: applicationName,
    ...KEEP_ALIVE,
    connectionTimeoutMillis: 10_000,
    statement_timeout: statementMs,
    ...(answerMs !== undefined && { query_timeout: answerMs }),
  });
  // An error without a listener would end the process; it also rejects the statement that is awaited.
  client.on("error", () => {});
  await client.connect();
  // The role may have a limit for requests (roles.ts), and the driver does not send a limit of 0.
  await client.query("SET idle_in_transaction_session_timeout = 0");
  return { orm: drizzle(client, { casing: "snake_case" }), client, close: () => endClient(client) };
}

/** Does not wait for a server that may be stuck. */
async function endClient(client: pg.Client): Promise<void> {
  await waitAtMost(
    1_000,
    client.end().catch(() => {}),
  );
}

function currentOf(connectionString: ConnectionString): string {
  return typeof connectionString === "string" ? connectionString : connectionString();
}

/** Ignores Drizzle's parsers in `orm.execute`: they return instants as text, which nothing there turns into a `Date`. */
class PlainResultClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    const withPlainResults = (config: unknown, ...rest: unknown[]) => {
      const answer = query(isRawQuery(config) ? { ...config, types: undefined } : config, ...rest);
      if (answer instanceof Promise) answer.catch((error) => this.#closeWhenLate(error));
      return answer;
    };
    this.query = withPlainResults as typeof this.query;
  }

  /** Closes the connection: later statements would wait behind the one that is never answered, even after the pool lends it again. */
  #closeWhenLate(error: unknown): void {
    if (error instanceof Error && error.message === "Query read timeout") this.connection.stream.destroy();
  }
}

function isRawQuery(config: unknown): config is { text: string } {
  return (
    typeof config === "object" &&
    config !== null &&
    "text" in config &&
    "types" in config &&
    !("rowMode" in config && config.rowMode === "array")
  );
}

function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`the database holds ${text}, which no JSON number can carry`);
  return value;
}
