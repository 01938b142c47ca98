import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import pg from "pg";
import type { DatabaseLogger } from "./database-logger.ts";

const INT8 = 20;
const DATE = 1082;

// Drizzle asks the driver's global parsers, so these cannot be set for one pool alone.
pg.types.setTypeParser(INT8, parseSafeInteger);
pg.types.setTypeParser(DATE, (text) => text);

export interface DatabaseOptions {
  readonly connectionString: string;
  readonly logger?: DatabaseLogger;
  readonly maxConnections?: number;
  /** How long a caller waits for a connection. */
  readonly connectionTimeoutMs?: number;
  readonly statementTimeoutMs?: number;
  readonly idleInTransactionTimeoutMs?: number;
  readonly applicationName?: string;
}

/** What a query runs on: the pool or a transaction. */
export type Queryable = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

export interface Database {
  /** Drizzle on the pool. */
  readonly orm: Queryable;
  readonly pool: pg.Pool;
  /** Throws when the database cannot be reached. */
  readonly ping: () => Promise<void>;
  /** Waits for the connections in use, then ends them all. */
  readonly close: () => Promise<void>;
}

export function openDatabase(options: DatabaseOptions): Database {
  const statementTimeout = options.statementTimeoutMs ?? 10_000;
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    Client: PlainResultClient,
    max: options.maxConnections ?? 16,
    connectionTimeoutMillis: options.connectionTimeoutMs ?? 2_000,
    statement_timeout: statementTimeout,
    // The server's own limit comes first; this one is for a server that no longer answers at all.
    query_timeout: statementTimeout + 2_000,
    idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs ?? 15_000,
    application_name: options.applicationName ?? "repasa",
    keepAlive: true,
  });
  let closed: Promise<void> | undefined;
  const report = (error: Error) => {
    // On its way out a connection may still hear that the database goes, too.
    if (closed === undefined) options.logger?.warn({ err: error }, "a database connection was lost");
  };
  pool.on("error", report);
  // While a connection is lent, the pool does not listen to it, and an error that nobody hears ends the process.
  pool.on("connect", (client) => client.on("error", () => {}));

  return {
    orm: drizzle(pool, { casing: "snake_case" }),
    pool,
    ping: async () => {
      await pool.query("SELECT 1");
    },
    close: () => {
      closed ??= pool.end();
      return closed;
    },
  };
}

/**
 * Rows of `orm.execute(sql...)` hold instants as `Date`, like every other result: Drizzle asks for bare text there, which
 * only its own column mapping (row mode "array") needs.
 */
class PlainResultClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    const withPlainResults = (config: unknown, ...rest: unknown[]) =>
      query(isRawQuery(config) ? { ...config, types: undefined } : config, ...rest);
    this.query = withPlainResults as typeof this.query;
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

// Drizzle wraps what the driver throws, and Node wraps what several addresses of one host answer: look through both.

const UNAVAILABLE_STATES = /^(08...|57P0[123]|53300)$/;
const UNAVAILABLE_SYSTEM_CODES = new Set([
  "ECONNREFUSED",
  "ECONNRESET",
  "ECONNABORTED",
  "EPIPE",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "EAI_AGAIN",
]);
// The driver gives these no code.
const UNAVAILABLE_MESSAGES =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Query read timeout|Client was closed and is not queryable|Cannot use a pool after calling end)/;

/** Whether the database cannot be reached at the moment, or has no connection to spare: the same call may work later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return causes(error).some((cause) => {
    const code = codeOf(cause);
    return (
      (code !== undefined && (UNAVAILABLE_STATES.test(code) || UNAVAILABLE_SYSTEM_CODES.has(code))) ||
      (cause instanceof Error && UNAVAILABLE_MESSAGES.test(cause.message))
    );
  });
}

/** Whether a statement was cancelled because it ran too long. */
export function isStatementTimeout(error: unknown): boolean {
  return causes(error).some((cause) => codeOf(cause) === "57014");
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return violates(error, "23505", constraint);
}

export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  return violates(error, "23503", constraint);
}

/** Whether a row was refused because its user is no more: the account was deleted while the call ran. */
export function isUserGone(error: unknown): boolean {
  return causes(error).some((cause) => codeOf(cause) === "23503" && /_users_id_fk$/.test(constraintOf(cause) ?? ""));
}

/** Whether a statement gave up waiting for a lock, as `lock_timeout` tells it to. */
export function isLockTimeout(error: unknown): boolean {
  return causes(error).some((cause) => codeOf(cause) === "55P03");
}

function violates(error: unknown, state: string, constraint: string | undefined): boolean {
  return causes(error).some(
    (cause) => codeOf(cause) === state && (constraint === undefined || constraintOf(cause) === constraint),
  );
}

function constraintOf(error: unknown): string | undefined {
  return error instanceof Error && "constraint" in error && typeof error.constraint === "string"
    ? error.constraint
    : undefined;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

/** The error itself, what caused it, and so on, in that order. */
function causes(error: unknown): unknown[] {
  const found: unknown[] = [];
  for (const pending = [error]; pending.length > 0 && found.length < 20; ) {
    const current = pending.shift();
    if (!(current instanceof Error) || found.includes(current)) continue;
    found.push(current);
    pending.push(current.cause, ...(current instanceof AggregateError ? current.errors : []));
  }
  return found;
}
