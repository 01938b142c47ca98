import type { FastifyInstance } from "fastify";
import type { Context } from "#context.ts";
import { AppError } from "#platform/http/app-error.ts";
import { momentAt } from "#platform/time/local-days.ts";
import { switchByToken } from "./reminders.service.ts";

const BODY_LIMIT = 4096;
const ONE_CLICK = /List-Unsubscribe[^a-z]+One-Click/i;

/**
 * Serves the one-click unsubscription of RFC 8058, a form without cookies. Only POST unsubscribes: a GET request gets a page that asks
 * first, because mail scanners follow links.
 */
export async function serveOneClick(app: FastifyInstance, ctx: Context): Promise<void> {
  await app.register(async (scope) => {
    // Any content type is accepted, also an invalid one.
    scope.addHook("onRequest", async (request) => {
      delete request.raw.headers["content-type"];
    });
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "string", bodyLimit: BODY_LIMIT }, (_request, body, done) =>
      done(null, body),
    );
    scope.post<{ Querystring: { token?: unknown } }>(
      "/unsubscribe",
      { bodyLimit: BODY_LIMIT, config: { anyOrigin: true } },
      async (request, reply) => {
        reply.type("text/plain; charset=utf-8");
        const { token } = request.query;
        if (typeof request.body !== "string" || !ONE_CLICK.test(request.body)) {
          return reply.code(400).send("Falta List-Unsubscribe=One-Click");
        }
        try {
          await switchByToken(
            ctx,
            typeof token === "string" ? token : "",
            momentAt(ctx.clock.now(), { timeZone: "UTC", dayStartHour: 0 }),
            false,
          );
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== "invalid_token") throw error;
          return reply.code(404).send(error.message);
        }
        return reply.send("Listo: ya no recibirás recordatorios de Repasa.");
      },
    );
  });
}
