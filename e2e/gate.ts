// A gate between the browser and the server, with an origin of its own. It can be shut, so that the service worker's
// requests fail too, and it can deliver another build of the app than the server has.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join, resolve } from "node:path";

const dist = resolve(import.meta.dirname, "../apps/web/dist");
const assets = join(dist, "assets");

/**
 * - `portal`: a hotspot that answers everything with its own page.
 * - `gateway`: a proxy whose server is gone.
 * - `trouble`: the server delivers the app, and fails with every call.
 */
type Mode = "open" | "portal" | "gateway" | "trouble";

/**
 * - `first`: what the server has.
 * - `second`: all scripts have other names, and those of the first build are gone.
 * - `incomplete`: the second one, without one of its files.
 * - `none`: the first one without a service worker, as before there was one.
 */
type Deployed = "first" | "second" | "incomplete" | "none";

export type Gate = {
  origin: string;
  mode: Mode;
  deployed: Deployed;
  /** Closes the port and every connection, or opens the port again. */
  shut: () => Promise<void>;
  open: () => Promise<void>;
};

const LIST = "/build-files.json";

const SECOND_ID = "5ec0bd000000";

const readFirstId = () => /name="build" content="([^"]+)"/.exec(readFileSync(join(dist, "offline.html"), "utf8"))?.[1];

const scripts = () => readdirSync(assets).filter((name) => name.endsWith(".js"));
const secondName = (name: string) => name.replace(/\.js$/, ".b.js");

/** Returns a text of the first build as it would be in the second one. */
function toSecond(text: string): string {
  const names = new Set(scripts());
  const renamed = text.replace(/[\w.-]+\.js\b/g, (name) => (names.has(name) ? secondName(name) : name));
  return renamed.replaceAll(readFirstId() ?? "", SECOND_ID);
}

const digest = (content: string | Buffer) => createHash("sha256").update(content).digest("hex").slice(0, 15);

/** Returns the second build's list of files, with the digests of their contents. */
function toSecondList(list: string): string {
  let second = toSecond(list);
  for (const name of scripts()) {
    const content = readFileSync(join(assets, name));
    second = second.replaceAll(digest(content), digest(toSecond(content.toString())));
  }
  return second;
}

function toSecondWorker(worker: string): string {
  const list = readFileSync(join(dist, LIST), "utf8");
  return toSecond(worker).replaceAll(digest(list), digest(toSecondList(list)));
}

export async function openGate(target: string): Promise<Gate> {
  const server = createServer((request, response) => {
    answer(gate, target, request, response).catch(() => response.destroy());
  });
  const listen = (port: number) => new Promise<void>((done) => server.listen(port, "localhost", done));
  await listen(0);
  const { port } = server.address() as AddressInfo;
  const gate: Gate = {
    origin: `http://localhost:${port}`,
    mode: "open",
    deployed: "first",
    shut: async () => {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
    open: () => listen(port),
  };
  return gate;
}

async function answer(gate: Gate, target: string, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? "/";
  if (gate.mode === "portal") {
    return void response.writeHead(200, { "content-type": "text/html" }).end("<h1>Wifi del tren</h1>");
  }
  if (gate.mode === "gateway") {
    return void response.writeHead(502, { "content-type": "text/html" }).end("<h1>Bad Gateway</h1>");
  }
  if (gate.mode === "trouble" && path.startsWith("/api/")) {
    const body = JSON.stringify({ message: "Ha ocurrido un error inesperado.", code: "internal" });
    return void response.writeHead(500, { "content-type": "application/json" }).end(body);
  }
  const file = findFile(gate.deployed, path);
  if (file === null) return void response.writeHead(404, { "content-type": "text/plain" }).end("No existe");
  const from = await forward(target + file, request, gate.origin);
  const body = Buffer.from(await from.arrayBuffer());
  const headers = Object.fromEntries(from.headers);
  delete headers["content-length"];
  delete headers["transfer-encoding"];
  const cookies = from.headers.getSetCookie();
  if (cookies.length > 0) response.setHeader("set-cookie", cookies);
  delete headers["set-cookie"];
  response.writeHead(from.status, headers).end(changeBody(gate, { path, body, headers }));
}

/** Returns the path of a file on the server; null if the build does not have the file. */
function findFile(deployed: Deployed, path: string): string | null {
  if (deployed === "none" && path === "/sw.js") return null;
  if (deployed === "first" || deployed === "none" || !/^\/assets\/.*\.js$/.test(path)) return path;
  const isMissing = deployed === "incomplete" && path.startsWith("/assets/store-page-");
  return isMissing || !path.endsWith(".b.js") ? null : path.replace(/\.b\.js$/, ".js");
}

function forward(url: string, request: IncomingMessage, origin: string): Promise<Response> {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === "string" && !["host", "connection", "content-length", "if-none-match"].includes(name)) {
      headers.set(name, value.replaceAll(origin, new URL(url).origin));
    }
  }
  headers.set("accept-encoding", "identity");
  const hasBody = request.method !== "GET" && request.method !== "HEAD";
  const body = hasBody ? { body: request as unknown as ReadableStream, duplex: "half" as const } : {};
  return fetch(url, { method: request.method ?? "GET", headers, redirect: "manual", ...body });
}

type Answer = { path: string; body: Buffer; headers: Record<string, string> };

function changeBody({ deployed }: Gate, { path, body, headers }: Answer): Buffer | string {
  const isOfBuild = path === LIST || /html|javascript/.test(headers["content-type"] ?? "");
  if (deployed === "first" || deployed === "none" || !isOfBuild) return body;
  // A page of the second build has another tag.
  delete headers.etag;
  if (path === LIST) return toSecondList(body.toString());
  return path === "/sw.js" ? toSecondWorker(body.toString()) : toSecond(body.toString());
}
