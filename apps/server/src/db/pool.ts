import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import pg from "pg";
import type { DatabaseLogger } from "./database-logger.ts";

const INT8 = 20;
const DATE = 1082;

// Global, because Drizzle asks the driver's global parsers.
pg.types.setTypeParser(INT8, parseSafeInteger);
pg.types.setTypeParser(DATE, (text) => text);

export interface DatabaseOptions {
  readonly connectionString: string;
  readonly logger?: DatabaseLogger;
  readonly maxConnections?: number;
  readonly connectionTimeoutMs?: number;
  readonly statementTimeoutMs?: number;
  readonly idleInTransactionTimeoutMs?: number;
  readonly applicationName?: string;
}

export type Queryable = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

export interface Database {
  readonly orm: Queryable;
  readonly pool: pg.Pool;
  readonly ping: () => Promise<void>;
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
    // For a server that no longer answers; otherwise its own limit comes first.
    query_timeout: statementTimeout + 2_000,
    idle_in_transaction_session_timeout: options.idleInTransactionTimeoutMs ?? 15_000,
    application_name: options.applicationName ?? "repasa",
    keepAlive: true,
  });
  let closed: Promise<void> | undefined;
  const report = (error: Error) => {
    if (closed === undefined) options.logger?.warn({ err: error }, "a database connection was lost");
  };
  pool.on("error", report);
  // The pool does not listen to a connection in use, and an unhandled error would end the process.
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

/** Drizzle asks for instants as text, also in `orm.execute`, where nothing turns them into `Date`. */
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

// Drizzle and Node wrap the errors of the driver: look at the causes.

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
const UNAVAILABLE_MESSAGES =
  /^(timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error|Query read timeout|Client was closed and is not queryable|Cannot use a pool after calling end)/;

/** Whether the database cannot be reached, or has no free connection: the same call may work later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return causes(error).some((cause) => {
    const code = codeOf(cause);
    return (
      (code !== undefined && (UNAVAILABLE_STATES.test(code) || UNAVAILABLE_SYSTEM_CODES.has(code))) ||
      (cause instanceof Error && UNAVAILABLE_MESSAGES.test(cause.message))
    );
  });
}

export function isStatementTimeout(error: unknown): boolean {
  return causes(error).some((cause) => codeOf(cause) === "57014");
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return violates(error, "23505", constraint);
}

export function isForeignKeyViolation(error: unknown, constraint?: string): boolean {
  return violates(error, "23503", constraint);
}

export function isUserGone(error: unknown): boolean {
  return causes(error).some((cause) => codeOf(cause) === "23503" && /_users_id_fk$/.test(constraintOf(cause) ?? ""));
}

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
