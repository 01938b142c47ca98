import type { IncomingMessage, ServerResponse } from "node:http";
import helmet from "helmet";

const self = ["'self'"];
const none = ["'none'"];

export type HeaderOptions = {
  https: boolean;
  hstsSubdomains: boolean;
  /** Whether the payment provider's script may run (docs.stripe.com/security/guide#content-security-policy). */
  payments: boolean;
  adFrame: string | null;
};

const STRIPE = {
  scripts: ["https://js.stripe.com", "https://*.js.stripe.com"],
  frames: ["https://js.stripe.com", "https://*.js.stripe.com", "https://hooks.stripe.com"],
  calls: ["https://api.stripe.com"],
};

/** Returns the headers of every response: pages run only our own files and what the operator configured, and no site may frame them. */
export function answerHeaders(options: HeaderOptions): Record<string, string> {
  const stripe = options.payments ? STRIPE : { scripts: [], frames: [], calls: [] };
  const frames = [...stripe.frames, ...(options.adFrame === null ? [] : [new URL(options.adFrame).origin])];
  const headers = headersOf(
    helmet({
      contentSecurityPolicy: {
        useDefaults: false,
        directives: {
          defaultSrc: none,
          scriptSrc: [...self, ...stripe.scripts],
          styleSrc: self,
          imgSrc: ["'self'", "data:"],
          mediaSrc: self,
          fontSrc: self,
          connectSrc: [...self, ...stripe.calls],
          frameSrc: frames.length > 0 ? frames : none,
          manifestSrc: self,
          baseUri: none,
          formAction: self,
          frameAncestors: none,
          objectSrc: none,
        },
      },
      referrerPolicy: { policy: "same-origin" },
      xFrameOptions: { action: "deny" },
      strictTransportSecurity: options.https
        ? { maxAge: 31_536_000, includeSubDomains: options.hstsSubdomains }
        : false,
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
