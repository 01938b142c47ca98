import type { Endpoint } from "@repasa/contract/endpoint.ts";
import type { ErrorCode } from "@repasa/contract/errors.ts";

const commonErrors: readonly ErrorCode[] = ["internal", "unavailable", "rate_limited", "other_account"];
const writeErrors: readonly ErrorCode[] = ["forbidden_origin", "payload_too_large", "unsupported_media_type"];

/** Lists every code that a call may answer: those that its endpoint declares, and those that follow from its input. */
export function errorsOf(endpoint: Endpoint): Set<ErrorCode> {
  const codes = new Set<ErrorCode>([...commonErrors, ...endpoint.errors]);
  if (endpoint.session) codes.add("unauthorized");
  if (endpoint.params || endpoint.query || endpoint.body) codes.add("validation_failed");
  if (endpoint.method !== "GET") for (const code of writeErrors) codes.add(code);
  return codes;
}
