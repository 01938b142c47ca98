import path from "node:path";
import compress from "@fastify/compress";
import cookies from "@fastify/cookie";
import { api } from "@repasa/contract/api.ts";
import type { EndpointTable } from "@repasa/contract/endpoint.ts";
import fastify, { type FastifyInstance, LogController } from "fastify";
import type { Logger } from "pino";
import { AppError } from "#app-error.ts";
import { createBackground } from "#background.ts";
import type { Clock } from "#clock.ts";
import type { Config } from "#config.ts";
import type { Context } from "#context.ts";
import { createContext } from "#create-context.ts";
import type { Database } from "#db/pool.ts";
import { accountRoutes } from "#features/account/account.routes.ts";
import { authRoutes } from "#features/auth/auth.routes.ts";
import { billingRoutes } from "#features/billing/billing.routes.ts";
import { serveWebhook } from "#features/billing/billing.webhook.ts";
import { cardsRoutes } from "#features/cards/cards.routes.ts";
import { feedbackRoutes } from "#features/feedback/feedback.routes.ts";
import { foldersRoutes } from "#features/folders/folders.routes.ts";
import { progressRoutes } from "#features/progress/progress.routes.ts";
import { serveOneClick } from "#features/reminders/reminders.one-click.ts";
import { remindersRoutes } from "#features/reminders/reminders.routes.ts";
import { statsRoutes } from "#features/stats/stats.routes.ts";
import { storeRoutes } from "#features/store/store.routes.ts";
import { studyRoutes } from "#features/study/study.routes.ts";
import { refuseBrokenRequests } from "#http/broken-requests.ts";
import type { Handlers } from "#http/call.ts";
import { serveApiDocs } from "#http/docs-page.ts";
import { serveEndpoints } from "#http/endpoints.ts";
import { mapErrors, sendError } from "#http/error-mapper.ts";
import { serveHealth } from "#http/health.ts";
import { parseJsonBodies } from "#http/json-body.ts";
import { checkOrigins, ownOrigins } from "#http/origin-check.ts";
import { answerHeaders } from "#http/security-headers.ts";
import { createSessionGate } from "#http/session-gate.ts";
import { serveSiteFiles } from "#http/site-files.ts";
import { serveWebApp } from "#http/static-files.ts";
import type { AllJobHandlers } from "#jobs/all-jobs.ts";
import type { Enqueue } from "#jobs/job.ts";
import type { Moment } from "#local-days.ts";
import type { SendMail } from "#mail/mail.ts";
import type { OwnerId } from "#owner.ts";
import { createServices, type Services } from "#services.ts";

const BODY_LIMIT = 1024 * 1024;
const WEB_ROOT = path.resolve(import.meta.dirname, "../../web/dist");

export type AppOptions = {
  config: Config;
  database: Database;
  clock: Clock;
  log: Logger;
  enqueue: Enqueue;
  sendMail: SendMail;
  /** Only in tests: an answer that the contract does not describe is an error. */
  validateResponses?: boolean;
};

export type App = FastifyInstance;

/** Puts the server together; it listens when told to. The work of its queues is for whoever is to do it. */
export async function createApp(options: AppOptions): Promise<{ app: App; jobHandlers: AllJobHandlers }> {
  const { config, database, clock, log } = options;
  const https = config.appUrl?.startsWith("https:") ?? false;
  const headers = answerHeaders({ https, payments: config.stripe !== null, adFrame: config.adFrame });
  const app = fastify({
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
  const listeningPort = () => {
    const address = app.addresses()[0];
    return typeof address === "object" ? address.port : config.port;
  };
  const appUrl = () => config.appUrl ?? `http://localhost:${listeningPort()}`;

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
  app.addHook("onResponse", (request, reply, done) => {
    request.log.info({ req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }, "request");
    done();
  });
  mapErrors(app);
  parseJsonBodies(app);
  checkOrigins(app, ownOrigins(config.appUrl, listeningPort));
  await app.register(cookies);
  await app.register(compress, { encodings: ["br", "gzip"], threshold: 2048, globalDecompression: false });

  const background = createBackground(log);
  app.addHook("onClose", () => background.settled());
  const ctx = await createContext({ ...options, appUrl });
  const services = createServices(ctx);
  const gate = createSessionGate({ secure: https, findSession: services.auth.findSession });
  const noteVisit = (owner: OwnerId, moment: Moment) =>
    background.run("a visit was not noted", () => services.reminders.visited(owner, moment));
  const routes = routesOf(ctx, services);
  for (const feature of Object.keys(api) as (keyof typeof api)[]) {
    const table: EndpointTable = api[feature];
    // Each feature's handlers were typed by its own endpoints where they were made.
    const own = routes[feature] as Handlers<EndpointTable>;
    const validateResponses = options.validateResponses ?? false;
    serveEndpoints(app, table, own, { clock, gate, noteVisit, validateResponses });
  }
  await serveOneClick(app, services.reminders, clock);
  await serveWebhook(app, services.billing);
  serveApiDocs(app);
  serveHealth(
    app,
    async () =>
      !draining &&
      (await database.ping().then(
        () => true,
        () => false,
      )),
  );
  serveSiteFiles(app, { appUrl, supportEmail: config.supportEmail, clock });
  await serveWebApp(app, {
    root: WEB_ROOT,
    hasSession: (request, reply) => gate.cookieOf(request, reply).token !== null,
    values: () => ({ APP_URL: appUrl(), SUPPORT_EMAIL: config.supportEmail }),
  });
  return { app, jobHandlers: services.jobHandlers };
}

type Routes = { [F in keyof typeof api]: Handlers<(typeof api)[F]> };

function routesOf(ctx: Context, services: Services): Routes {
  return {
    auth: authRoutes(services.auth),
    account: accountRoutes(services.account),
    folders: foldersRoutes(ctx),
    cards: cardsRoutes(ctx),
    study: studyRoutes(ctx),
    stats: statsRoutes(ctx),
    progress: progressRoutes(ctx),
    feedback: feedbackRoutes(services.feedback),
    reminders: remindersRoutes(services.reminders),
    store: storeRoutes(ctx),
    billing: billingRoutes(services.billing),
  };
}

// Fastify takes addresses or a function; a number means that many proxies stand in front.
function proxyTrust(trust: Config["trustProxy"]) {
  return typeof trust === "number" ? (_address: string, hop: number) => hop < trust : trust;
}
