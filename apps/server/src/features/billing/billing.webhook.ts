import type { FastifyInstance } from "fastify";
import type { Context } from "#context.ts";
import { AppError } from "#platform/http/app-error.ts";
import { receiveEvent } from "./billing.service.ts";

/** More than any event of a subscription or an invoice of ours has, in bytes. */
const BODY_LIMIT = 256 * 1024;

/** Serves `POST /api/stripe/webhook`. The body is not parsed as JSON, because the signature covers its bytes. */
export async function serveWebhook(app: FastifyInstance, ctx: Context): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.post("/api/stripe/webhook", { bodyLimit: BODY_LIMIT }, async (request, reply) => {
      const signature = request.headers["stripe-signature"];
      if (typeof signature !== "string" || !Buffer.isBuffer(request.body)) {
        throw new AppError("validation_failed", "La notificación no está firmada");
      }
      await receiveEvent(ctx, request.body, signature);
      return reply.send({ received: true });
    });
  });
}
