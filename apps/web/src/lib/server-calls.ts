// Calls to the server. The service worker makes them too, so that nothing here needs a page.
import type { ClientEndpoint } from "@repasa/contract/client.ts";
import type { CallInput, Endpoint, ResponseOf } from "@repasa/contract/endpoint.ts";
import { hasShape } from "@repasa/contract/shape.ts";
import {
  ApiError,
  ForeignResponseError,
  isUnreachable,
  meansTrouble,
  NetworkError,
  UnexpectedResponseError,
} from "#lib/api-error.ts";
import { noteReached, noteTrouble, noteUnreached } from "#lib/connection.ts";
import { endLeftSessionFirst } from "#lib/left-session.ts";
import { readTimeZone } from "#lib/time-zone.ts";

/** The input of a call, however its endpoint names it. */
export type AnyInput = {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
};

export function endpointUrl(endpoint: ClientEndpoint, input: AnyInput): string {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = input.params?.[name];
    if (value === undefined) throw new Error(`${endpoint.method} ${endpoint.path} needs the parameter ${name}`);
    return encodeURIComponent(value);
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(input.query ?? {})) {
    if (value !== undefined && value !== null) query.set(name, String(value));
  }
  return query.size > 0 ? `${path}?${query}` : path;
}

/** In milliseconds: after this time a GET without a response counts as one that reached nothing, unless it gets one after all. */
const HANGING_AFTER_MS = 10_000;

/**
 * Calls an endpoint of the contract, without the copy on this device.
 *
 * @returns the parsed body, or undefined for a 204 or 304.
 * @throws ApiError for any status but a success, UnexpectedResponseError for a body of another shape, NetworkError if
 *   there is no response, and the error of the abort when `signal` fires.
 */
export async function callServer<E extends Endpoint>(
  endpoint: ClientEndpoint<E>,
  ...[input, options = {}]: CallArguments<E>
): Promise<ResponseOf<E>> {
  const hanging = endpoint.method === "GET" ? setTimeout(noteUnreached, HANGING_AFTER_MS) : undefined;
  try {
    const response = await callOnce(endpoint, input ?? {}, options);
    noteReached();
    return response;
  } catch (error) {
    if (isUnreachable(error)) noteUnreached();
    else if (meansTrouble(error)) noteTrouble();
    else if (error instanceof ApiError) noteReached();
    throw error;
  } finally {
    clearTimeout(hanging);
  }
}

async function callOnce<E extends Endpoint>(
  endpoint: ClientEndpoint<E>,
  parts: AnyInput,
  options: CallOptions,
): Promise<ResponseOf<E>> {
  const url = endpointUrl(endpoint, parts);
  let response: Response;
  let text: string;
  try {
    response = await request(endpoint.method, url, parts, options);
    text = await response.text();
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new NetworkError(error);
  }
  if (response.status === 204 || response.status === 304) return undefined as ResponseOf<E>;
  if (!response.ok) throw new ApiError(response.status, response.statusText, text, response.headers.get("Retry-After"));
  return parseResponse(endpoint, text);
}

async function request(method: string, url: string, parts: AnyInput, options: CallOptions): Promise<Response> {
  const ending = options.isFirst ? undefined : endLeftSessionFirst();
  // Any call but a GET is a visitor's, such as a sign-in, which ends the browser's session itself.
  if (ending) await (method === "GET" ? ending : ending.catch(() => {}));
  const headers: Record<string, string> = {
    Accept: "application/json",
    "Cache-Control": "no-cache",
    Pragma: "no-cache",
    "X-Time-Zone": readTimeZone(),
  };
  if (options.account !== undefined) headers["X-Account"] = String(options.account);
  if ("body" in parts) headers["Content-Type"] = "application/json";
  return fetch(url, {
    method,
    headers,
    body: "body" in parts ? JSON.stringify(parts.body) : null,
    credentials: "same-origin",
    cache: "no-store",
    signal: options.signal ?? null,
    keepalive: options.keepalive ?? false,
  });
}

/** Fetches a path whose endpoint is not loaded yet. The body is not validated; null for any status but a success. */
export async function fetchJson(path: string): Promise<unknown> {
  const response = await request("GET", path, {}, {});
  return response.ok ? response.json() : null;
}

export function parseResponse<E extends Endpoint>(endpoint: ClientEndpoint<E>, text: string): ResponseOf<E> {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch (cause) {
    const { method, path, shape } = endpoint;
    if (shape || text !== "") throw new ForeignResponseError(`${method} ${path} did not answer JSON`, { cause });
  }
  return checkResponse(endpoint, body);
}

/** Checks the shape, not the schema: zod would add 20 KB and be slower for long lists. */
export function checkResponse<E extends Endpoint>(
  { method, path, shape }: ClientEndpoint<E>,
  body: unknown,
): ResponseOf<E> {
  if (shape && !hasShape(body, shape)) throw new UnexpectedResponseError(`${method} ${path} answered something else`);
  return body as ResponseOf<E>;
}

export type CallOptions = {
  signal?: AbortSignal | undefined;
  keepalive?: boolean | undefined;
  /** The account that the call is for. If the session is another one's, the server refuses the call as `other_account`. */
  account?: number | undefined;
  /** Whether the call comes before the end of a session that was left, for which all others wait. */
  isFirst?: boolean;
};

export type CallArguments<E extends Endpoint = Endpoint> =
  Record<never, never> extends CallInput<E>
    ? [input?: CallInput<E> | undefined, options?: CallOptions]
    : [input: CallInput<E>, options?: CallOptions];
