import path from "node:path";
import compress from "@fastify/compress";
import cookies from "@fastify/cookie";
import { api } from "@repasa/contract/api.ts";
import type { EndpointTable } from "@repasa/contract/endpoint.ts";
import fastify, { type FastifyInstance, LogController } from "fastify";
import type { Logger } from "pino";
import { AppError } from "#app-error.ts";
import { type Background, createBackground } from "#background.ts";
import type { Clock } from "#clock.ts";
import type { Config } from "#config.ts";
import type { Database } from "#db/pool.ts";
import { accountRoutes } from "#features/account/account.routes.ts";
import { createAccountService } from "#features/account/account.service.ts";
import { resetMail } from "#features/auth/auth.emails.ts";
import { authRoutes } from "#features/auth/auth.routes.ts";
import { createAuthService } from "#features/auth/auth.service.ts";
import { billingRoutes } from "#features/billing/billing.routes.ts";
import { createBillingService } from "#features/billing/billing.service.ts";
import { cardsRoutes } from "#features/cards/cards.routes.ts";
import { createCardsService } from "#features/cards/cards.service.ts";
import { feedbackRoutes } from "#features/feedback/feedback.routes.ts";
import { createFeedbackService } from "#features/feedback/feedback.service.ts";
import { foldersRoutes } from "#features/folders/folders.routes.ts";
import { createFoldersService } from "#features/folders/folders.service.ts";
import { progressRoutes } from "#features/progress/progress.routes.ts";
import { createProgressService } from "#features/progress/progress.service.ts";
import { statsRoutes } from "#features/stats/stats.routes.ts";
import { createStatsService } from "#features/stats/stats.service.ts";
import { storeRoutes } from "#features/store/store.routes.ts";
import { createStoreService } from "#features/store/store.service.ts";
import { studyRoutes } from "#features/study/study.routes.ts";
import { createStudyService, loadScheduleSettings } from "#features/study/study.service.ts";
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
import { createThrottle, noThrottle } from "#http/throttle.ts";
import type { SendMail } from "#mail/outbox.ts";

const BODY_LIMIT = 1024 * 1024;
const AN_HOUR_MS = 3_600_000;
const WEB_ROOT = path.resolve(import.meta.dirname, "../../web/dist");

export type AppOptions = {
  config: Config;
  database: Database;
  clock: Clock;
  log: Logger;
  sendMail: SendMail;
  /** Only in tests: an answer that the contract does not describe is an error. */
  validateResponses?: boolean;
};

export type App = FastifyInstance;

/** Puts the server together; it listens when told to. */
export async function createApp(options: AppOptions): Promise<App> {
  const { config, database, clock, log } = options;
  const https = config.appUrl?.startsWith("https:") ?? false;
  const headers = answerHeaders({ https });
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
  const appUrl = () => config.appUrl?.replace(/\/$/, "") ?? `http://localhost:${listeningPort()}`;

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
  const handlers = await createHandlers(options, appUrl, background);
  const sweep = () =>
    background.run("expired sessions were not deleted", () => handlers.deleteExpiredSessions(clock.now()));
  const sweeping = setInterval(sweep, AN_HOUR_MS).unref();
  app.addHook("preClose", async () => clearInterval(sweeping));
  const gate = createSessionGate({ secure: https, findSession: handlers.findSession });
  for (const feature of Object.keys(api) as (keyof typeof api)[]) {
    const table: EndpointTable = api[feature];
    // Each feature's handlers were typed by its own endpoints where they were made.
    const own = handlers.routes[feature] as Handlers<EndpointTable>;
    serveEndpoints(app, table, own, { clock, gate, validateResponses: options.validateResponses ?? false });
  }
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
  return app;
}

type Routes = { [F in keyof typeof api]: Handlers<(typeof api)[F]> };

async function createHandlers(
  { config, database, sendMail }: AppOptions,
  appUrl: () => string,
  background: Background,
) {
  const db = database.orm;
  const throttle = config.rateLimit ? createThrottle(database.pool) : noThrottle;
  const settings = await loadScheduleSettings(db);

  const auth = createAuthService({
    db,
    pool: database.pool,
    throttle,
    background,
    sendResetLink: (to, token) => sendMail(resetMail(to, token, appUrl())),
  });
  const folders = createFoldersService({ db, settleDays: (owner, moment) => stats.settle(owner, moment) });
  const stats = createStatsService({ db, foldersByIds: folders.foldersByIds });
  const cards = createCardsService({ db, settleDays: stats.settle });
  const study = createStudyService({ db, pool: database.pool, settings, settleDays: stats.settle });
  const account = createAccountService({ db, throttle, defaultRetention: settings.desiredRetention });
  const feedback = createFeedbackService({ db, throttle });
  const progress = createProgressService({ db, settings });
  const store = createStoreService({ db, readFolder: folders.read });
  const billing = createBillingService();

  const routes: Routes = {
    auth: authRoutes(auth),
    account: accountRoutes(account),
    folders: foldersRoutes(folders),
    cards: cardsRoutes(cards),
    study: studyRoutes(study),
    stats: statsRoutes(stats),
    progress: progressRoutes(progress),
    feedback: feedbackRoutes(feedback),
    store: storeRoutes(store),
    billing: billingRoutes(billing),
  };
  return { routes, findSession: auth.findSession, deleteExpiredSessions: auth.deleteExpiredSessions };
}

// Fastify takes addresses or a function; a number means that many proxies stand in front.
function proxyTrust(trust: Config["trustProxy"]) {
  return typeof trust === "number" ? (_address: string, hop: number) => hop < trust : trust;
}
