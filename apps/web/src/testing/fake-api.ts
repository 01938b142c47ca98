import type { Endpoint, ResponseOf } from "@repasa/contract/endpoint.ts";
import { vi } from "vitest";

type Call = { url: URL; headers: Headers; body: unknown };
type Answer = { status: number; body?: unknown; headers?: Record<string, string> };
type Handler = (call: Call) => Answer | Promise<Answer>;

/** Answers `fetch` by endpoint and records the calls. A call of an endpoint without an answer is a network error. */
export function fakeApi() {
  const handlers: { method: string; path: RegExp; handler: Handler }[] = [];
  const calls: (Call & { method: string })[] = [];

  const answerFetch = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input), "http://localhost");
    const method = init.method ?? "GET";
    const body: unknown = typeof init.body === "string" ? JSON.parse(init.body) : undefined;
    const call = { method, url, headers: new Headers(init.headers), body };
    calls.push(call);
    const found = handlers.findLast((entry) => entry.method === method && entry.path.test(url.pathname));
    if (!found) throw new TypeError("Failed to fetch");
    const answer = await found.handler(call);
    const text =
      answer.body === undefined ? null : typeof answer.body === "string" ? answer.body : JSON.stringify(answer.body);
    return new Response(text, { status: answer.status, headers: answer.headers ?? {} });
  };
  vi.stubGlobal("fetch", answerFetch);

  const on = (endpoint: Endpoint, handler: Handler) => {
    const path = new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, "[^/]+")}$`);
    handlers.push({ method: endpoint.method, path, handler });
  };
  return {
    calls,
    callsTo: (endpoint: Endpoint) =>
      calls.filter(
        (call) =>
          call.method === endpoint.method &&
          new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, "[^/]+")}$`).test(call.url.pathname),
      ),
    on,
    answer: <E extends Endpoint>(endpoint: E, body?: ResponseOf<E>) =>
      on(endpoint, () => ({ status: endpoint.status, body })),
    fail: (endpoint: Endpoint, status: number, body?: unknown) => on(endpoint, () => ({ status, body })),
  };
}
