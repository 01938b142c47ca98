import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { FastifyInstance } from "fastify";
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

/**
 * Serves all files of a build except its pages, from memory: they take 5 MB, and a slow client holds no open file. @fastify/static
 * would read them from disk and derive their tags from modification times, which differ between servers.
 */
export function serveWebFiles(app: FastifyInstance, root: string): void {
  const names = new Set(readdirSync(root, { recursive: true, encoding: "utf8" }));
  for (const name of names) {
    const type = types[path.extname(name)];
    const isHidden = name.split(path.sep).some((part) => part.startsWith("."));
    if (type === undefined || isHidden) continue;
    const content = contentOf(root, name, names);
    const url = `/${name.split(path.sep).join("/")}`;
    app.get(url, { logLevel: "warn" }, (request, reply) => {
      reply.headers({ etag: content.etag, "cache-control": cacheControlOf(url), vary: "Accept-Encoding" });
      return sendContent({ request, reply, content, type });
    });
  }
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
