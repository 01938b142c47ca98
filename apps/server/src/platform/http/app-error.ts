import type { ErrorCode, Issue } from "@repasa/contract/errors.ts";

/** An error that is sent to the caller, with a code of the contract and a Spanish message for people. */
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
