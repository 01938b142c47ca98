import { existsSync } from "node:fs";
import path from "node:path";
import { getFirstSegment, NOT_FOUND_FILE, OFFLINE_FILE, screenNames, screens } from "@repasa/contract/screens.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isApiPath } from "#platform/http/error-mapper.ts";
import { createPages, type PageValues } from "#platform/http/html-pages.ts";
import { type PageHandler, readWebFiles, serveWebFiles, type WebFiles } from "#platform/http/web-files.ts";

const segments = [...new Set(screenNames.map(getFirstSegment))].filter((segment) => segment !== "/");
const secretSegments = screenNames.filter((name) => screens[name].secretLink).map(getFirstSegment);

/** Matches the addresses of the app and everything below them; the router decides which of these exist. */
const isScreen = new RegExp(`^(?:/|(?:${segments.join("|")})(?:/[^.]*)?)$`);

/** Pages reached by a link with a secret in it must not send their address as a `Referer`, not even to us. */
const isSecretLink = new RegExp(`^(?:${secretSegments.join("|")})(?:/|$)`);

const prerendered = new Map<string, string>(
  screenNames.flatMap((name) => {
    const { pattern, prerendered: file } = screens[name];
    return file === null ? [] : [[pattern, file]];
  }),
);

export type WebAppOptions = {
  root: string;
  /** Reads the files of the build; by default anew. */
  readFiles?: ((root: string) => WebFiles) | undefined;
  /** Whether the caller has a session cookie, even an expired one: the app then decides what to show. */
  hasSession: (request: FastifyRequest, reply: FastifyReply) => boolean;
  values: () => PageValues;
};

export function serveWebApp(
  app: FastifyInstance,
  { root, readFiles = readWebFiles, hasSession, values }: WebAppOptions,
): void {
  if (!existsSync(path.join(root, "index.html"))) {
    app.log.warn(`the web app is not built: ${root} has no index.html`);
    return;
  }
  const send = createPages(root, values);
  app.get(`/${OFFLINE_FILE}`, (request, reply) => send({ request, reply, file: OFFLINE_FILE }));
  const sendPage: PageHandler = (request, reply) => {
    const pathname = URL.parse(request.url, "http://localhost")?.pathname ?? "";
    if (isSecretLink.test(pathname)) reply.header("referrer-policy", "no-referrer");
    const page = prerendered.get(pathname);
    if (page) {
      return send({ request, reply, file: hasSession(request, reply) ? "index.html" : page, vary: "Cookie" });
    }
    if (isScreen.test(pathname)) return send({ request, reply, file: "index.html" });
    if (isApiPath(request) || !request.headers.accept?.includes("text/html")) return reply.callNotFound();
    return send({
      request,
      reply,
      file: hasSession(request, reply) ? "index.html" : NOT_FOUND_FILE,
      status: 404,
      vary: "Cookie",
    });
  };
  serveWebFiles(app, readFiles(root), sendPage);
  app.get("/*", sendPage);
}
