import type { ErrorBody, ErrorCode, Issue } from "@repasa/contract/errors.ts";

/** A response with an error status. `message` is `status: body`, or `status: status text` if the body is empty. */
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

/** A successful response whose body does not match the contract. */
export class UnexpectedResponseError extends Error {
  override readonly name: string = "UnexpectedResponseError";
}

/** A successful response that is no JSON, such as the login page of a hotel's network: our server never answers so. */
export class ForeignResponseError extends UnexpectedResponseError {
  override readonly name = "ForeignResponseError";
}

/**
 * Returns whether a call reached no server of ours: there is no response at all, or one that a proxy or a hotel's network gave. Our
 * own errors have a code, except that of a call without a session. A 500 counts as ours, because proxies answer other statuses.
 */
export function isUnreachable(error: unknown): boolean {
  if (error instanceof ApiError) return error.code === undefined && error.status !== 500 && !isUnauthorized(error);
  return error instanceof NetworkError || error instanceof ForeignResponseError;
}

/** Returns whether the server, or what stands before it, could not do what it was asked, so that the device does without it. */
export function meansTrouble(error: unknown): boolean {
  return isUnreachable(error) || (error instanceof ApiError && error.status >= 500);
}

/** Checks the message as well, because a failed login is also a 401, and a proxy may answer one. */
export function isUnauthorized(error: unknown): boolean {
  return error instanceof ApiError && error.status === 401 && error.serverMessage === "Unauthorized";
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === 404;
}

export function hasCode(error: unknown, code: ErrorCode): error is ApiError {
  return error instanceof ApiError && error.code === code;
}

/** Returns undefined unless the text is a JSON object with a non-empty `message`. */
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
