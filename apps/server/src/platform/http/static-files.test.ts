import { readdirSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import fastify, { type FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { mapErrors } from "#platform/http/error-mapper.ts";
import { serveSiteFiles } from "#platform/http/site-files.ts";
import { serveWebApp } from "#platform/http/static-files.ts";
import { readWebFiles, serveWebFiles } from "#platform/http/web-files.ts";

const PAGES = ["index", "landing", "support", "privacy-policy", "terms-of-service", "not-found", "offline"];

let root: string;
let app: FastifyInstance;

beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "repasa-web-"));
  await mkdir(path.join(root, "assets"));
  await mkdir(path.join(root, ".vite"));
  for (const name of PAGES) {
    await writeFile(path.join(root, `${name}.html`), `<p>${name} %APP_URL%/ %SUPPORT_EMAIL% 100% %OTHER%</p>`);
  }
  const files = [
    "index.html.br",
    "sw.js",
    "theme.js",
    "theme.js.br",
    "theme.js.gz",
    "font.woff2",
    "assets/index-x.js",
    ".vite/manifest.json",
    ".stamp",
  ];
  for (const file of files) await writeFile(path.join(root, file), file);
  app = fastify();
  mapErrors(app, () => false);
  const appUrl = () => "https://repasa.test";
  const supportEmail = "o'hara@repasa.test";
  const clock = { now: () => new Date("2026-03-10T12:00:00Z") };
  serveSiteFiles(app, { appUrl, supportEmail, clock });
  serveWebApp(app, {
    root,
    hasSession: (request) => request.headers.cookie !== undefined,
    values: () => ({ APP_URL: appUrl(), SUPPORT_EMAIL: supportEmail }),
  });
});
afterAll(async () => {
  await app.close();
  await rm(root, { recursive: true });
});

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });
const browser = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };
const withCookie = { ...browser, cookie: "repasa=x" };
const pageOf = (body: string) => /^<p>([a-z-]+) /.exec(body)?.[1];

