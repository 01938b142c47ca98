import helmet from "@fastify/helmet";
import type { FastifyInstance } from "fastify";

const self = ["'self'"];
const none = ["'none'"];

/** Nothing runs in our pages but our own files, and nobody may frame them. */
export async function setSecurityHeaders(app: FastifyInstance, options: { https: boolean }): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: none,
        scriptSrc: self,
        styleSrc: self,
        imgSrc: ["'self'", "data:"],
        fontSrc: self,
        connectSrc: self,
        manifestSrc: self,
        baseUri: none,
        formAction: self,
        frameAncestors: none,
        objectSrc: none,
      },
    },
    referrerPolicy: { policy: "same-origin" },
    xFrameOptions: { action: "deny" },
    strictTransportSecurity: options.https ? { maxAge: 31_536_000, includeSubDomains: false } : false,
  });
  app.addHook("onSend", async (request, reply) => {
    if (request.url.startsWith("/api/")) reply.header("cache-control", "no-store");
  });
}
