import { ApiError, NetworkError, parseErrorBody, UnexpectedResponseError } from "#lib/api-error.ts";

const STATUS_LINE = /^([1-5]\d\d):\s*([\s\S]*)$/;

const STATUS_TEXTS = new Set([
  "bad request",
  "unauthorized",
  "payment required",
  "forbidden",
  "not found",
  "method not allowed",
  "request timeout",
  "conflict",
  "gone",
  "payload too large",
  "content too large",
  "unsupported media type",
  "unprocessable entity",
  "unprocessable content",
  "too many requests",
  "internal server error",
  "not implemented",
  "bad gateway",
  "service unavailable",
  "gateway timeout",
]);

/** Returns the user-facing text of an error, or the fallback if the error has none. */
export function errorMessage(error: unknown, fallback: string): string {
  if (error instanceof NetworkError || error instanceof UnexpectedResponseError) return fallback;
  if (error instanceof ApiError && error.body === "") return fallback;
  const text = (error instanceof Error ? error.message : typeof error === "string" ? error : "").trim();
  const [, status, afterStatus] = STATUS_LINE.exec(text) ?? [];
  const body = (afterStatus ?? text).trim();
  const message = parseErrorBody(body)?.message;
  if (message) return message.trim();
  if (body === "" || isData(body)) return fallback;
  if (status && STATUS_TEXTS.has(body.toLowerCase())) return fallback;
  return body;
}

/** Returns the server's sentence about a failure, or what to do: checking the connection helps only without a response. */
export function explainFailure(error: unknown): string {
  if (!(error instanceof ApiError)) return "Comprueba tu conexión e inténtalo de nuevo.";
  return error.serverMessage ?? "Inténtalo de nuevo en unos minutos.";
}

function isData(body: string): boolean {
  if (/^<[!a-z]/i.test(body)) return true;
  try {
    return typeof JSON.parse(body) === "object";
  } catch {
    return false;
  }
}