describe("serveWebApp", () => {
  it.each([
    ["/", "landing"],
    ["/?utm_source=x", "landing"],
    ["/support", "support"],
    ["/privacy-policy", "privacy-policy"],
    ["/terms-of-service", "terms-of-service"],
  ])("sends a prerendered page at %s to visitors, and the app to users with a session", async (url, page) => {
    const visitor = await get(url, browser);
    expect(pageOf(visitor.body)).toBe(page);
    const user = await get(url, withCookie);
    expect(pageOf(user.body)).toBe("index");
    for (const { headers, statusCode } of [visitor, user]) {
      expect(statusCode).toBe(200);
      expect(headers.vary).toBe("Cookie, Accept-Encoding");
      expect(headers["cache-control"]).toBe("no-cache");
    }
    expect(visitor.headers.etag).not.toBe(user.headers.etag);
  });

  it.each(["/login", "/folders/7", "/login?x=%zz", "/support/x", "/premium/success?session_id=cs_1"])(
    "sends the app at %s to everybody",
    async (url) => {
      for (const headers of [browser, withCookie]) {
        const response = await get(url, headers);
        expect(response.statusCode).toBe(200);
        expect(pageOf(response.body)).toBe("index");
        expect(response.headers["cache-control"]).toBe("no-cache");
        expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
      }
    },
  );

  it.each([
    ["/new-password?token=secret", "no-referrer"],
    ["/verify-email?token=secret", "no-referrer"],
    ["/verify-email/?token=secret", "no-referrer"],
    ["/undo-email?token=secret", "no-referrer"],
    ["/unsubscribe?token=secret", "no-referrer"],
    ["/login?next=/new-password", undefined],
    ["/folders/new-password", undefined],
  ])("sends %s with the referrer policy %s", async (url, policy) => {
    const response = await get(url, browser);
    expect(pageOf(response.body)).toBe("index");
    expect(response.headers["referrer-policy"]).toBe(policy);
    const again = await get(url, { ...browser, "if-none-match": String(response.headers.etag) });
    expect([again.statusCode, again.headers["referrer-policy"]]).toEqual([304, policy]);
  });

  it("sends the page for browsers without a network to everybody, for their service worker", async () => {
    for (const headers of [{}, browser, withCookie]) {
      const response = await get("/offline.html", headers);
      expect([response.statusCode, pageOf(response.body)]).toEqual([200, "offline"]);
      expect(response.headers["cache-control"]).toBe("no-cache");
      expect(response.headers["set-cookie"]).toBeUndefined();
    }
  });

  it("inserts the addresses of the site and of the support, escaped, and replaces nothing else", async () => {
    expect((await get("/", browser)).body).toBe(
      "<p>landing https://repasa.test/ o&#39;hara@repasa.test 100% %OTHER%</p>",
    );
  });

  it.each([
    ["gzip, deflate, br", "br"],
    ["br;q=0, gzip", "gzip"],
    ["gzip;q=0.5", "gzip"],
    ["br;q=0.5, gzip", "gzip"],
    ["*", "br"],
    ["br;q=0.0", undefined],
    ["identity", undefined],
    ["", undefined],
  ])("compresses pages as the browser accepts: %s", async (accepted, encoding) => {
    const { headers, rawPayload } = await get("/", { ...browser, "accept-encoding": accepted });
    expect(headers["content-encoding"]).toBe(encoding);
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ""] ?? ((bytes: Buffer) => bytes);
    expect(unpack(rawPayload).toString()).toContain("<p>landing");
  });

  it("answers 304 to a browser that has the page", async () => {
    const { headers } = await get("/login", browser);
    const again = await get("/login", { ...browser, "if-none-match": `"x", ${headers.etag}` });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe("");
    expect(again.headers["cache-control"]).toBe("no-cache");
    // Another page at the same address has another tag.
    const landing = await get("/", browser);
    expect((await get("/", { ...withCookie, "if-none-match": String(landing.headers.etag) })).statusCode).toBe(200);
  });
});

describe("an unknown address", () => {
  it.each(["/nada", "/foldersx", "/landing.html", "/folders/a.b"])(
    "is answered to browsers with a page: %s",
    async (url) => {
      const visitor = await get(url, browser);
      expect(visitor.statusCode).toBe(404);
      expect(pageOf(visitor.body)).toBe("not-found");
      expect(visitor.headers["cache-control"]).not.toBe("no-cache");
      const user = await get(url, withCookie);
      expect(user.statusCode).toBe(404);
      expect(pageOf(user.body)).toBe("index");
    },
  );

  it("is answered to programs with a short text", async () => {
    expect(await get("/assets/gone-x.js", { accept: "*/*" })).toMatchObject({ statusCode: 404, body: "No existe" });
  });

  it("is answered with JSON below /api, even to browsers", async () => {
    const response = await get("/api/nada", browser);
    expect(response.statusCode).toBe(404);
    expect(response.json()).toMatchObject({ code: "not_found" });
  });
});

