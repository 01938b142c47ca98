import compress from "@fastify/compress";
import cookies from "@fastify/cookie";
import fastify, { type FastifyInstance, LogController } from "fastify";
import type { Logger } from "pino";
import { AppError } from "#app-error.ts";
import type { Config } from "#config.ts";
import { refuseBrokenRequests } from "#http/broken-requests.ts";
import { mapErrors, sendError } from "#http/error-mapper.ts";
import { parseJsonBodies } from "#http/json-body.ts";
import { checkOrigins, ownOrigins } from "#http/origin-check.ts";
import { answerHeaders } from "#http/security-headers.ts";

const BODY_LIMIT = 1024 * 1024;

export type HttpServer = {
  app: FastifyInstance;
  isHttps: boolean;
  /** Where people reach the app; without APP_URL the port that was really taken is known only when it listens. */
  appUrl: () => string;
  isDraining: () => boolean;
};

export async function createHttpServer(config: Config, log: Logger): Promise<HttpServer> {
  const isHttps = config.appUrl?.startsWith("https:") ?? false;
  const headers = answerHeaders({ https: isHttps, payments: config.stripe !== null, adFrame: config.adFrame });
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
  mapErrors(app);
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
    trustProxy: proxyTrust(config.trustProxy),
    requestTimeout: 30_000,
    routerOptions: { maxParamLength: 300 },
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

/** Sets the headers of every answer; requests that arrive while the server shuts down are told to come again. */
function refuseWhileDraining(app: FastifyInstance, headers: Record<string, string>) {
  let draining = false;
  app.addHook("preClose", async () => {
    draining = true;
  });
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headers).header("x-request-id", request.id);
    if (!draining) return done();
    reply.header("connection", "close");
    done(new AppError("unavailable", "El servicio se está reiniciando. Inténtalo de nuevo."));
  });
  return { isDraining: () => draining };
}

// Fastify takes addresses or a function; a number is that many proxies in front.
function proxyTrust(trust: Config["trustProxy"]) {
  return typeof trust === "number" ? (_address: string, hop: number) => hop < trust : trust;
}
