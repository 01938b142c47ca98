import { existsSync } from "node:fs";
import path from "node:path";
import staticFiles from "@fastify/static";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

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
  "progress",
  "support",
  "privacy-policy",
  "terms-of-service",
  "login",
  "register",
  "reset-password",
  "new-password",
];
const isScreen = new RegExp(`^/(?:(?:${screens.join("|")})(?:/[^.]*)?)?$`);

/** Serves the built web app from `root`: compressed ahead of time, its hashed files kept by browsers for ever. */
export async function serveWebApp(app: FastifyInstance, root: string): Promise<void> {
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
    globIgnore: ["**/*.br", "**/*.gz", "**/index.html", "**/.*", "**/.*/**"],
  });
  const page = (request: FastifyRequest, reply: FastifyReply) => {
    const { pathname } = new URL(request.url, "http://localhost");
    if (!isScreen.test(pathname)) return reply.callNotFound();
    return reply.header("cache-control", "no-cache").sendFile("index.html");
  };
  app.get("/", page);
  for (const screen of screens) {
    app.get(`/${screen}`, page);
    app.get(`/${screen}/*`, page);
  }
}
