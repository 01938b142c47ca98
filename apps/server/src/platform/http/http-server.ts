import { createServer, maxHeaderSize } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import compress from "@fastify/compress";
import cookies from "@fastify/cookie";
import { BODY_LIMIT } from "@repasa/contract/endpoint.ts";
import fastify, { type FastifyInstance, LogController } from "fastify";
import type { Logger } from "pino";
import { AppError } from "#platform/http/app-error.ts";
import { refuseBrokenRequests } from "#platform/http/broken-requests.ts";
import { cutOff } from "#platform/http/cut-off.ts";
import { mapErrors, sendError } from "#platform/http/error-mapper.ts";
import { parseJsonBodies } from "#platform/http/json-body.ts";
import { checkOrigins, ownOrigins } from "#platform/http/origin-check.ts";
import { answerInOrder } from "#platform/http/request-order.ts";
import { answerHeaders } from "#platform/http/security-headers.ts";
import { networkOf } from "#platform/http/throttle.ts";
import { UnfinishedBodies } from "#platform/http/unfinished-bodies.ts";
import { endWhenSilent, SILENT_MS } from "#platform/http/uploads.ts";
import type { Config } from "#platform/process/config.ts";

const BODY_MS = 30_000;
/** Enough for 300 MB over a slow connection. */
const UPLOAD_MS = 3600_000;
const KEEP_ALIVE_MS = 72_000;
/** How long responses announce `Connection: close` before idle connections are closed. */
const ANNOUNCE_CLOSE_MS = 1_000;
const POLL_MS = 20;
/** The framework drops the bodies of these. */
const BODYLESS = new Set(["GET", "HEAD", "TRACE"]);

/**
 * How long the server waits for the body of a request, for a client that stops sending a file, and for one that stops reading
 * one.
 */
export type Patience = { bodyMs: number; silentMs: number; stalledFileMs: number };

export type HttpServer = {
  app: FastifyInstance;
  isHttps: boolean;
  /** The address of the app for people. Without APP_URL the port is known only when the server listens. */
  appUrl: () => string;
  isDraining: () => boolean;
};

type NoteOutage = Parameters<typeof mapErrors>[1];

export async function createHttpServer(
  config: Config,
  log: Logger,
  noteOutage: NoteOutage,
  { bodyMs = BODY_MS, silentMs = SILENT_MS }: Partial<Patience> = {},
): Promise<HttpServer> {
  const isHttps = config.appUrl?.startsWith("https:") ?? false;
  const { hstsSubdomains, adFrame } = config;
  const headers = answerHeaders({ https: isHttps, hstsSubdomains, payments: config.stripe !== null, adFrame });
  const app = createFastify(config, log, headers);
  const listeningPort = () => {
    const address = app.addresses()[0];
    return typeof address === "object" ? address.port : config.port;
  };
  const { isDraining } = refuseWhileDraining(app, headers);
  app.addHook("onResponse", (request, reply, done) => {
    request.log.info({ req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, "request");
    done();
  });
  const unfinished = new UnfinishedBodies();
  limitSending(app, unfinished, { bodyMs, silentMs });
  mapErrors(app, noteOutage);
  parseJsonBodies(app);
  checkOrigins(app, ownOrigins(config.appUrl, listeningPort));
  await app.register(cookies);
  await app.register(compress, { encodings: ["br", "gzip"], threshold: 2048, globalDecompression: false });
  return { app, isHttps, isDraining, appUrl: () => config.appUrl ?? `http://localhost:${listeningPort()}` };
}

function createFastify(config: Config, log: Logger, headers: Record<string, string>): FastifyInstance {
  return fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: BODY_LIMIT,
    trustProxy: createProxyTrust(config.trustProxy),
    serverFactory: (handle) => {
      const timeouts = { requestTimeout: UPLOAD_MS, keepAliveTimeout: KEEP_ALIVE_MS };
      return createServer(timeouts, answerInOrder(handle));
    },
    rewriteUrl: ({ url = "/" }) => escapeStrayPercents(url),
    // A route says itself what is wrong with a long parameter; Node refuses longer addresses.
    routerOptions: { maxParamLength: maxHeaderSize },
    forceCloseConnections: "idle",
    return503OnClosing: false,
    genReqId: () => crypto.randomUUID(),
    onProtoPoisoning: "error",
    clientErrorHandler: refuseBrokenRequests(headers),
    frameworkErrors: (_error, request, reply) => {
      reply.headers(headers).header("x-request-id", request.id);
      sendError(reply, new AppError("validation_failed", "La petición no es válida"));
    },
  }) as unknown as FastifyInstance;
}

