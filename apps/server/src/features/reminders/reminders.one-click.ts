import type { FastifyInstance } from "fastify";
import { AppError } from "#app-error.ts";
import type { Clock } from "#clock.ts";
import { momentAt } from "#local-days.ts";
import type { RemindersService } from "./reminders.service.ts";

const BODY_LIMIT = 4096;
const ONE_CLICK = /List-Unsubscribe[^a-z]+One-Click/i;

/**
 * The one click of RFC 8058: mail providers post a small form to the address in a mail's List-Unsubscribe, without
 * cookies, and some as another type than they should. A GET of the address is a page of the web app, which asks first: what
 * follows links in mails to look at them must not unsubscribe anybody.
 */
export async function serveOneClick(
  app: FastifyInstance,
  reminders: Pick<RemindersService, "unsubscribe">,
  clock: Clock,
): Promise<void> {
  await app.register(async (scope) => {
    // Whatever type it is said to be of, also one that cannot be.
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
          await reminders.unsubscribe(typeof token === "string" ? token : "", momentAt(clock.now(), "UTC"));
        } catch (error) {
          if (!(error instanceof AppError) || error.code !== "invalid_token") throw error;
          return reply.code(404).send(error.message);
        }
        return reply.send("Listo: ya no recibirás recordatorios de Repasa.");
      },
    );
  });
}
