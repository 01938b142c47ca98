import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { type Content, type Encoding, etagOf, sendContent } from "#platform/http/content.ts";

const AN_HOUR = "public, max-age=3600";
const FOR_EVER = "public, max-age=31536000, immutable";

const types: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".ttf": "font/ttf",
  ".txt": "text/plain; charset=utf-8",
  ".webmanifest": "application/manifest+json",
  ".woff": "font/woff",
  ".woff2": "font/woff2",
};
const endings: [Encoding, string][] = [
  ["br", ".br"],
  ["gzip", ".gz"],
];

export type PageHandler = (request: FastifyRequest, reply: FastifyReply) => unknown;

type File = { content: Content; type: string };

/** The files of a build except its pages, by their paths in addresses. */
export type WebFiles = ReadonlyMap<string, File>;

/**
 * Serves the files of a build, from memory: they take 5 MB, and a slow client holds no open file. @fastify/static
 * would read them from disk and derive their tags from modification times, which differ between servers.
 *
 * @param otherwise Answers for a file that is not in the build.
 */
export function serveWebFiles(app: FastifyInstance, files: WebFiles, otherwise: PageHandler): void {
  // One route for a folder: a route for each file would take half of a server's start.
  const routes = new Set(files.keys().map((url) => url.replace(/^(\/[^/]+\/).*/, "$1*")));
  for (const route of routes) {
    app.get<{ Params: { "*"?: string } }>(route, { logLevel: "warn" }, (request, reply) => {
      const url = route.replace("*", () => request.params["*"] ?? "");
      const file = files.get(url);
      if (!file) return otherwise(request, reply);
      reply.headers({ etag: file.content.etag, "cache-control": cacheControlOf(url), vary: "Accept-Encoding" });
      return sendContent({ request, reply, ...file });
    });
  }
}

export function readWebFiles(root: string): WebFiles {
  const files = new Map<string, File>();
  const names = new Set(readdirSync(root, { recursive: true, encoding: "utf8" }));
  for (const name of names) {
    const parts = name.split(path.sep);
    const type = types[path.extname(name)];
    const isHidden = parts.some((part) => part.startsWith("."));
    if (type !== undefined && !isHidden)
      files.set(`/${parts.join("/")}`, { content: contentOf(root, name, names), type });
  }
  return files;
}

function cacheControlOf(url: string): string {
  if (url.startsWith("/assets/")) return FOR_EVER;
  // The service worker decides which build a browser runs, so that no cache may delay a new one.
  return url === "/sw.js" ? "no-cache" : AN_HOUR;
}

function contentOf(root: string, name: string, names: ReadonlySet<string>): Content {
  const identity = readFileSync(path.join(root, name));
  const compressed = endings.filter(([, ending]) => names.has(name + ending));
  const bodies = compressed.map(([encoding, ending]) => [encoding, readFileSync(path.join(root, name + ending))]);
  return { etag: etagOf(identity), bodies: { identity, ...Object.fromEntries(bodies) } };
}
