import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Metrics } from "./metrics.ts";

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const NAMED = /^\/(?:api\/|(?:healthz|readyz|metrics)$)/;

export function countRequests(app: FastifyInstance, { countResponse }: Metrics): void {
  app.addHook("onResponse", (request, reply, done) => {
    const method = METHODS.has(request.method) ? request.method : "other";
    countResponse(method, routeOf(request), reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
}

/** Returns the pattern of a route, such as `/api/cards/:id/review`. Files, pages and unknown addresses count as one route each. */
function routeOf(request: FastifyRequest): string {
  const pattern = request.routeOptions.url;
  if (pattern === undefined || request.is404) return "unknown";
  if (NAMED.test(pattern)) return pattern;
  return pattern === "/*" ? "pages" : "files";
}
