type ErrorOptions = { status?: number; code?: string; malformed?: boolean };

/** An error in the form of Stripe's answers; `malformed` if the request is wrong whatever the account contains. */
export class ApiError extends Error {
  readonly status: number;
  readonly malformed: boolean;
  readonly body: string;

  constructor(message: string, { status = 400, malformed = false, code }: ErrorOptions = {}) {
    super(message);
    this.status = status;
    this.malformed = malformed;
    this.body = JSON.stringify({ error: { type: "invalid_request_error", message, code } });
  }
}

export function createMissingError(kind: string, id: string): ApiError {
  return new ApiError(`No such ${kind}: '${id}'`, { status: 404, code: "resource_missing" });
}
