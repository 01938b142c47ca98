import { DEFAULT_DAY_START_HOUR } from "@repasa/contract/account.ts";
import type { Endpoint, EndpointTable, Schema } from "@repasa/contract/endpoint.ts";
import type { Issue } from "@repasa/contract/errors.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import { AppError } from "#app-error.ts";
import type { Clock } from "#clock.ts";
import type { Call, Download, Handlers } from "#http/call.ts";
import { acceptUploads, askedPart, sendDownload, uploadOf } from "#http/files.ts";
import type { createLargeReads } from "#http/large-reads.ts";
import { LongList, sendLongList } from "#http/long-list.ts";
import type { createReadChoice } from "#http/read-choice.ts";
import type { SessionGate } from "#http/session-gate.ts";
import type { WriteBudgets } from "#http/write-budgets.ts";
import { knownTimeZone, type Moment, momentAt } from "#local-days.ts";
import type { OwnerId } from "#owner.ts";

type Options = {
  clock: Clock;
  gate: SessionGate;
  budgets: WriteBudgets;
  largeReads: ReturnType<typeof createLargeReads>;
  chooseDb: ReturnType<typeof createReadChoice>;
  onVisit: (owner: OwnerId, moment: Moment) => void;
};

export function serveEndpoints<T extends EndpointTable>(
  app: FastifyInstance,
  endpoints: T,
  handlers: Handlers<T>,
  options: Options,
): void {
  for (const [name, endpoint] of Object.entries(endpoints)) {
    // Handlers has checked that the pairs match; a loop over both loses that.
    const handler = handlers[name] as (call: Call<Endpoint>) => Promise<unknown>;
    const route: RouteOptions = {
      method: endpoint.method,
      config: { isUpload: endpoint.upload !== null },
      url: endpoint.path.replace(/\{(\w+)\}/g, ":$1"),
      handler: (request, reply) => answer(endpoint, handler, request, reply, options),
    };
    if (endpoint.upload === null) app.route(route);
    else app.register(async (scope) => void acceptUploads(scope, endpoint.upload).route(route));
  }
}

async function answer(
  endpoint: Endpoint,
  handler: (call: Call<Endpoint>) => Promise<unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
  { clock, gate, budgets, largeReads, chooseDb, onVisit }: Options,
): Promise<FastifyReply> {
  const now = clock.now();
  const cookie = gate.cookieOf(request, reply);
  const session = await gate.sessionOf(cookie, now);
  const owner = session?.userId ?? null;
  if (endpoint.session && owner === null) throw new AppError("unauthorized", "Unauthorized");
  if (owner !== null) budgets.take(owner, endpoint, now);
  const zone = request.headers["x-time-zone"];
  const moment = momentAt(now, {
    timeZone: knownTimeZone(typeof zone === "string" ? zone : undefined),
    dayStartHour: session?.dayStartHour ?? DEFAULT_DAY_START_HOUR,
  });
  if (owner !== null && zone !== undefined) onVisit(owner, moment);
  const call = {
    owner,
    moment,
    client: { address: request.ip, userAgent: request.headers["user-agent"]?.slice(0, 500) ?? null },
    cookie,
    device: gate.deviceOf(request, reply),
    step: gate.stepOf(request, reply),
    readDb: chooseDb(endpoint, request, reply),
    params: parse(endpoint.params, request.params),
    query: parse(endpoint.query, request.query),
    body: parse(endpoint.body, request.body),
    upload: uploadOf(endpoint, request),
    asked: askedPart(request),
  } as Call<Endpoint>;
  const end = await largeReads.turn(owner, endpoint, request.raw.socket, call.query);
  const result = await handler(call).catch((error: unknown) => {
    end();
    throw error;
  });
  reply.code(endpoint.status);
  if (result instanceof LongList) return sendLongList(reply, result, end);
  end();
  if (endpoint.download) return sendDownload(reply, result as Download);
  return endpoint.response ? reply.send(result) : reply.send();
}

function parse(schema: Schema | null, input: unknown): unknown {
  if (!schema) return undefined;
  // For rules without a message in the contract: the library's own is in English.
  const parsed = schema.safeParse(input ?? {}, { error: () => "El valor no es válido" });
  if (parsed.success) return parsed.data;
  const issues = parsed.error.issues.map(({ path, message }) => ({ path: path.map(String).join("."), message }));
  throw new AppError("validation_failed", summaryOf(issues), { issues });
}

// The specification's messages are partly English. Those are for the form's fields; a summary is always Spanish.
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
