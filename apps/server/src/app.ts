import path from "node:path";
import { api } from "@repasa/contract/api.ts";
import type { EndpointTable } from "@repasa/contract/endpoint.ts";
import type { FastifyInstance } from "fastify";
import type { AllJobHandlers } from "#all-jobs.ts";
import type { Context } from "#context.ts";
import { type ContextOptions, createContext } from "#create-context.ts";
import { accountRoutes } from "#features/account/account.routes.ts";
import { authRoutes } from "#features/auth/auth.routes.ts";
import { hasConfirmedAddress } from "#features/auth/auth.service.ts";
import { findSession } from "#features/auth/auth.sessions.ts";
import { billingRoutes } from "#features/billing/billing.routes.ts";
import { serveWebhook } from "#features/billing/billing.webhook.ts";
import { cardsRoutes } from "#features/cards/cards.routes.ts";
import { changesRoutes } from "#features/changes/changes.routes.ts";
import { classesRoutes } from "#features/classes/classes.routes.ts";
import { examsRoutes } from "#features/exams/exams.routes.ts";
import { exportsRoutes } from "#features/exports/exports.routes.ts";
import { factorsRoutes } from "#features/factors/factors.routes.ts";
import { createSecondFactor } from "#features/factors/factors.sign-in.ts";
import { feedbackRoutes } from "#features/feedback/feedback.routes.ts";
import { foldersRoutes } from "#features/folders/folders.routes.ts";
import { followingRoutes } from "#features/following/following.routes.ts";
import { homeRoutes } from "#features/home/home.routes.ts";
import { importsRoutes } from "#features/imports/imports.routes.ts";
import { mediaRoutes } from "#features/media/media.routes.ts";
import { paceRoutes } from "#features/pace/pace.routes.ts";
import { progressRoutes } from "#features/progress/progress.routes.ts";
import { pushRoutes } from "#features/push/push.routes.ts";
import { quizzesRoutes } from "#features/quizzes/quizzes.routes.ts";
import { serveOneClick } from "#features/reminders/reminders.one-click.ts";
import { remindersRoutes } from "#features/reminders/reminders.routes.ts";
import { noteVisit } from "#features/reminders/reminders.visits.ts";
import { serveSharedPages } from "#features/sharing/sharing.page.ts";
import { sharingRoutes } from "#features/sharing/sharing.routes.ts";
import { statsRoutes } from "#features/stats/stats.routes.ts";
import { storeRoutes } from "#features/store/store.routes.ts";
import { studyRoutes } from "#features/study/study.routes.ts";
import { weekRoutes } from "#features/week/week.routes.ts";
import { createJobHandlers } from "#job-handlers.ts";
import { createBackground } from "#platform/concurrency/background.ts";
import type { Database } from "#platform/db/pool.ts";
import { createReadiness } from "#platform/db/readiness.ts";
import type { Handlers } from "#platform/http/call.ts";
import { createCallLimits } from "#platform/http/call-limits.ts";
import { serveApiDocs } from "#platform/http/docs-page.ts";
import { serveEndpoints } from "#platform/http/endpoints.ts";
import { serveHealth } from "#platform/http/health.ts";
import { createHttpServer, type Patience } from "#platform/http/http-server.ts";
import { createReadChoice, type ReadChoice } from "#platform/http/read-choice.ts";
import { createSessionGate, type SessionGate, sessionCookieName } from "#platform/http/session-gate.ts";
import { serveSiteFiles } from "#platform/http/site-files.ts";
import { serveWebApp, type WebAppOptions } from "#platform/http/static-files.ts";
import { serveMetrics } from "#platform/metrics/metrics-page.ts";

const WEB_ROOT = path.resolve(import.meta.dirname, "../../web/dist");

export type AppOptions = Omit<ContextOptions, "appUrl"> & {
  /** Serves the calls that may return stale data; by default the primary database. */
  replica?: Database | undefined;
  patience?: Partial<Patience>;
  /** Reads the files of the web app's build. */
  readWebFiles?: WebAppOptions["readFiles"];
};
export type App = FastifyInstance;

