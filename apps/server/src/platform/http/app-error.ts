import type { ErrorCode, Issue } from "@repasa/contract/errors.ts";

/** An error that the caller is told, by a code of the contract. The message is Spanish, for people. */
export class AppError extends Error {
  override name = "AppError";
  readonly code: ErrorCode;
  readonly issues: Issue[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: ErrorCode, message: string, more: { issues?: Issue[]; retryAfterSeconds?: number } = {}) {
    super(message);
    this.code = code;
    this.issues = more.issues;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

export function notFound(what: string): AppError {
  return new AppError("not_found", what);
}