describe("serveWebFiles", () => {
  it("lets hashed files be cached for ever, and others for an hour", async () => {
    expect((await get("/assets/index-x.js")).headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect((await get("/theme.js")).headers["cache-control"]).toBe("public, max-age=3600");
    expect((await get("/sw.js")).headers["cache-control"]).toBe("no-cache");
  });

  it("sends the build's compressed variants, and answers HEAD and conditional requests", async () => {
    const bodyOf = async (accepted: string) => {
      const { body, headers } = await get("/theme.js", { "accept-encoding": accepted });
      return [body, headers["content-encoding"], headers["content-type"], headers.vary];
    };
    const [type, vary] = ["text/javascript; charset=utf-8", "Accept-Encoding"];
    expect(await bodyOf("gzip, br")).toEqual(["theme.js.br", "br", type, vary]);
    expect(await bodyOf("gzip")).toEqual(["theme.js.gz", "gzip", type, vary]);
    expect(await bodyOf("identity")).toEqual(["theme.js", undefined, type, vary]);
    const font = await get("/font.woff2", { "accept-encoding": "gzip, br" });
    expect([font.body, font.headers["content-encoding"], font.headers["content-type"]]).toEqual([
      "font.woff2",
      undefined,
      "font/woff2",
    ]);
    const again = await get("/font.woff2", { "if-none-match": String(font.headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, ""]);
    const head = await app.inject({ method: "HEAD", url: "/font.woff2" });
    expect([head.statusCode, head.body, head.headers["content-length"]]).toEqual([200, "", "10"]);
  });

  it("serves every kind of file in the build", async () => {
    const built = path.resolve(import.meta.dirname, "../../../../web/dist");
    const names = readdirSync(built, { recursive: true, encoding: "utf8" }).filter((name) => !/^\./.test(name));
    const byKind = Map.groupBy(names, (name) => path.extname(name));
    for (const kind of ["", ".html", ".br", ".gz"]) byKind.delete(kind);
    const own = fastify();
    serveWebFiles(own, readWebFiles(built), (_request, reply) => reply.code(404).send());
    const statuses = byKind.values().map(async ([name]) => [name, (await own.inject(`/${name}`)).statusCode]);
    expect((await Promise.all(statuses)).filter(([, status]) => status !== 200)).toEqual([]);
    await own.close();
  });

  it.each([
    "/.vite/manifest.json",
    "/.stamp",
    "/index.html",
    "/index.html.br",
    "/landing.html",
    "/assets/%2e%2e/.stamp",
    "/assets/",
    "/assets/of-another-build.js",
  ])("does not serve %s", async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  });

  it("answers a browser that opens a missing file with the page of missing addresses", async () => {
    expect(pageOf((await get("/assets/nada.js", browser)).body)).toBe("not-found");
  });
});

describe("serveSiteFiles", () => {
  it("disallows exactly the screens that need an account in robots.txt", async () => {
    const { body, headers } = await get("/robots.txt");
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(body).toContain("Sitemap: https://repasa.test/sitemap.xml\n");
    const disallowed = [...body.matchAll(/^Disallow: (.*)$/gm)].map(([, path = ""]) => path);
    const isDisallowed = (path: string) => disallowed.some((prefix) => path.startsWith(prefix));
    expect(
      [
        "/api/folders",
        "/folders/3",
        "/study",
        "/settings",
        "/premium/success",
        "/new-password",
        "/verify-email",
      ].filter(isDisallowed),
    ).toHaveLength(7);
    const open = ["/", "/login", "/register", "/support", "/privacy-policy", "/terms-of-service", "/assets/x.css"];
    expect(open.filter(isDisallowed)).toEqual([]);
  });

  it("lists the public pages in sitemap.xml", async () => {
    const { body, headers } = await get("/sitemap.xml");
    expect(headers["content-type"]).toBe("application/xml; charset=utf-8");
    expect([...body.matchAll(/<loc>https:\/\/repasa\.test(.*)<\/loc>/g)].map(([, path]) => path)).toEqual([
      "/",
      "/login",
      "/register",
      "/support",
      "/privacy-policy",
      "/terms-of-service",
    ]);
  });

  it("names a contact in security.txt, valid for less than a year", async () => {
    const { body } = await get("/.well-known/security.txt");
    expect(body.split("\n")).toEqual([
      "Contact: mailto:o'hara@repasa.test",
      "Expires: 2026-09-06T12:00:00.000Z",
      "Preferred-Languages: es, en, pt",
      "Canonical: https://repasa.test/.well-known/security.txt",
      "",
    ]);
  });
});

it("parses an If-None-Match header full of spaces in linear time", async () => {
  const start = performance.now();
  const response = await get("/login", { ...browser, "if-none-match": `x${" ".repeat(60_000)}x` });
  expect(response.statusCode).toBe(200);
  expect(performance.now() - start).toBeLessThan(10_000);
});
