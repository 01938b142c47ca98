import type { ErrorBody, ErrorCode, Issue } from "@repasa/contract/errors.ts";

/** A status other than success. `message` is `status: body`, or `status: status text`. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly body: string;
  readonly code: ErrorCode | undefined;
  readonly issues: readonly Issue[];
  readonly serverMessage: string | undefined;
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

export class NetworkError extends Error {
  override readonly name = "NetworkError";

  constructor(cause: unknown) {
    super("Network request failed", { cause });
  }
}

/** A success with another body than the contract's, such as the login page of a hotel's network. */
export class UnexpectedResponseError extends Error {
  override readonly name = "UnexpectedResponseError";
}

/** A failed login is a 401 too, with another message. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.serverMessage === "Unauthorized";
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

export function hasCode(error: unknown, code: ErrorCode): error is ApiError {
  return error instanceof ApiError && error.code === code;
}

/** Undefined for anything but JSON with a message for people. */
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
