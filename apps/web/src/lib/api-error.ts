import type { ErrorBody, ErrorCode, Issue } from "@repasa/contract/errors.ts";

/** An answer that is not a success. `message` is `status: body`, with the status text where the body is empty. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  /** The body's text as it came; empty if there was none. */
  readonly body: string;
  /** What the body says, if it is an error body of this API. */
  readonly code: ErrorCode | undefined;
  readonly issues: readonly Issue[];
  readonly serverMessage: string | undefined;
  /** How long the server asks to wait before the next try, in milliseconds; null when it does not say. */
  readonly retryAfterMs: number | null;

  constructor(status: number, statusText: string, body: string, retryAfter: string | null = null) {
    super(`${status}: ${body || statusText}`);
    this.status = status;
    this.body = body;
    this.retryAfterMs = retryAfter !== null && /^\d{1,6}$/.test(retryAfter) ? Number(retryAfter) * 1000 : null;
    const parsed = parseErrorBody(body);
    this.code = parsed?.code;
    this.issues = parsed?.issues ?? [];
    this.serverMessage = parsed?.message;
  }
}

/** The call never reached the server, or its answer never came back. */
export class NetworkError extends Error {
  override readonly name = "NetworkError";

  constructor(cause: unknown) {
    super("Network request failed", { cause });
  }
}

/** The session is gone. A failed login is also a 401, but tells so by another message. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.serverMessage === "Unauthorized";
}

/** Reads an error body; undefined for anything that is not JSON with a message to show. */
export function parseErrorBody(text: string): ErrorBody | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null || !("message" in value)) return undefined;
  if (typeof value.message !== "string" || value.message.trim() === "") return undefined;
  return value as ErrorBody;
}
