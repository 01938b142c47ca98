import { setTimeout as delay } from "node:timers/promises";
import pg from "pg";
import { drizzle, type NodePgQueryResultHKT, type PgDatabase } from "#db/drizzle.cjs";
import type { DatabaseLogger } from "./database-logger.ts";
import { openPipeline, type Pipeline, type Reader } from "./pipeline.ts";

const INT8 = 20;
const DATE = 1082;
const READ_ONLY = "25006";

// Global, because Drizzle asks the driver's global parsers.
pg.types.setTypeParser(INT8, parseSafeInteger);
pg.types.setTypeParser(DATE, (text) => text);

/** A function where the database may move, as the embedded one does when its port is taken while it is down. */
export type ConnectionString = string | (() => string);

export interface DatabaseOptions {
  readonly connectionString: ConnectionString;
  /** The way past a pooler; the same unless told. */
  readonly directUrl?: ConnectionString;
  readonly logger?: DatabaseLogger;
  readonly maxConnections?: number;
  readonly connectionTimeoutMs?: number;
  readonly statementTimeoutMs?: number;
  /** How much later than that a server is given up that does not answer. */
  readonly graceMs?: number;
  readonly idleInTransactionTimeoutMs?: number;
  readonly applicationName?: string;
  /** Through a pooler: it takes no limits at the start of a session, where those of the role hold (pooler.ts). */
  readonly pooled?: boolean;
}

/** Of each request, in milliseconds. */
export const LIMITS = { statement_timeout: 10_000, idle_in_transaction_session_timeout: 15_000 };

export type Queryable = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

export interface Database {
  readonly orm: Queryable;
  readonly pool: pg.Pool;
  /** For single prepared statements that only read. */
  readonly reads: Reader;
  /** For connections with a session of their own, which holds locks or tables. */
  readonly directUrl: () => string;
  readonly ping: () => Promise<void>;
  readonly close: () => Promise<void>;
}

const PIPELINED_READ_MS = 2_000;
/** Who comes back within it finds a connection that knows the tables, and the plans of prepared statements. */
const IDLE_MS = 5 * 60_000;

/** A connection whose other end has fallen silent is found out in 20 s, where the system would take two hours. */
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
    // For a server that no longer answers; otherwise its own limit comes first.
    query_timeout: statementTimeout + (options.graceMs ?? 2_000),
    application_name: options.applicationName ?? "repasa",
    ...KEEP_ALIVE,
  };
  const max = options.maxConnections ?? 16;
  const pool = new pg.Pool({ ...limits, Client: PlainResultClient, max, idleTimeoutMillis: IDLE_MS });
  // Asked for by each new connection.
  Object.defineProperty(pool.options, "connectionString", { get: () => currentOf(options.connectionString) });
  let closed: Promise<void> | undefined;
  const report = (error: Error) => {
    if (closed === undefined) options.logger?.warn({ err: error }, "a database connection was lost");
  };
  pool.on("error", report);
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
    reads,
    directUrl: () => currentOf(options.directUrl ?? options.connectionString),
    ping: async () => {
      await pool.query("SELECT 1");
    },
    close: () => {
      closed ??= reads.close().then(() => pool.end());
      return closed;
    },
  };
}

/** Behind a read that takes long all others wait. It is ended here, and has its time on the pool. */
function pipelining({ statement_timeout, ...limits }: pg.ClientConfig): pg.ClientConfig {
  const ended = statement_timeout && { statement_timeout: Math.min(Number(statement_timeout), PIPELINED_READ_MS) };
  return { ...limits, ...ended, query_timeout: 2 * PIPELINED_READ_MS, pipeline: true };
}

/** After a failover they would stay with the old primary, or in a mode that the database has left. */
function endReadOnlyConnections(pool: pg.Pool, reads: Pipeline): void {
  const readOnly = new WeakSet<pg.PoolClient>();
  pool.on("connect", (client) => {
    client.connection.on("errorMessage", ({ code }) => code === READ_ONLY && readOnly.add(client));
  });
  pool.on("release", (_error, client) => {
    // The pool keeps none that ends.
    if (!readOnly.has(client)) return;
    client.end().catch(() => {});
    reads.renew();
  });
}

/** A connection of its own, for work that takes long. */
export interface Connection {
  readonly orm: Queryable;
  readonly client: pg.Client;
  readonly close: () => Promise<void>;
}

export type ConnectionLimits = { statementMs?: number; answerMs?: number };

