import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { FastifyInstance } from "fastify";
import type { Context } from "#context.ts";
import { AppError } from "#platform/http/app-error.ts";
import type { Stoppable } from "#platform/process/lifecycle.ts";
import { listenError } from "#platform/process/startup-error.ts";
import type { Metrics } from "./metrics.ts";
import { countRequests } from "./request-metrics.ts";

type Ctx = Pick<Context, "config" | "metrics">;

/** Counts the app's requests, and serves the metrics beside it, unless they have a port of their own. */
export function serveMetrics(app: FastifyInstance, { config, metrics }: Ctx): void {
  const { page } = metrics;
  const { token, port } = config.metrics;
  if (page === null) return;
  countRequests(app, metrics);
  if (token === null || port !== null) return;
  const isAllowed = createTokenCheck(token);
  app.get("/metrics", { logLevel: "warn" }, async (request, reply) => {
    if (!isAllowed(request.headers.authorization)) {
      reply.header("www-authenticate", "Bearer");
      throw new AppError("unauthorized", "Unauthorized");
    }
    return reply.type(page.contentType).send(await page.read());
  });
}

/** Serves the metrics on a port of their own, if one is configured; a worker has no other. @returns The port. */
export async function listenForMetrics({ config, metrics }: Ctx, started: Stoppable[]): Promise<number | null> {
  const { page } = metrics;
  const { token, host, port } = config.metrics;
  if (page === null || port === null) return null;
  const isAllowed = token === null ? () => true : createTokenCheck(token);
  const server = createServer((request, response) => {
    answer(page, isAllowed, request, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject).listen(port, host, resolve);
  }).catch((error) => {
    throw listenError(error, host, port, "METRICS_PORT or METRICS_HOST");
  });
  const stop = async () => {
    server.close();
    server.closeAllConnections();
  };
  started.push({ stop, timeoutMs: 1_000 });
  return (server.address() as AddressInfo).port;
}

async function answer(
  page: NonNullable<Metrics["page"]>,
  isAllowed: ReturnType<typeof createTokenCheck>,
  { method, url, headers }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (method !== "GET" || url !== "/metrics") return void response.writeHead(404).end();
  if (!isAllowed(headers.authorization)) return void response.writeHead(401, { "www-authenticate": "Bearer" }).end();
  const text = await page.read();
  response.writeHead(200, { "content-type": page.contentType }).end(text);
}

/** Compares digests, which all have the same length, so that the duration of a comparison reveals nothing. */
function createTokenCheck(token: string): (authorization: string | undefined) => boolean {
  const digest = (text: string) => createHash("sha256").update(text).digest();
  const expected = digest(`Bearer ${token}`);
  return (authorization = "") => timingSafeEqual(digest(authorization), expected);
}
