// The meaning of the database's errors. Drizzle and Node wrap the driver's errors, so these functions look at all causes.
import pg from "pg";
import { withoutShardNumber } from "#platform/scale-out/shard-names.ts";

/** PostgreSQL's state for a write to a database that takes only reads, such as a standby. */
export const READ_ONLY = "25006";

/** Without 08P01: a statement that violates the protocol, for example by too many parameters, is a fault of ours. */
const UNAVAILABLE_STATES = /^(08(?!P01)...|57P0[123]|53...|58...|25006)$/;
/** The disk is full or fails, or the database accepts no writes for the moment, such as a standby before its promotion. */
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
/** The first words of messages of pg, which have no code. */
const UNAVAILABLE_MESSAGES = [
  "timeout exceeded when trying to connect",
  "Connection terminated",
  "Client has encountered a connection error",
  "Query read timeout",
  "Client was closed and is not queryable",
  "Cannot use a pool after calling end",
];

/** The reasons for which nothing can be written although the database can be read. */
export type Refusal = "no_room" | "read_only" | "failing";

export function refusalOf(error: unknown): Refusal | undefined {
  for (const cause of causes(error)) {
    const code = codeOf(cause) ?? "";
    // PostgreSQL reports most full disks as 53100, and some as a system error with the message of the operating system.
    if (NO_ROOM_SYSTEM_CODES.has(code) || (cause instanceof Error && /No space left on device/.test(cause.message))) {
      return "no_room";
    }
    const refusal = NO_WRITE_STATES[code] ?? (/^58...$/.test(code) ? "failing" : undefined);
    if (refusal) return refusal;
  }
  return undefined;
}

/** Returns whether the database is unreachable, has no free connection or accepts no writes: the same call may succeed later. */
export function isDatabaseUnavailable(error: unknown): boolean {
  return causes(error).some((cause) => {
    const code = codeOf(cause);
    return (
      isEndOfSession(cause) ||
      (code !== undefined && (UNAVAILABLE_STATES.test(code) || UNAVAILABLE_SYSTEM_CODES.has(code))) ||
      (code !== undefined && NO_ROOM_SYSTEM_CODES.has(code)) ||
      (cause instanceof Error && UNAVAILABLE_MESSAGES.some((start) => cause.message.startsWith(start)))
    );
  });
}

/** A pooler's only state for a database that it cannot reach, or that has no free connection. */
function isEndOfSession(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "08P01" && error.severity === "FATAL";
}

export function isStatementTimeout(error: unknown): boolean {
  return causes(error).some((cause) => codeOf(cause) === "57014");
}

/** Returns whether a statement was ended because it, or a lock, took too long: the same work may succeed later. */
export function isOutOfTime(error: unknown): boolean {
  return isStatementTimeout(error) || isLockTimeout(error) || isDeadlock(error);
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

export function isSerializationFailure(error: unknown): boolean {
  return causes(error).some((cause) => codeOf(cause) === "40001");
}

export function isDeadlock(error: unknown): boolean {
  return causes(error).some((cause) => codeOf(cause) === "40P01");
}

function violates(error: unknown, state: string, constraint: string | undefined): boolean {
  return causes(error).some(
    (cause) => codeOf(cause) === state && (constraint === undefined || constraintOf(cause) === constraint),
  );
}

/** An error that comes from a worker of a cluster lacks the field, and names the constraint in its message. */
function constraintOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const named = "constraint" in error && typeof error.constraint === "string" ? error.constraint : undefined;
  const name = named ?? /constraint "([^"]+)"/.exec(error.message)?.[1];
  return name === undefined ? undefined : withoutShardNumber(name);
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
