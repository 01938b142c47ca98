import { finished } from "node:stream";
import { DEFAULT_DAY_START_HOUR } from "@repasa/contract/account.choices.ts";
import { BODY_LIMIT, type Endpoint, type EndpointTable, LARGE_BODY_LIMIT } from "@repasa/contract/endpoint.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest, RouteOptions } from "fastify";
import type { OwnerId } from "#platform/db/owner.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { Call, Download, FoundSession, Handlers, SessionCookie } from "#platform/http/call.ts";
import { type CallLimits, takeTurns } from "#platform/http/call-limits.ts";
import { acceptUploads, readRequestedPart, sendDownload, uploadOf } from "#platform/http/files.ts";
import { parseInput } from "#platform/http/input.ts";
import { LongList, sendLongList } from "#platform/http/long-list.ts";
import type { ReadChoice } from "#platform/http/read-choice.ts";
import type { SessionGate } from "#platform/http/session-gate.ts";
import { endWhenStalled, STALLED_FILE_MS, STALLED_MS } from "#platform/http/stalled-readers.ts";
import { WithStatus } from "#platform/http/with-status.ts";
import type { Clock } from "#platform/time/clock.ts";
import { knownTimeZone, type Moment, momentAt } from "#platform/time/local-days.ts";

type Options = {
  clock: Clock;
  gate: SessionGate;
  limits: CallLimits;
  /** How long, in milliseconds, a client may read nothing of a file before it loses the connection. */
  stalledFileMs?: number | undefined;
  chooseDb: ReadChoice;
  onVisit: (owner: OwnerId, moment: Moment) => void;
};

export function serveEndpoints<T extends EndpointTable>(
  app: FastifyInstance,
  endpoints: T,
  handlers: Handlers<T>,
  options: Options,
): void {
  if (!app.hasRequestDecorator("caller")) app.decorateRequest("caller", null);
  for (const [name, endpoint] of Object.entries(endpoints)) {
    // Handlers has checked that the pairs match; a loop over both loses that.
    const handler = handlers[name] as (call: Call<Endpoint>) => Promise<unknown>;
    const route: RouteOptions = {
      method: endpoint.method,
      config: { isUpload: endpoint.upload !== null },
      bodyLimit: endpoint.largeBody ? LARGE_BODY_LIMIT : BODY_LIMIT,
      // Before the body is read: whoever has no session, or none to spare, makes the server hold nothing.
      onRequest: async (request, reply) => {
        request.caller = await admit(endpoint, request, reply, options);
      },
      url: endpoint.path.replace(/\{(\w+)\}/g, ":$1"),
      handler: (request, reply) => answer(endpoint, handler, request, reply, options),
    };
    if (endpoint.upload === null) app.route(route);
    else app.register(async (scope) => void acceptUploads(scope, endpoint.upload).route(route));
  }
}

/** How long a call counts as in flight once its file is being sent. */
const FILE_COUNTS_MS = 1_000;

/** Whoever makes a call, and when; known before its body is read. */
type Caller = { readonly session: FoundSession | null; readonly cookie: SessionCookie; readonly now: Date };

declare module "fastify" {
  interface FastifyRequest {
    caller: Caller | null;
  }
}

/** Looks for the session of a call, and counts the call. */
async function admit(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { clock, gate, limits }: Options,
): Promise<Caller> {
  const now = clock.now();
  const cookie = gate.cookieOf(request, reply);
  const session = await gate.sessionOf(cookie, now);
  if (endpoint.session && session === null) throw new AppError("unauthorized", "Unauthorized");
  if (session !== null && endpoint.session) gate.nameAccount(request, reply, session);
  if (session !== null) requireNamedAccount(request, session);
  if (session !== null) limits.budgets.take(session.userId, endpoint, now);
  return { session, cookie, now };
}

async function answer(
  endpoint: Endpoint,
  handler: (call: Call<Endpoint>) => Promise<unknown>,
  request: FastifyRequest,
  reply: FastifyReply,
  options: Options,
): Promise<FastifyReply> {
  const caller = request.caller as Caller;
  const gone = new AbortController();
  reply.raw.once("close", () => {
    // Each abort creates an error with its stack.
    if (!reply.raw.writableFinished) gone.abort();
  });
  // Endpoints that need no session, such as signing in, take no turn, even if the browser sends the cookie of one.
  const owner = endpoint.session && caller.session !== null ? caller.session.userId : null;
  const query = parseInput(endpoint.query, request.query);
  const { endCall, endRead } = await takeTurns(options.limits, { owner, endpoint, query }, reply, gone.signal);
  let isSent = false;
  try {
    const call = callOf(endpoint, request, reply, { ...caller, query }, options);
    const result = await handler(call);
    // A page shows many images, which a phone loads slowly. A file that is being sent holds little memory.
    if (endpoint.download) setTimeout(endCall, FILE_COUNTS_MS).unref();
    isSent = true;
    return await send(endpoint, reply, result, endRead, options.stalledFileMs);
  } finally {
    if (!isSent) endRead();
    finished(reply.raw, endCall);
  }
}

function callOf(
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  { session, cookie, now, query }: Caller & { readonly query: unknown },
  { gate, chooseDb, onVisit }: Options,
): Call<Endpoint> {
  const owner = session?.userId ?? null;
  const zone = request.headers["x-time-zone"];
  const moment = momentAt(now, {
    timeZone: knownTimeZone(typeof zone === "string" ? zone : undefined),
    dayStartHour: session?.dayStartHour ?? DEFAULT_DAY_START_HOUR,
  });
  if (owner !== null && zone !== undefined) onVisit(owner, moment);
  return {
    owner,
    moment,
    requestId: request.id,
    client: { address: request.ip, userAgent: request.headers["user-agent"]?.slice(0, 500) ?? null },
    cookie,
    device: gate.deviceOf(request, reply),
    step: gate.stepOf(request, reply),
    readDb: chooseDb(endpoint, request, reply),
    params: parseInput(endpoint.params, request.params),
    query,
    body: parseInput(endpoint.body, request.body),
    upload: uploadOf(endpoint, request),
    requestedPart: readRequestedPart(request),
  } as Call<Endpoint>;
}

async function send(
  endpoint: Endpoint,
  reply: FastifyReply,
  result: unknown,
  endRead: () => void,
  stalledFileMs = STALLED_FILE_MS,
): Promise<FastifyReply> {
  reply.code(endpoint.status);
  if (result instanceof LongList) return sendLongList(reply, result, endRead);
  endRead();
  if (endpoint.download) return sendDownload(reply, result as Download, stalledFileMs);
  endWhenStalled(reply, STALLED_MS);
  if (result instanceof WithStatus) return reply.code(result.status).send(result.body);
  return endpoint.response ? reply.send(result) : reply.send();
}

/**
 * The header by which a call names the account that it was made for: while it waited on a device, somebody else may have signed in
 * there. Its value is the account's id.
 */
const ACCOUNT_HEADER = "x-account";

function requireNamedAccount({ headers }: FastifyRequest, { userId }: FoundSession): void {
  const named = headers[ACCOUNT_HEADER];
  if (named === undefined || named === String(userId)) return;
  throw new AppError("other_account", "En este navegador ha entrado otra cuenta. El cambio espera a la suya.");
}
