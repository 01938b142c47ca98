import { existsSync } from "node:fs";
import path from "node:path";
import staticFiles from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isApiPath } from "#http/error-mapper.ts";
import { createPages, type PageValues } from "#http/html-pages.ts";

const AN_HOUR = "public, max-age=3600";
const FOR_EVER = "public, max-age=31536000, immutable";

/** Screens of the web app: an address that is one of these, or below one, gets the app's page. */
const screens = [
  "dashboard",
  "pending-reviews",
  "folders",
  "study",
  "store",
  "settings",
  "premium",
  "progress",
  "support",
  "privacy-policy",
  "terms-of-service",
  "login",
  "register",
  "reset-password",
  "new-password",
  "verify-email",
  "unsubscribe",
];
const isScreen = new RegExp(`^/(?:(?:${screens.join("|")})(?:/[^.]*)?)?$`);

/** Screens that a mail's link leads to, with a secret in it: their page tells nobody its address, not even our own server. */
const isSecretLink = /^\/(?:new-password|verify-email|unsubscribe)(?:\/|$)/;

/** Pages that the build has written out, for those who have no session: they need no JavaScript to be read. */
const prerendered = new Map([
  ["/", "landing.html"],
  ["/support", "support.html"],
  ["/privacy-policy", "privacy-policy.html"],
  ["/terms-of-service", "terms-of-service.html"],
]);

export type WebAppOptions = {
  /** The folder of the build. */
  root: string;
  /** Whether the caller has the cookie of a session, be it one that has ended: then the app shows what there is. */
  hasSession: (request: FastifyRequest, reply: FastifyReply) => boolean;
  values: () => PageValues;
};

/** Serves the built web app: compressed ahead of time, its hashed files kept by browsers for ever. */
export async function serveWebApp(app: FastifyInstance, { root, hasSession, values }: WebAppOptions): Promise<void> {
  if (!existsSync(path.join(root, "index.html"))) {
    app.log.warn(`the web app is not built: ${root} has no index.html`);
    return;
  }
  await app.register(staticFiles, {
    root,
    wildcard: false,
    preCompressed: true,
    index: false,
    logLevel: "warn",
    cacheControl: false,
    setHeaders: (response, file) => {
      const isHashed = file.startsWith(path.join(root, "assets") + path.sep);
      response.header("cache-control", isHashed ? FOR_EVER : AN_HOUR);
    },
    globIgnore: ["**/*.br", "**/*.gz", "**/*.html", "**/.*", "**/.*/**"],
  });
  const send = createPages(root, values);
  app.get("/*", (request, reply) => {
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
      file: hasSession(request, reply) ? "index.html" : "not-found.html",
      status: 404,
      vary: "Cookie",
    });
  });
}
