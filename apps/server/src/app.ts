import path from "node:path";
import { api } from "@repasa/contract/api.ts";
import type { EndpointTable } from "@repasa/contract/endpoint.ts";
import type { FastifyInstance } from "fastify";
import { createBackground } from "#background.ts";
import type { Context } from "#context.ts";
import { type ContextOptions, createContext } from "#create-context.ts";
import type { Database } from "#db/pool.ts";
import { accountRoutes } from "#features/account/account.routes.ts";
import { authRoutes } from "#features/auth/auth.routes.ts";
import { findSession } from "#features/auth/auth.service.ts";
import { billingRoutes } from "#features/billing/billing.routes.ts";
import { serveWebhook } from "#features/billing/billing.webhook.ts";
import { cardsRoutes } from "#features/cards/cards.routes.ts";
import { examsRoutes } from "#features/exams/exams.routes.ts";
import { feedbackRoutes } from "#features/feedback/feedback.routes.ts";
import { foldersRoutes } from "#features/folders/folders.routes.ts";
import { paceRoutes } from "#features/pace/pace.routes.ts";
import { progressRoutes } from "#features/progress/progress.routes.ts";
import { serveOneClick } from "#features/reminders/reminders.one-click.ts";
import { remindersRoutes } from "#features/reminders/reminders.routes.ts";
import { noteVisit } from "#features/reminders/reminders.service.ts";
import { statsRoutes } from "#features/stats/stats.routes.ts";
import { storeRoutes } from "#features/store/store.routes.ts";
import { studyRoutes } from "#features/study/study.routes.ts";
import type { Handlers } from "#http/call.ts";
import { serveApiDocs } from "#http/docs-page.ts";
import { serveEndpoints } from "#http/endpoints.ts";
import { serveHealth } from "#http/health.ts";
import { createHttpServer } from "#http/http-server.ts";
import { createSessionGate, type SessionGate, sessionCookieName } from "#http/session-gate.ts";
import { serveSiteFiles } from "#http/site-files.ts";
import { serveWebApp } from "#http/static-files.ts";
import { createJobHandlers } from "#job-handlers.ts";
import type { AllJobHandlers } from "#jobs/all-jobs.ts";

const WEB_ROOT = path.resolve(import.meta.dirname, "../../web/dist");

export type AppOptions = Omit<ContextOptions, "appUrl">;
export type App = FastifyInstance;

/** Puts the server together. Listening, and working through the queues with `jobHandlers`, is up to the caller. */
export async function createApp(options: AppOptions): Promise<{ app: App; jobHandlers: AllJobHandlers }> {
  const { config, database, clock, log } = options;
  const { app, appUrl, isHttps, isDraining } = await createHttpServer(config, log);
  const ctx = await createContext({ ...options, appUrl });
  const gate = createSessionGate({ isHttps, findSession: (token, now) => findSession(ctx, token, now) });
  serveApi(app, ctx, gate);
  await serveOneClick(app, ctx);
  await serveWebhook(app, ctx);
  serveApiDocs(app, { cookieName: sessionCookieName(isHttps) });
  serveHealth(app, async () => !isDraining() && (await isReachable(database)));
  serveSiteFiles(app, { appUrl, supportEmail: config.supportEmail, clock });
  await serveWebApp(app, {
    root: WEB_ROOT,
    hasSession: (request, reply) => gate.cookieOf(request, reply).token !== null,
    values: () => ({ APP_URL: appUrl(), SUPPORT_EMAIL: config.supportEmail }),
  });
  return { app, jobHandlers: createJobHandlers(ctx) };
}

function serveApi(app: FastifyInstance, ctx: Context, gate: SessionGate): void {
  const background = createBackground(ctx.log);
  app.addHook("onClose", () => background.settled());
  const routes = routesOf(ctx);
  for (const feature of Object.keys(api) as (keyof typeof api)[]) {
    // Routes has checked that the handlers match their endpoints; a loop over both loses that.
    serveEndpoints(app, api[feature] as EndpointTable, routes[feature] as Handlers<EndpointTable>, {
      clock: ctx.clock,
      gate,
      onVisit: (owner, moment) => background.run("a visit was not noted", () => noteVisit(ctx, owner, moment)),
    });
  }
}

type Routes = { [F in keyof typeof api]: Handlers<(typeof api)[F]> };

function routesOf(ctx: Context): Routes {
  return {
    auth: authRoutes(ctx),
    account: accountRoutes(ctx),
    folders: foldersRoutes(ctx),
    cards: cardsRoutes(ctx),
    exams: examsRoutes(ctx),
    study: studyRoutes(ctx),
    stats: statsRoutes(ctx),
    progress: progressRoutes(ctx),
    pace: paceRoutes(ctx),
    feedback: feedbackRoutes(ctx),
    reminders: remindersRoutes(ctx),
    store: storeRoutes(ctx),
    billing: billingRoutes(ctx),
  };
}

async function isReachable(database: Database): Promise<boolean> {
  return database.ping().then(
    () => true,
    () => false,
  );
}