export type CreatedApp = { app: App; ctx: Context; jobHandlers: AllJobHandlers };

/** Assembles the server. The caller makes it listen, and runs a worker with `jobHandlers`. */
export async function createApp(options: AppOptions): Promise<CreatedApp> {
  const { config, database, replica = database, clock, log } = options;
  const noteOutage = database.outages.note;
  const { app, appUrl, isHttps, isDraining } = await createHttpServer(config, log, noteOutage, options.patience);
  const readiness = createReadiness(database, config.databaseUrl === null ? config.dataDir : null);
  app.addHook("onError", async (_request, _reply, error) => readiness.note(error));
  const ctx = await createContext({ ...options, appUrl });
  const gate = createSessionGate({ isHttps, findSession: (token, now) => findSession(ctx, token, now) });
  const chooseDb = createReadChoice(database.orm, replica.orm, isHttps);
  serveApi(app, ctx, gate, { chooseDb, stalledFileMs: options.patience?.stalledFileMs });
  await serveOneClick(app, ctx);
  await serveWebhook(app, ctx);
  serveApiDocs(app, { cookieName: sessionCookieName(isHttps) });
  serveHealth(app, async () => (isDraining() ? "ending" : readiness.ask()));
  serveMetrics(app, ctx);
  serveSiteFiles(app, { appUrl, supportEmail: config.supportEmail, clock });
  const values = () => ({ APP_URL: appUrl(), SUPPORT_EMAIL: config.supportEmail });
  serveSharedPages(app, ctx, { root: WEB_ROOT, values });
  serveWebApp(app, {
    root: WEB_ROOT,
    readFiles: options.readWebFiles,
    hasSession: (request, reply) => gate.cookieOf(request, reply).token !== null,
    values,
  });
  return { app, ctx, jobHandlers: createJobHandlers(ctx) };
}

type ApiOptions = { chooseDb: ReadChoice; stalledFileMs: number | undefined };

function serveApi(
  app: FastifyInstance,
  ctx: Context,
  gate: SessionGate,
  { chooseDb, stalledFileMs }: ApiOptions,
): void {
  const background = createBackground(ctx.log);
  app.addHook("onClose", () => background.settled());
  const routes = createRoutes(ctx);
  const limits = createCallLimits(ctx.config.rateLimit, (owner) => hasConfirmedAddress(ctx, owner));
  for (const feature of Object.keys(api) as (keyof typeof api)[]) {
    // `Routes` ensures that the handlers match their endpoints, but a loop over both loses that type information.
    serveEndpoints(app, api[feature] as EndpointTable, routes[feature] as Handlers<EndpointTable>, {
      clock: ctx.clock,
      gate,
      limits,
      chooseDb,
      stalledFileMs,
      onVisit: (owner, moment) => background.run("a visit was not noted", () => noteVisit(ctx, owner, moment)),
    });
  }
}

type Routes = { [F in keyof typeof api]: Handlers<(typeof api)[F]> };

function createRoutes(ctx: Context): Routes {
  return {
    auth: authRoutes(ctx, createSecondFactor(ctx)),
    account: accountRoutes(ctx),
    factors: factorsRoutes(ctx),
    folders: foldersRoutes(ctx),
    cards: cardsRoutes(ctx),
    following: followingRoutes(ctx),
    changes: changesRoutes(ctx),
    media: mediaRoutes(ctx),
    sharing: sharingRoutes(ctx),
    imports: importsRoutes(ctx),
    exports: exportsRoutes(ctx),
    exams: examsRoutes(ctx),
    classes: classesRoutes(ctx),
    study: studyRoutes(ctx),
    tests: quizzesRoutes(ctx),
    week: weekRoutes(ctx),
    stats: statsRoutes(ctx),
    home: homeRoutes(ctx),
    progress: progressRoutes(ctx),
    pace: paceRoutes(ctx),
    feedback: feedbackRoutes(ctx),
    reminders: remindersRoutes(ctx),
    push: pushRoutes(ctx),
    store: storeRoutes(ctx),
    billing: billingRoutes(ctx),
  };
}
