import type { IncomingMessage, ServerResponse } from "node:http";
import type { FastifyInstance } from "fastify";
import helmet from "helmet";

const self = ["'self'"];
const none = ["'none'"];

/** Nothing runs in our pages but our own files, and nobody may frame them. */
export function setSecurityHeaders(app: FastifyInstance, options: { https: boolean }): void {
  const headers = headersOf(
    helmet({
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
    }),
  );
  app.addHook("onRequest", (request, reply, done) => {
    reply.headers(headers);
    if (request.url.startsWith("/api/")) reply.header("cache-control", "no-store");
    done();
  });
}

// The same headers go with every answer: they are put together once, at start, not for each of them.
function headersOf(middleware: ReturnType<typeof helmet>): Record<string, string> {
  const headers: Record<string, string> = {};
  const response = {
    setHeader: (name: string, value: string) => {
      headers[name.toLowerCase()] = value;
    },
    removeHeader: () => {},
  };
  middleware({} as IncomingMessage, response as unknown as ServerResponse, (error) => {
    if (error) throw error;
  });
  return headers;
}
