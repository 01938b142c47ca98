import type { FastifyInstance } from "fastify";
import { AppError } from "#app-error.ts";

type WebhookService = { receiveEvent: (body: Buffer, signature: string) => Promise<void> };

/**
 * `POST /api/stripe/webhook`: the provider's events. What is signed is the body as it came, so it is not parsed before.
 * Any answer but a success makes the provider deliver the event again.
 */
export async function serveWebhook(app: FastifyInstance, { receiveEvent }: WebhookService): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
    scope.post("/api/stripe/webhook", async (request, reply) => {
      const signature = request.headers["stripe-signature"];
      if (typeof signature !== "string" || !Buffer.isBuffer(request.body)) {
        throw new AppError("validation_failed", "La notificación no está firmada");
      }
      await receiveEvent(request.body, signature);
      return reply.send({ received: true });
    });
  });
}
