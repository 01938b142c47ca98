// `npm run test:proxy` sends calls through nginx with deploy/nginx.conf and a certificate of its own. It needs nginx and openssl.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { IncomingMessage } from "node:http";
import { request } from "node:https";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { credentials, findFreePort } from "./testing/server-process.ts";
import { createTestDatabase, type TestDatabase } from "./testing/test-database.ts";

const TOKEN = "0123456789abcdef";
const MEGABYTE = Buffer.alloc(1024 * 1024, "pregunta;respuesta\n");

let folder: string;
let nginx: ChildProcess | undefined;
let database: TestDatabase;
let server: ChildProcess;
let output = "";
let port: number;
let cookie = "";

describe.skipIf(!process.env.PROXY)("behind nginx", () => {
  beforeAll(async () => {
    // A missing nginx would be noticed only by the deadline of the whole run.
    execFileSync("nginx", ["-v"]);
    folder = mkdtempSync(path.join(tmpdir(), "repasa-nginx-"));
    database = await createTestDatabase();
    port = await findFreePort();
    const appPort = await findFreePort();
    server = startApp(appPort);
    nginx = startNginx(appPort);
    const ready = async () => expect((await sendRequest("GET", "/readyz")).status).toBe(200);
    await vi.waitFor(ready, { timeout: 50_000, interval: 100 });
  });

  afterAll(async () => {
    if (nginx === undefined) return;
    nginx.kill("SIGQUIT");
    const ended = once(server, "close");
    server.kill("SIGTERM");
    await ended;
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it("returns the app's headers, compressed once, with cookies for https alone", async () => {
    const page = await sendRequest("GET", "/login", { "accept-encoding": "gzip" });
    expect(page.headers["strict-transport-security"]).toMatch(/^max-age=/);
    expect(page.headers["content-security-policy"]).toContain("frame-ancestors 'none'");
    expect(page.headers["content-encoding"]).toBe("gzip");
    const registered = await sendRequest(
      "POST",
      "/api/auth/register",
      { origin: `https://localhost:${port}` },
      credentials,
    );
    expect(registered.status).toBe(201);
    cookie = registered.headers["set-cookie"]?.map((one) => one.split(";", 1)[0]).join("; ") ?? "";
    expect(cookie).toMatch(/^__Host-repasa=/);
    expect(registered.headers["set-cookie"]?.[0]).toContain("Secure");
    expect((await sendRequest("GET", "/api/folders", { cookie })).status).toBe(200);
  });

  it("binds calls and passkeys to the public address", async () => {
    const foreign = await sendRequest(
      "POST",
      "/api/folders",
      { cookie, origin: "https://evil.example" },
      { name: "Química" },
    );
    expect(foreign.status).toBe(403);
    const { body } = await sendRequest("POST", "/api/auth/passkey/options", {}, {});
    expect(JSON.parse(body)).toMatchObject({ rpId: "localhost" });
  });

  it("does not publish metrics", async () => {
    expect((await sendRequest("GET", "/metrics", { authorization: `Bearer ${TOKEN}` })).status).toBe(404);
  });

  it("sends the caller's address to the app, whatever headers the caller sends", async () => {
    const logIn = (from: string, headers = {}) =>
      sendRequest("POST", "/api/auth/login", headers, { email: "nadie@repasa.example", password: "no es esta" }, from);
    await logIn("127.0.0.1");
    await logIn("127.0.1.1");
    await logIn("127.0.1.1", { "x-forwarded-for": "9.9.9.9", forwarded: "for=9.9.9.9", "x-real-ip": "9.9.9.9" });
    const networks = () => [...output.matchAll(/"network":"([^"]+)".*"sign-in refused"/g)].map(([, one]) => one);
    await expect.poll(networks).toHaveLength(3);
    const [here, there, forged] = networks();
    expect(there).not.toBe(here);
    expect(forged).toBe(there);
  });

  it("logs paths without queries and without the pages that refer to them, also of requests that it refuses", async () => {
    const headers = { referer: `https://localhost:${port}/search?q=SECRET` };
    await sendRequest("GET", "/verify-email?token=SECRET", headers);
    await sendRequest("POST", "/unsubscribe?token=SECRET", headers);
    await sendRequest("GET", "/c/SECRET", headers);
    await sendRequest("GET", "/api/shares/SECRET/media/x", headers);
    const tooLarge = openRequest("POST", "/unsubscribe?token=SECRET", { ...headers, "content-length": 400e6 });
    const refused = readResponse(tooLarge);
    tooLarge.flushHeaders();
    expect((await refused).status).toBe(413);
    tooLarge.destroy();
    const readLog = (name: string) => readFileSync(path.join(folder, `${name}.log`), "utf8");
    await expect.poll(() => readLog("access")).toMatch(/"POST \/unsubscribe" 413 /);
    expect(readLog("access")).toMatch(/"GET \/verify-email" 200 /);
    expect(readLog("access")).toMatch(/"GET \/c\/\[token\]" 404 /);
    expect(readLog("access")).toMatch(/"GET \/api\/shares\/\[token\]\/media\/x" 404 /);
    expect(readLog("access") + readLog("error")).not.toContain("SECRET");
  });

  it.each([
    ["the app, beyond the limit of a call", 17 * 1024],
    ["nginx, beyond that of all calls", 3 * 1024 * 1024],
  ])("refuses a body of JSON that is too large by %s", async (_, bytes) => {
    const response = await sendRequest("POST", "/api/auth/login", {}, { email: "x".repeat(bytes) });
    expect(response.status).toBe(413);
    expect(response.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(JSON.parse(response.body)).toEqual({
      message: "El contenido enviado es demasiado grande",
      code: "payload_too_large",
    });
  });

  it("passes on a file of 250 MB without buffering it on disk, and an export", async () => {
    let most = 0;
    const watch = setInterval(() => {
      most = Math.max(most, readdirSync(path.join(folder, "temp"), { recursive: true }).length);
    }, 20);
    const sent = await upload(250);
    expect([sent.status, sent.body]).toEqual([202, expect.stringContaining('"id"')]);
    const exported = await sendRequest("GET", "/api/account/export", { cookie });
    clearInterval(watch);
    expect(exported.status).toBe(200);
    expect(most).toBe(0);
  }, 180_000);
});

function startApp(appPort: number): ChildProcess {
  const child = spawn(process.execPath, [path.resolve(import.meta.dirname, "main.ts")], {
    env: {
      DATABASE_URL: database.connectionString,
      DATA_DIR: path.join(folder, "data"),
      METRICS_TOKEN: TOKEN,
      APP_URL: `https://localhost:${port}`,
      PORT: String(appPort),
      TRUST_PROXY: "1",
      LOG_LEVEL: "warn",
    },
    stdio: ["ignore", "pipe", "inherit"],
  });
  child.stdout?.setEncoding("utf8").on("data", (text: string) => {
    output += text;
  });
  return child;
}

function startNginx(appPort: number): ChildProcess {
  const certificate = [path.join(folder, "cert.pem"), path.join(folder, "key.pem")] as const;
  mkdirSync(path.join(folder, "temp"), { mode: 0o777 });
  execFileSync(
    "openssl",
    [
      ...["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "1"],
      ...["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"],
      ...["-out", certificate[0], "-keyout", certificate[1]],
    ],
    { stdio: "ignore" },
  );
  const ours = readFileSync(path.resolve(import.meta.dirname, "../../../deploy/nginx.conf"), "utf8")
    .replaceAll("127.0.0.1:3000", `127.0.0.1:${appPort}`)
    .replaceAll(/^\s*listen \[::\].*$/gm, "")
    .replace("listen 80;", `listen unix:${folder}/http;`)
    .replace("listen 443 ssl", `listen 127.0.0.1:${port} ssl`)
    .replace(/\/etc\/letsencrypt\S+fullchain\.pem/, certificate[0])
    .replace(/\/etc\/letsencrypt\S+privkey\.pem/, certificate[1])
    .replaceAll("/var/log/nginx", folder);
  const file = path.join(folder, "nginx.conf");
  const temp = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map((one) => `${one}_temp_path ${folder}/temp 1;`);
  const around = `pid ${folder}/pid; error_log ${folder}/error.log; events {} http { access_log off; ${temp.join(" ")}`;
  writeFileSync(file, `${around}\n${ours}\n}`);
  execFileSync("nginx", ["-t", "-q", "-c", file]);
  return spawn("nginx", ["-c", file, "-g", "daemon off; master_process off;"], { stdio: "ignore" });
}

type ReceivedResponse = { status: number | undefined; headers: IncomingMessage["headers"]; body: string };

function openRequest(method: string, url: string, headers: object, localAddress?: string) {
  const ca = readFileSync(path.join(folder, "cert.pem"));
  const to = { host: "127.0.0.1", port, servername: "localhost", ca, method, path: url };
  const named = { host: `localhost:${port}`, ...headers };
  return request({ ...to, headers: named, agent: false, ...(localAddress && { localAddress }) });
}

function readResponse(call: ReturnType<typeof openRequest>): Promise<ReceivedResponse> {
  return new Promise((resolve, reject) => {
    call.once("error", reject).once("response", async (response) => {
      const chunks = await response.toArray();
      resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks).toString() });
    });
  });
}

async function sendRequest(
  method: string,
  url: string,
  headers = {},
  body?: object,
  from?: string,
): Promise<ReceivedResponse> {
  const call = openRequest(method, url, { ...headers, ...(body && { "content-type": "application/json" }) }, from);
  call.end(body && JSON.stringify(body));
  return readResponse(call);
}

async function upload(megabytes: number): Promise<ReceivedResponse> {
  const boundary = "----repasa";
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="tarjetas.csv"\r\n\r\n`;
  const tail = `\r\n--${boundary}--\r\n`;
  const length = head.length + megabytes * MEGABYTE.length + tail.length;
  const type = `multipart/form-data; boundary=${boundary}`;
  const call = openRequest("POST", "/api/imports", { cookie, "content-type": type, "content-length": length });
  const response = readResponse(call);
  const body = Readable.from([head, ...Array<Buffer>(megabytes).fill(MEGABYTE), tail]);
  await pipeline(body, call);
  return response;
}
