import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "helmet";

const self = ["'self'"];
const none = ["'none'"];

/**
 * The headers of every answer, errors among them: nothing runs in our pages but our own files, nobody may frame them,
 * and no cache keeps what does not say otherwise itself. They are put together once, at start.
 */
export function answerHeaders(options: { https: boolean }): Record<string, string> {
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
  return { ...headers, "cache-control": "no-store" };
}

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
