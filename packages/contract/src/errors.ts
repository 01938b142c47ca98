/**
 * The closed vocabulary of error codes. An error body is `{ message, code, issues? }`, except for a call without a
 * session, whose body is exactly `{ "message": "Unauthorized" }`.
 */
export const errorCodes = [
  "validation_failed",
  "invalid_credentials",
  "invalid_token",
  "unauthorized",
  "limit_reached",
  "password_required",
  "second_factor_required",
  "confirmation_required",
  "email_unconfirmed",
  "sharing_barred",
  "teachers_only",
  "other_member",
  "forbidden_origin",
  "not_found",
  "email_taken",
  "conflict",
  "other_account",
  "payload_too_large",
  "unsupported_media_type",
  "rate_limited",
  "unavailable",
  "internal",
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** A rule that the input violates: `path` names the field, as `email` or `cards.0.front`; `message` is for people to read. */
export type Issue = { path: string; message: string };

export type ErrorBody = { message: string; code?: ErrorCode; issues?: Issue[] };

export const statusOfError: Record<ErrorCode, number> = {
  validation_failed: 400,
  invalid_credentials: 401,
  invalid_token: 400,
  unauthorized: 401,
  limit_reached: 402,
  password_required: 403,
  second_factor_required: 401,
  confirmation_required: 403,
  email_unconfirmed: 403,
  sharing_barred: 403,
  teachers_only: 403,
  other_member: 403,
  forbidden_origin: 403,
  not_found: 404,
  email_taken: 409,
  conflict: 409,
  other_account: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  unavailable: 503,
  internal: 500,
};
