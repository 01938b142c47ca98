import type { CallInput, Endpoint, ResponseOf } from "@repasa/contract/endpoint.ts";
import { hasShape } from "@repasa/contract/shape.ts";
import { ApiError, NetworkError, UnexpectedAnswerError } from "#lib/api-error.ts";

type LooseInput = {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
};

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
 * @throws ApiError for any other status, UnexpectedAnswerError for a body of another shape, NetworkError when there was
 *   no answer, and the abort's own error when `signal` fires.
 */
export async function callApi<E extends Endpoint>(
  endpoint: E,
  ...[input, options = {}]: CallArguments<E>
): Promise<ResponseOf<E>> {
  const parts: LooseInput = input ?? {};
  const url = endpointUrl(endpoint, parts);
  let response: Response;
  let text: string;
  try {
    if (endpoint.changes.length > 0) forgetEarlyAnswers();
    response = (await takeEarly(endpoint, url)) ?? (await request(endpoint.method, url, parts, options));
    text = await response.text();
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new NetworkError(error);
  }
  if (response.status === 204 || response.status === 304) return undefined as ResponseOf<E>;
  if (!response.ok) throw new ApiError(response.status, response.statusText, text, response.headers.get("Retry-After"));
  return parseAnswer(endpoint, text);
}

function request(method: string, url: string, parts: LooseInput, options: CallOptions): Promise<Response> {
  const headers: Record<string, string> = {
    Accept: "application/json",
    "Cache-Control": "no-cache",
    Pragma: "no-cache",
    "X-Time-Zone": Intl.DateTimeFormat().resolvedOptions().timeZone,
  };
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

/** What nobody has wanted by then may be no longer true. */
const EARLY_MS = 10_000;

/** Undefined where the answer does not hold what was asked for. */
type EarlyAnswer = Promise<Response | undefined>;

const early = new Map<string, { askedAt: number; answer: EarlyAnswer }>();

/** A call without an input, by its path; `parts` names what it answers in place of `/api/user/` with these names. */
export type EarlyCall = { readonly path: string; readonly parts?: readonly string[] };

/** Asks for what a screen will want while its code and the session are still being loaded. */
export function askEarly({ path, parts }: EarlyCall): void {
  const answer = request("GET", path, {}, {});
  const whole = parts && answer.then((response) => (response.ok ? response.json() : null));
  for (const part of parts ?? [])
    keepEarly(
      `/api/user/${part}`,
      partOf(whole, part).catch(() => undefined),
    );
  if (!parts) keepEarly(path, answer);
}

/** Whoever wants a part that did not come asks for it alone. */
async function partOf(whole: Promise<Record<string, unknown> | null> | undefined, part: string) {
  const value = (await whole)?.[part];
  // Safari has Response.json only since 17.
  return value == null ? undefined : new Response(JSON.stringify(value));
}

function keepEarly(path: string, answer: EarlyAnswer) {
  early.set(path, { askedAt: Date.now(), answer });
  // Whoever takes the answer learns of a failure.
  answer.catch(() => {});
}

/** For when somebody else is signed in or nobody, and when something has changed. */
export function forgetEarlyAnswers(): void {
  early.clear();
}

/** Each answer is given out once. */
function takeEarly({ method }: Endpoint, url: string): EarlyAnswer | undefined {
  if (method !== "GET") return undefined;
  const kept = early.get(url);
  early.delete(url);
  return kept && Date.now() - kept.askedAt < EARLY_MS ? kept.answer : undefined;
}

/** Checks the shape that the build derives from the schema: zod itself would be 20 KB more and slower on long lists. */
export function parseAnswer<E extends Endpoint>({ method, path, shape }: E, text: string): ResponseOf<E> {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch (cause) {
    if (shape || text !== "") throw new UnexpectedAnswerError(`${method} ${path} did not answer JSON`, { cause });
  }
  if (shape && !hasShape(answer, shape)) throw new UnexpectedAnswerError(`${method} ${path} answered something else`);
  return answer as ResponseOf<E>;
}

export type CallOptions = {
  signal?: AbortSignal | undefined;
  keepalive?: boolean | undefined;
};

export type CallArguments<E extends Endpoint> =
  Record<never, never> extends CallInput<E>
    ? [input?: CallInput<E> | undefined, options?: CallOptions]
    : [input: CallInput<E>, options?: CallOptions];