/** Escapes the percent signs of a path that cannot be decoded, so that a route answers it: with a page where there are pages. */
function escapeStrayPercents(url: string): string {
  const [path = ""] = url.split("?", 1);
  try {
    decodeURIComponent(path);
    return url;
  } catch {
    return path.replaceAll("%", "%25") + url.slice(path.length);
  }
}

/**
 * Node has one time limit for all requests, which has to suffice for uploads. Other requests get less time here, and clients that
 * send a file must not fall silent.
 */
function limitSending(
  app: FastifyInstance,
  unfinished: UnfinishedBodies,
  { bodyMs, silentMs }: Pick<Patience, "bodyMs" | "silentMs">,
): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const { headers, raw } = request;
    const isChunked = headers["transfer-encoding"] !== undefined;
    const length = isChunked ? Number.POSITIVE_INFINITY : Number(headers["content-length"] ?? 0);
    if (!(length > 0)) return done();
    unfinished.add(raw, networkOf(request.ip), length);
    if (request.routeOptions.config.isUpload) endWhenSilent(raw, silentMs);
    else {
      const timer = setTimeout(() => cutOff(raw, "its body took too long"), bodyMs).unref();
      const clearTimer = () => clearTimeout(timer);
      raw.once("end", clearTimer).once("close", clearTimer);
    }
    done();
  });
  app.addHook("preParsing", (request, _reply, payload, done) => {
    const { raw, routeOptions } = request;
    // Files are not held, and uploads have limits of their own.
    if (routeOptions.config.isUpload) unfinished.forget(raw);
    // The framework begins to read the body in the same tick, and gets the same pieces.
    else if (!BODYLESS.has(request.method)) raw.on("data", (piece: Buffer) => unfinished.hold(raw, piece.length));
    done(null, payload);
  });
  app.addHook("onError", (request, _reply, _error, done) => {
    unfinished.drop(request.raw);
    done();
  });
}

/**
 * Sets the headers of every response. A server that stops first answers requests for a moment with `Connection: close`, which the
 * framework sets from then on, because a request may be on its way on a connection that would be cut; later ones get a 503.
 */
function refuseWhileDraining(app: FastifyInstance, headers: Record<string, string>) {
  let ending = false;
  let draining = false;
  app.addHook("preClose", async () => {
    ending = true;
    for (const end = performance.now() + ANNOUNCE_CLOSE_MS; performance.now() < end && (await isConnected(app)); ) {
      await delay(POLL_MS);
    }
    draining = true;
  });
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headers).header("x-request-id", request.id);
    if (!draining) return done();
    reply.header("connection", "close");
    done(new AppError("unavailable", "El servicio se está reiniciando. Inténtalo de nuevo."));
  });
  return { isDraining: () => ending };
}

function isConnected({ server }: FastifyInstance): Promise<boolean> {
  return new Promise((resolve) => server.getConnections((error, count) => resolve(error === null && count > 0)));
}

// Fastify accepts addresses or a function; a number means that many proxies in front.
function createProxyTrust(trust: Config["trustProxy"]) {
  return typeof trust === "number" ? (_address: string, hop: number) => hop < trust : trust;
}
