import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "#platform/http/app-error.ts";

declare module "fastify" {
  interface FastifyContextConfig {
    /** Only for routes that use no cookie: another site gains nothing by making a browser call them. */
    anyOrigin?: boolean;
  }
}

const READS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Prevents cross-site request forgery. A client that sends neither header is no browser, and has no cookies of others. */
export function checkOrigins(app: FastifyInstance, isOwnOrigin: (origin: string) => boolean): void {
  app.addHook("onRequest", (request, _reply, done) => {
    const isOpen = READS.has(request.method) || request.routeOptions.config.anyOrigin === true;
    if (isOpen || isFromOwnOrigin(request, isOwnOrigin)) return done();
    done(new AppError("forbidden_origin", "Esta petición viene de otro sitio y no se admite"));
  });
}

function isFromOwnOrigin(request: FastifyRequest, isOwnOrigin: (origin: string) => boolean): boolean {
  const { origin, "sec-fetch-site": site } = request.headers;
  if (site === "cross-site") return false;
  if (origin !== undefined) return isOwnOrigin(origin);
  return site === undefined || site === "same-origin" || site === "none";
}

export function ownOrigins(appUrl: string | null, port: () => number): (origin: string) => boolean {
  if (appUrl !== null) {
    const own = new URL(appUrl).origin;
    return (origin) => origin === own;
  }
  return (origin) =>
    ["localhost", "127.0.0.1", "[::1]"].some((host) => origin === new URL(`http://${host}:${port()}`).origin);
}
