import type { Endpoint, EndpointTable, Schema } from "@repasa/contract/endpoint.ts";
import type { Issue } from "@repasa/contract/errors.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { AppError } from "#app-error.ts";
import type { Clock } from "#clock.ts";
import type { Call, Handlers } from "#http/call.ts";
import type { SessionGate } from "#http/session-gate.ts";
import { knownTimeZone, type Moment, momentAt } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";

type Dependencies = {
  clock: Clock;
  gate: SessionGate;
  /** Told of every call of somebody signed in that says where they are. */
  noteVisit: (owner: OwnerId, moment: Moment) => void;
  validateResponses: boolean;
};

/** Serves a feature's endpoints: checks the session, validates what comes in, answers what the handler returns. */
export function serveEndpoints<T extends EndpointTable>(
  app: FastifyInstance,
  endpoints: T,
  handlers: Handlers<T>,
  dependencies: Dependencies,
): void {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    // The pair is right by the type of Handlers; what a loop over both loses is which pair it is.
    const handler = handlers[name] as (call: Call<Endpoint>) => Promise<unknown>;
    app.route({
      method: endpoint.method,
      url: endpoint.path.replace(/\{(\w+)\}/g, ":$1"),
      handler: (request, reply) => answer(endpoint, handler, request, reply, dependencies),
    });
  }
}

async function answer(
  endpoint: Endpoint,
  handler: (call: Call<Endpoint>) => Promise<unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
  { clock, gate, noteVisit, validateResponses }: Dependencies,
): Promise<FastifyReply> {
  const now = clock.now();
  const cookie = gate.cookieOf(request, reply);
  const owner = await gate.ownerOf(cookie, now);
  if (endpoint.session && owner === null) throw new AppError("unauthorized", "Unauthorized");
  const zone = request.headers["x-time-zone"];
  const moment = momentAt(now, knownTimeZone(typeof zone === "string" ? zone : undefined));
  if (owner !== null && zone !== undefined) noteVisit(owner, moment);
  const result = await handler({
    owner,
    moment,
    client: { address: request.ip, userAgent: request.headers["user-agent"]?.slice(0, 500) ?? null },
    cookie,
    params: parse(endpoint.params, request.params),
    query: parse(endpoint.query, request.query),
    body: parse(endpoint.body, request.body),
  } as Call<Endpoint>);
  if (validateResponses) demandDescribed(endpoint, result);
  reply.code(endpoint.status);
  return endpoint.response ? reply.send(result) : reply.send();
}

function parse(schema: Schema | null, input: unknown): unknown {
  if (!schema) return undefined;
  // Only for what the contract gives no message of its own; the library's would be English.
  const parsed = schema.safeParse(input ?? {}, { error: () => "El valor no es válido" });
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join("."), message }));
  throw new AppError("validation_failed", summaryOf(issues), { issues });
}

// Where the specification gives a Spanish sentence for a field, that sentence is the summary; its English ones are
// for the form's fields, and people get a summary in their own language.
function summaryOf(issues: Issue[]): string {
  const first = issues[0]?.message;
  return first && !ENGLISH.has(first) ? first : "Revisa los datos del formulario";
}

const ENGLISH = new Set([
  "Invalid email address",
  "Password must be at least 8 characters",
  "Password confirmation is required",
  "Passwords don't match",
  "First name is required",
  "Last name is required",
  "Password is required",
  "Token is required",
]);

// Only in tests: an answer that the contract does not describe makes the contract, and OpenAPI with it, a lie.
function demandDescribed(endpoint: Endpoint, result: unknown): void {
  if (!endpoint.response) {
    if (result !== undefined)
      throw new Error(`${endpoint.method} ${endpoint.path} answers more than the contract says`);
    return;
  }
  const json = JSON.parse(JSON.stringify(result));
  const parsed = endpoint.response.safeParse(json);
  if (!parsed.success) throw new Error(`${endpoint.method} ${endpoint.path}: ${JSON.stringify(parsed.error.issues)}`);
  if (JSON.stringify(sorted(parsed.data)) !== JSON.stringify(sorted(json))) {
    throw new Error(`${endpoint.method} ${endpoint.path} answers more than the contract says`);
  }
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, inner]) => [key, sorted(inner)]),
  );
}