/** - `limits.answerMs`: how long a statement may take, for a server that no longer answers; no limit by default. */
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
  // An error that nobody listens to would end the process; whoever waits for a statement gets it too.
  client.on("error", () => {});
  await client.connect();
  // The role may have a limit for requests (roles.ts), and the driver sends no 0.
  await client.query("SET idle_in_transaction_session_timeout = 0");
  return { orm: drizzle(client, { casing: "snake_case" }), client, close: () => endClient(client) };
}

/** Does not wait for a server that may be stuck. */
export async function endClient(client: pg.Client): Promise<void> {
  await Promise.race([client.end().catch(() => {}), delay(1_000, undefined, { ref: false })]);
}

function currentOf(connectionString: ConnectionString): string {
  return typeof connectionString === "string" ? connectionString : connectionString();
}

/** Drizzle asks for instants as text, also in `orm.execute`, where nothing turns them into `Date`. */
class PlainResultClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    const query = this.query.bind(this) as (...args: unknown[]) => unknown;
    const withPlainResults = (config: unknown, ...rest: unknown[]) => {
      const answer = query(isRawQuery(config) ? { ...config, types: undefined } : config, ...rest);
      if (answer instanceof Promise) answer.catch((error) => this.#giveUpWhenLate(error));
      return answer;
    };
    this.query = withPlainResults as typeof this.query;
  }

  /** Behind a statement that is never answered all others wait, also those of whoever is lent the connection next. */
  #giveUpWhenLate(error: unknown): void {
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

// Drizzle and Node wrap the errors of the driver: look at the causes.

/** Not 08P01: a statement that breaks the protocol, as with too many parameters, is ours to mend. */
const UNAVAILABLE_STATES = /^(08(?!P01)...|57P0[123]|53...|58...|25006)$/;
/** Its disk is full or fails, or it takes no writes for the moment, as a standby before it is promoted. */
const NO_WRITE_STATES: Record<string, Refusal> = { "53100": "no_room", [READ_ONLY]: "read_only" };
const NO_ROOM_SYSTEM_CODES = new Set(["ENOSPC", "EDQUOT"]);
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

/** Why nothing can be written, while reading goes on. */
export type Refusal = "no_room" | "read_only" | "failing";

export function refusalOf(error: unknown): Refusal | undefined {
  for (const cause of causes(error)) {
    const code = codeOf(cause) ?? "";
    // PostgreSQL reports most full disks by 53100, and some as a system error with the system's words.
    if (NO_ROOM_SYSTEM_CODES.has(code) || (cause instanceof Error && /No space left on device/.test(cause.message))) {
      return "no_room";
    }
    const refusal = NO_WRITE_STATES[code] ?? (/^58...$/.test(code) ? "failing" : undefined);
    if (refusal) return refusal;
  }
  return undefined;
}

/** Whether the database cannot be reached, has no free connection or takes no writes: the same call may work later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return causes(error).some((cause) => {
    const code = codeOf(cause);
    return (
      isEndOfSession(cause) ||
      (code !== undefined && (UNAVAILABLE_STATES.test(code) || UNAVAILABLE_SYSTEM_CODES.has(code))) ||
      (code !== undefined && NO_ROOM_SYSTEM_CODES.has(code)) ||
      (cause instanceof Error && UNAVAILABLE_MESSAGES.test(cause.message))
    );
  });
}

/** A pooler has no other state for a database that it does not reach, or that has no connection left for it. */
function isEndOfSession(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "08P01" && error.severity === "FATAL";
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

export function isDeadlock(error: unknown): boolean {
  return causes(error).some((cause) => codeOf(cause) === "40P01");
}

function violates(error: unknown, state: string, constraint: string | undefined): boolean {
  return causes(error).some(
    (cause) => codeOf(cause) === state && (constraint === undefined || constraintOf(cause) === constraint),
  );
}

/** The number of the shard at whose table or constraint a distributed database found the fault. */
const SHARD = /_\d{6,}$/;

/** A worker's error arrives without the field, and names the constraint of a shard. */
function constraintOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const named = "constraint" in error && typeof error.constraint === "string" ? error.constraint : undefined;
  return (named ?? /constraint "([^"]+)"/.exec(error.message)?.[1])?.replace(SHARD, "");
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}

export function causes(error: unknown): unknown[] {
  const found: unknown[] = [];
  for (const pending = [error]; pending.length > 0 && found.length < 20; ) {
    const current = pending.shift();
    if (!(current instanceof Error) || found.includes(current)) continue;
    found.push(current);
    pending.push(current.cause, ...(current instanceof AggregateError ? current.errors : []));
  }
  return found;
}
