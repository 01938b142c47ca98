import { isDeepStrictEqual } from "node:util";
import { api } from "@repasa/contract/api.ts";
import type { Endpoint } from "@repasa/contract/endpoint.ts";
import { errorCodes, statusOfError } from "@repasa/contract/errors.ts";
import type { FastifyInstance } from "fastify";
import { z } from "zod";
import { errorsOf } from "#platform/http/endpoint-errors.ts";

const errorBody = z.strictObject({
  message: z.string().min(1),
  code: z.enum(errorCodes),
  issues: z.array(z.strictObject({ path: z.string(), message: z.string().min(1) })).optional(),
});

/**
 * Compares every response of the server with the contract, because a response that the contract does not describe makes it and the
 * OpenAPI document wrong. Returns the list of differences, which grows while the server runs.
 */
export function checkResponses(app: FastifyInstance): string[] {
  const found: string[] = [];
  app.addHook("onSend", async (request, reply, payload) => {
    const endpoint = findEndpoint(request.method, request.routeOptions.url);
    if (!endpoint || !(payload === undefined || payload === null || typeof payload === "string")) return;
    const problem = findResponseProblem(endpoint, reply.statusCode, payload ?? "");
    if (problem) found.push(`${endpoint.method} ${endpoint.path}: ${problem}`);
  });
  return found;
}

export function findResponseProblem(endpoint: Endpoint, status: number, text: string): string | null {
  if (status >= 400) return findErrorProblem(endpoint, status, text);
  const expected: readonly number[] = [endpoint.status, ...(endpoint.otherStatuses ?? [])];
  if (!expected.includes(status)) return `answers ${status} instead of ${endpoint.status}`;
  if (!endpoint.response) return text === "" ? null : "answers a body";
  const body: unknown = JSON.parse(text);
  const parsed = endpoint.response.safeParse(body);
  if (!parsed.success) return JSON.stringify(parsed.error.issues);
  return isDeepStrictEqual(parsed.data, body) ? null : "answers more than its schema describes";
}

function findErrorProblem(endpoint: Endpoint, status: number, text: string): string | null {
  const body: unknown = JSON.parse(text);
  if (status === statusOfError.unauthorized && isDeepStrictEqual(body, { message: "Unauthorized" })) {
    return errorsOf(endpoint).has("unauthorized") ? null : "answers unauthorized, which it does not list";
  }
  const parsed = errorBody.safeParse(body);
  if (!parsed.success) return `answers ${status} with another body than an error's: ${text}`;
  const { code } = parsed.data;
  if (!errorsOf(endpoint).has(code)) return `answers ${code}, which it does not list`;
  return statusOfError[code] === status ? null : `answers ${code} with the status ${status}`;
}

const endpoints = Object.values(api).flatMap((table): Endpoint[] => Object.values(table));

function findEndpoint(method: string, url: string | undefined): Endpoint | undefined {
  return endpoints.find((one) => one.method === method && one.path.replace(/\{(\w+)\}/g, ":$1") === url);
}
