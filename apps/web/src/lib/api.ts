import type { CallInput, Endpoint, ResponseOf } from "@repasa/contract/endpoint.ts";
import { ApiError, NetworkError } from "#lib/api-error.ts";

type LooseInput = {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
};

/** The path with its parameters filled in, and the query. */
export function endpointUrl(endpoint: Endpoint, input: LooseInput): string {
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

/**
 * Makes a call of the contract.
 *
 * @returns the parsed body, or undefined for a 204 or 304.
 * @throws ApiError for any other answer, NetworkError when there was none, and the abort's own error when `signal` fires.
 */
export async function callApi<E extends Endpoint>(
  endpoint: E,
  ...[input, options = {}]: CallArguments<E>
): Promise<ResponseOf<E>> {
  const parts: LooseInput = input ?? {};
  const headers: Record<string, string> = {
    Accept: "application/json",
    "Cache-Control": "no-cache",
    Pragma: "no-cache",
    "X-Time-Zone": Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
  if ("body" in parts) headers["Content-Type"] = "application/json";
  let response: Response;
  let text: string;
  try {
    response = await fetch(endpointUrl(endpoint, parts), {
      method: endpoint.method,
      headers,
      body: "body" in parts ? JSON.stringify(parts.body) : null,
      credentials: "same-origin",
      cache: "no-store",
      signal: options.signal ?? null,
      keepalive: options.keepalive ?? false,
    });
    text = await response.text();
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new NetworkError(error);
  }
  // The server checks what it sends against the same contract, so that the browser need not carry the parsers.
  if (response.status === 204 || response.status === 304) return undefined as ResponseOf<E>;
  if (!response.ok) throw new ApiError(response.status, response.statusText, text, response.headers.get("Retry-After"));
  return (text === "" ? undefined : JSON.parse(text)) as ResponseOf<E>;
}

export type CallOptions = {
  signal?: AbortSignal | undefined;
  /** Lets the call outlive the page. */
  keepalive?: boolean | undefined;
};

/** The input may be left out where the endpoint takes nothing, or only a query that is all optional. */
export type CallArguments<E extends Endpoint> =
  Record<never, never> extends CallInput<E>
    ? [input?: CallInput<E> | undefined, options?: CallOptions]
    : [input: CallInput<E>, options?: CallOptions];
