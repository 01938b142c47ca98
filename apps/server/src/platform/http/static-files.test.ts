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
import { serveWebFiles } from "#platform/http/web-files.ts";

const PAGES = ["index", "landing", "support", "privacy-policy", "terms-of-service", "not-found"];

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

describe("pages", () => {
  it.each([
    ["/", "landing"],
    ["/?utm_source=x", "landing"],
    ["/support", "support"],
    ["/privacy-policy", "privacy-policy"],
    ["/terms-of-service", "terms-of-service"],
  ])("%s is written out for visitors, and the app's for who has a session", async (url, page) => {
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
    "%s is the app's for everybody",
    async (url) => {
      for (const headers of [browser, withCookie]) {
        const answer = await get(url, headers);
        expect(answer.statusCode).toBe(200);
        expect(pageOf(answer.body)).toBe("index");
        expect(answer.headers["cache-control"]).toBe("no-cache");
        expect(answer.headers["content-type"]).toBe("text/html; charset=utf-8");
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
  ])("%s tells others as much of its address as: %s", async (url, policy) => {
    const answer = await get(url, browser);
    expect(pageOf(answer.body)).toBe("index");
    expect(answer.headers["referrer-policy"]).toBe(policy);
    const again = await get(url, { ...browser, "if-none-match": String(answer.headers.etag) });
    expect([again.statusCode, again.headers["referrer-policy"]]).toEqual([304, policy]);
  });

  it("hold the address of the site and of the support, escaped, and nothing else is replaced", async () => {
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
  ])("come compressed as the browser takes them: %s", async (accepted, encoding) => {
    const { headers, rawPayload } = await get("/", { ...browser, "accept-encoding": accepted });
    expect(headers["content-encoding"]).toBe(encoding);
    const unpack = { br: brotliDecompressSync, gzip: gunzipSync }[encoding ?? ""] ?? ((bytes: Buffer) => bytes);
    expect(unpack(rawPayload).toString()).toContain("<p>landing");
  });

  it("are not sent again to who has them already", async () => {
    const { headers } = await get("/login", browser);
    const again = await get("/login", { ...browser, "if-none-match": `"x", ${headers.etag}` });
    expect(again.statusCode).toBe(304);
    expect(again.body).toBe("");
    expect(again.headers["cache-control"]).toBe("no-cache");
    // Another page at the same address is not the one that they have.
    const landing = await get("/", browser);
    expect((await get("/", { ...withCookie, "if-none-match": String(landing.headers.etag) })).statusCode).toBe(200);
  });
});

describe("an address that does not exist", () => {
  it.each(["/nada", "/foldersx", "/landing.html", "/folders/a.b"])("is told to people in a page: %s", async (url) => {
    const visitor = await get(url, browser);
    expect(visitor.statusCode).toBe(404);
    expect(pageOf(visitor.body)).toBe("not-found");
    expect(visitor.headers["cache-control"]).not.toBe("no-cache");
    const user = await get(url, withCookie);
    expect(user.statusCode).toBe(404);
    expect(pageOf(user.body)).toBe("index");
  });

  it("is told to programs in a word", async () => {
    expect(await get("/assets/gone-x.js", { accept: "*/*" })).toMatchObject({ statusCode: 404, body: "No existe" });
  });

  it("is JSON below /api, whoever asks", async () => {
    const answer = await get("/api/nada", browser);
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toMatchObject({ code: "not_found" });
  });
});

describe("files", () => {
  it("that are hashed may be kept for ever, others for an hour", async () => {
    expect((await get("/assets/index-x.js")).headers["cache-control"]).toBe("public, max-age=31536000, immutable");
    expect((await get("/theme.js")).headers["cache-control"]).toBe("public, max-age=3600");
  });

  it("come compressed where the build did so, whole, and not again to who has them", async () => {
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

  it("of every kind that the build has are served", () => {
    const built = path.resolve(import.meta.dirname, "../../../../web/dist");
    const names = readdirSync(built, { recursive: true, encoding: "utf8" }).filter((name) => !/^\./.test(name));
    const kinds = new Set(names.map((name) => path.extname(name)));
    const others = ["", ".html", ".br", ".gz"];
    const own = fastify();
    serveWebFiles(own, built);
    expect([...kinds].filter((kind) => !others.includes(kind) && !own.printRoutes().includes(kind))).toEqual([]);
  });

  it.each([
    "/.vite/manifest.json",
    "/.stamp",
    "/index.html",
    "/index.html.br",
    "/landing.html",
    "/assets/%2e%2e/.stamp",
    "/assets/",
  ])("that are nobody's business are not served: %s", async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  });
});

describe("what programs ask a site for", () => {
  it("robots.txt keeps them out of what needs an account, and not out of the rest", async () => {
    const { body, headers } = await get("/robots.txt");
    expect(headers["content-type"]).toBe("text/plain; charset=utf-8");
    expect(body).toContain("Sitemap: https://repasa.test/sitemap.xml\n");
    const disallowed = [...body.matchAll(/^Disallow: (.*)$/gm)].map(([, path = ""]) => path);
    const keptOut = (path: string) => disallowed.some((prefix) => path.startsWith(prefix));
    expect(
      [
        "/api/folders",
        "/folders/3",
        "/study",
        "/settings",
        "/premium/success",
        "/new-password",
        "/verify-email",
      ].filter(keptOut),
    ).toHaveLength(7);
    const open = ["/", "/login", "/register", "/support", "/privacy-policy", "/terms-of-service", "/assets/x.css"];
    expect(open.filter(keptOut)).toEqual([]);
  });

  it("sitemap.xml lists the public pages", async () => {
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

  it("security.txt names a contact, for less than a year", async () => {
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

it("reads the longest header at once, however it is filled", async () => {
  const start = performance.now();
  const answer = await get("/login", { ...browser, "if-none-match": `x${" ".repeat(60_000)}x` });
  expect(answer.statusCode).toBe(200);
  expect(performance.now() - start).toBeLessThan(10_000);
});
