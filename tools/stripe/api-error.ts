interface ErrorOptions {
  status?: number;
  type?: string;
  code?: string;
  /** True if the request is malformed, whatever the contents of the account. */
  malformed?: boolean;
}

/** An error in the form of Stripe's answers. */
export class ApiError extends Error {
  readonly status: number;
  readonly malformed: boolean;
  readonly body: string;

  constructor(message: string, options: ErrorOptions = {}) {
    super(message);
    const { status = 400, type = "invalid_request_error", malformed = false, ...rest } = options;
    this.status = status;
    this.malformed = malformed;
    this.body = JSON.stringify({ error: { type, message, ...rest } });
  }
}

export function createMissingError(kind: string, id: string): ApiError {
  return new ApiError(`No such ${kind}: '${id}'`, { status: 404, code: "resource_missing" });
}

export function createMalformedError(message: string): ApiError {
  return new ApiError(message, { malformed: true });
}
