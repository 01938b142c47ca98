import * as authEndpoints from "@repasa/contract/client/auth.ts";
import * as studyEndpoints from "@repasa/contract/client/study.ts";
import type { ClientEndpoint } from "@repasa/contract/client.ts";
import type { Endpoint, ResponseOf } from "@repasa/contract/endpoint.ts";
import type { ListedRating } from "@repasa/contract/study.ts";
import { vi } from "vitest";

type Call = { url: URL; headers: Headers; body: unknown };
type FakeResponse = { status: number; body?: unknown; headers?: Record<string, string> };
type Handler = (call: Call) => FakeResponse | Promise<FakeResponse>;

/**
 * Answers `fetch` by endpoint and records the calls. A call of an endpoint without a response is a network error. As on the server, a
 * call that names another account than that of `currentUser` is refused, and a list of ratings is answered as its single calls are.
 */
export function fakeApi() {
  const handlers: { method: string; path: RegExp; handler: Handler }[] = [];
  const calls: (Call & { method: string })[] = [];

  const answerFetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input), "http://localhost");
    const method = init.method ?? "GET";
    const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    const call = { method, url, headers: new Headers(init.headers), body };
    calls.push(call);
    const response = await (call.headers.has("X-Account") ? answerForAccount(call) : answerCall(call));
    const text =
      response.body === undefined
        ? null
        : typeof response.body === "string"
          ? response.body
          : JSON.stringify(response.body);
    return new Response(text, { status: response.status, headers: response.headers ?? {} });
  };
  vi.stubGlobal("fetch", answerFetch);

  const findHandler = (method: string, path: string) =>
    handlers.findLast((entry) => entry.method === method && entry.path.test(path))?.handler;

  function answerCall(call: Call & { method: string }): FakeResponse | Promise<FakeResponse> {
    const handler = findHandler(call.method, call.url.pathname);
    return handler ? handler(call) : answerList(call);
  }

  async function answerList(call: Call & { method: string }): Promise<FakeResponse> {
    if (call.url.pathname !== studyEndpoints.reviewMany.path) throw new TypeError("Failed to fetch");
    const { ratings } = call.body as { ratings: ListedRating[] };
    const results = [];
    for (const { cardId, ...body } of ratings) {
      const url = new URL(`/api/cards/${cardId}/review`, call.url);
      const single = { ...call, url, body };
      calls.push(single);
      const { status, body: answered } = await answerCall(single);
      results.push({ ...(answered as object), cardId, reviewId: body.reviewId, status });
    }
    return { status: 200, body: { results } };
  }

  async function answerForAccount(call: Call & { method: string }): Promise<FakeResponse> {
    const user = (await findHandler("GET", authEndpoints.currentUser.path)?.(call))?.body as
      | { id?: number }
      | undefined;
    const isOther = user?.id !== undefined && String(user.id) !== call.headers.get("X-Account");
    if (isOther) return { status: 409, body: { message: "Ha entrado otra cuenta", code: "other_account" } };
    return answerCall(call);
  }

  const on = (endpoint: ClientEndpoint, handler: Handler) => {
    const path = new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, "[^/]+")}$`);
    handlers.push({ method: endpoint.method, path, handler });
  };
  return {
    calls,
    callsTo: (endpoint: ClientEndpoint) =>
      calls.filter(
        (call) =>
          call.method === endpoint.method &&
          new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(call.url.pathname),
      ),
    on,
    answer: <E extends Endpoint>(endpoint: ClientEndpoint<E>, body?: ResponseOf<E>) =>
      on(endpoint, () => ({ status: body === undefined ? 204 : 200, body })),
    fail: (endpoint: ClientEndpoint, status: number, body?: unknown) => on(endpoint, () => ({ status, body })),
  };
}
