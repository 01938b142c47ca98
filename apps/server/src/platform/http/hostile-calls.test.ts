// @module-tag hostile
// Sends arbitrary input to every call of the contract, and checks the status, the time and the headers of the response.
import { api } from "@repasa/contract/api.ts";
import type { Endpoint } from "@repasa/contract/endpoint.ts";
import type { Folder } from "@repasa/contract/folders.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import * as z from "zod/mini";
import { cases, noteTried } from "#testing/more-cases.ts";
import { sharedTestApp, type TestClient } from "#testing/test-app.ts";

const app = await sharedTestApp();
const MAX_ANSWER_MS = 10_000;

const units = fc
  .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 30 })
  .map((codes) => String.fromCharCode(...codes));
const scalar = fc.oneof(
  units,
  fc.constantFrom<unknown>(null, true, [], {}, "", "0", "-1", "1e99", "null", "'; drop table users; --", "$1", "\\"),
  fc.constantFrom<unknown>("../../etc/passwd", "%00", "\u0000", "\u202e", "\ud800", "{{c1::{{c1::", "x".repeat(30_000)),
  fc.constantFrom<unknown>(0, -1, 0.5, 1e308, Number.MAX_SAFE_INTEGER, 2 ** 31, 2 ** 53, -(2 ** 63), 1e-320),
  fc.constantFrom<unknown>("9999-12-31", "2024-02-30", "0000-01-01", "2026-03-10T24:00:00Z", "+275760-09-13", "easy"),
  fc.constantFrom<unknown>("__proto__", "constructor", "move", "delete", "replace", "markdown", "csv", "true"),
  fc.jsonValue({ maxDepth: 3 }),
  fc.nat(40),
);
const value = fc.oneof(
  { weight: 5, arbitrary: scalar },
  { weight: 1, arbitrary: fc.array(scalar, { maxLength: 5 }) },
  { weight: 1, arbitrary: fc.constantFrom<unknown>(Array(6000).fill(1), Array(300).fill("x"), { options: {} }) },
);

/** Returns the names of a schema's fields, at any depth. */
function listFields(schema: unknown): string[] {
  if (!(schema instanceof z.ZodMiniType)) return [];
  const { def } = schema as unknown as { def: Record<string, unknown> };
  const inner = ["innerType", "in", "out", "element"].flatMap((name) => listFields(def[name]));
  const shape = (def.shape as object | undefined) ?? {};
  return [...inner, ...Object.keys(shape), ...Object.values(shape).flatMap(listFields)];
}

type Call = { endpoint: Endpoint; params: unknown[]; query: Record<string, unknown>; body: unknown; zone: unknown };

const recordOf = (names: readonly string[]) =>
  names.length === 0
    ? fc.constant({})
    : fc.dictionary(fc.constantFrom(...names), value, { maxKeys: Math.min(8, names.length) });

const endpoints: Endpoint[] = Object.values(api).flatMap((table) => Object.values(table));
const anyCall: fc.Arbitrary<Call> = fc.constantFrom(...endpoints).chain((endpoint) =>
  fc.record({
    endpoint: fc.constant(endpoint),
    params: fc.array(fc.oneof(scalar, fc.integer({ min: 1, max: 30 })), { minLength: 3, maxLength: 3 }),
    query: recordOf(listFields(endpoint.query)),
    body: fc.oneof(
      { weight: 6, arbitrary: recordOf(listFields(endpoint.body)) as fc.Arbitrary<unknown> },
      { weight: 1, arbitrary: value },
    ),
    zone: fc.constantFrom("Europe/Madrid", "America/Bogota", "Etc/GMT+14", "../../UTC", "x".repeat(500), ""),
  }),
);

function urlOf({ endpoint, params, query }: Call): string {
  let place = 0;
  const path = endpoint.path.replace(/\{\w+\}/g, () => encodeURIComponent(String(params[place++]).toWellFormed()));
  const parts = Object.entries(query).map(
    ([name, one]) => `${name}=${encodeURIComponent(String(one).toWellFormed()).slice(0, 3000)}`,
  );
  return parts.length === 0 ? path : `${path}?${parts.join("&")}`;
}

async function newClient(): Promise<TestClient> {
  const client = await app.register();
  const { body: folder } = await client.post<Folder>("/api/folders", { name: "Historia" });
  await client.post(`/api/folders/${folder.id}/cards`, { front: "a", back: "b" });
  return client;
}

/** Payments are not configured here, so their calls may answer 503. */
const mayBeUnavailable = ({ path }: Endpoint) => path.startsWith("/api/stripe/");

it("answers arbitrary calls in time, below 500 and with the headers of every answer", {
  timeout: 1200_000,
}, async (test) => {
  let client = await newClient();
  const numRuns = cases(60, 2000);
  await fc.assert(
    fc.asyncProperty(anyCall, async (call) => {
      const { endpoint, body, zone } = call;
      const startedAt = performance.now();
      const response = await app.app.inject({
        method: endpoint.method as "GET",
        url: urlOf(call),
        headers: { cookie: client.cookie(), "x-time-zone": String(zone) },
        ...(endpoint.method !== "GET" && { payload: body as object }),
      });
      const { statusCode: status, headers } = response;
      expect(performance.now() - startedAt).toBeLessThan(MAX_ANSWER_MS);
      if (!(status === 503 && mayBeUnavailable(endpoint))) expect(status).toBeLessThan(500);
      expect(headers["x-content-type-options"]).toBe("nosniff");
      expect(headers["cache-control"]).toMatch(/no-store|private/);
      expect(headers["content-security-policy"]).toContain("default-src 'none'");
      if (status === 401) client = await newClient();
    }),
    { numRuns },
  );
  noteTried(test, numRuns, "calls");
});
